/** Attributes set with as few mutations as possible, and put back as they were found. */
import type { Attributes } from '../combobox/index.js';

/** Makes the named attributes so; `undefined` and `null` mean absent. Touches only those that differ. */
export function setAttributes(
  element: Element,
  attributes: Readonly<Record<string, string | null | undefined>>,
): void {
  for (const [name, value = null] of Object.entries(attributes)) {
    if (element.getAttribute(name) === value) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** Sets attributes on an element of the host's, and remembers what it had. */
export interface BorrowedAttributes {
  set(attributes: Attributes): void;
  restore(): void;
}

export function borrowAttributes(element: Element): BorrowedAttributes {
  const found = new Map<string, string | null>();
  return {
    set(attributes) {
      for (const name of Object.keys(attributes)) {
        if (!found.has(name)) found.set(name, element.getAttribute(name));
      }
      setAttributes(element, attributes);
    },
    restore() {
      setAttributes(element, Object.fromEntries(found));
      found.clear();
    },
  };
}
