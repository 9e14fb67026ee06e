/** The text of one <input> or <textarea> and of its field, kept together; a person's text in the element is the truth. */
import type { CompletionField } from '../field.js';

export type TextElement = HTMLInputElement | HTMLTextAreaElement;

export interface ElementText {
  /** The element's text, now known to the field. */
  read(): string;
  /**
   * Tells the field if the element's text was changed without an `input` event, as a host does that puts a typed or a
   * chosen text right. Returns whether it was neither of these: a program changed it.
   */
  sync(): boolean;
  /** Writes the field's text into the element if a program changed it. Dispatches nothing. */
  show(): void;
  /** Writes a chosen option as a person's edit: one bubbling, composed `input` and one `change`. */
  insert(option: string): void;
  /** Whether an event is of `insert`'s own making. */
  readonly inserting: boolean;
}

/** What may be a combobox (W3C, ARIA in HTML), and the text area: others hold no text, or one that nobody is to see. */
const textual = /^(text|search|tel|url|email|textarea)$/;

/** Writes past a framework's own `value` property on the element: that is how it notices the change. */
function write(element: TextElement, text: string): void {
  let prototype: unknown = Object.getPrototypeOf(element);
  while (prototype) {
    const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
    if (setter) {
      setter.call(element, text);
      return;
    }
    prototype = Object.getPrototypeOf(prototype);
  }
}

/** @throws {TypeError} for an input of a type such as number, date, checkbox or password. */
export function createElementText(element: TextElement, field: CompletionField): ElementText {
  if (!textual.test(element.type))
    throw new TypeError(`Completions need a text input; "${field.name}" is of type ${element.type}`);
  let told = field.value;
  // What the element made of the field's text: an <input> drops line breaks, and that is no edit.
  let shown = told;
  let inserting = false;
  /** What a person typed last, and whether nothing has been made of it since. */
  let typed: string | undefined;
  let fresh = false;

  const put = (text: string) => {
    told = text;
    if (element.value !== text) write(element, text);
    shown = element.value;
  };
  const take = () => {
    shown = told = element.value;
    return shown;
  };
  const sync = () => {
    const changed = element.value !== shown;
    if (changed) {
      if (inserting) field.accept(take());
      else field.setValue(take());
    }
    const echo = fresh || shown === typed;
    fresh = false;
    return changed && !inserting && !echo;
  };

  // An empty element has nothing to say: the form's initial value shows.
  if (element.value === '') put(told);
  else sync();

  return {
    read() {
      fresh = true;
      typed = take();
      return typed;
    },
    sync,
    show() {
      if (field.value !== told) put(field.value);
    },
    insert(option) {
      put(option);
      const view = element.ownerDocument.defaultView;
      const how = { bubbles: true, composed: true, inputType: 'insertReplacementText', data: option };
      inserting = true;
      try {
        if (view) {
          element.dispatchEvent(new view.InputEvent('input', how));
          element.dispatchEvent(new view.Event('change', { bubbles: true }));
        }
        sync();
      } finally {
        inserting = false;
      }
    },
    get inserting() {
      return inserting;
    },
  };
}
