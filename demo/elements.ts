/** Making elements without a framework. Text is text: nothing here reads HTML. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with its attributes and children. `true` sets an empty attribute; `false` and `undefined` set none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/** The element of the page with this id. @throws {Error} if the page has none of this kind: the two files disagree. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} called "${id}"`);
}
