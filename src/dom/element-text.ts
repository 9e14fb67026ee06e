/** The text of one <input> or <textarea> and of its field, kept together; a person's text in the element is the truth. */
import type { CompletionField } from '../field.js';

export type TextElement = HTMLInputElement | HTMLTextAreaElement;

export interface ElementText {
  /** The element's text, now known to the field. */
  read(): string;
  /** Tells the field if the element's text was changed without an `input` event. */
  sync(): void;
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

  const put = (text: string) => {
    told = text;
    if (element.value !== text) write(element, text);
    shown = element.value;
  };
  const read = () => {
    shown = told = element.value;
    return shown;
  };
  const sync = () => {
    if (element.value !== shown) field.setValue(read());
  };

  // An empty element has nothing to say: the form's initial value shows.
  if (element.value === '') put(told);
  else sync();

  return {
    read,
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
      } finally {
        inserting = false;
      }
      sync();
    },
    get inserting() {
      return inserting;
    },
  };
}
