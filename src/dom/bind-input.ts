/** bindInput: an <input> becomes an ARIA combobox over a field, or stays the plain field that it was. */
import type { SchedulerLike } from 'rxjs';
import { type ComboboxMessages, comboboxAttributes, createCombobox } from '../combobox/index.js';
import type { CompletionField } from '../field.js';
import { attendInput, attendList } from './attend.js';
import { borrowAttributes } from './attributes.js';
import { createElementText } from './element-text.js';
import { createLifetime } from './lifetime.js';
import type { ClassNames } from './parts.js';
import { createPopup } from './popup.js';

/** How an input is bound. */
export interface BindInputOptions {
  /** The prefix of the ids of the list and its options; unique in the document. Default: counted. */
  id?: string | undefined;
  /** The listbox's accessible name. Default: the field's title, or else its name. */
  label?: string | undefined;
  /** Localisation of the status line and the announcements. */
  messages?: Partial<ComboboxMessages> | undefined;
  /** Class names of the host's own, beside `mcp-completion-<part>`. */
  classNames?: ClassNames | undefined;
  /** The clock of announcements; virtual in tests. Default: RxJS's `asyncScheduler`. */
  scheduler?: SchedulerLike | undefined;
}

/** What `bindInput` and `renderForm` return. */
export interface Binding {
  /** Idempotent. Leaves the element as it was found, and no listener, timer or node. */
  destroy(): void;
}

/** The bindings that live, so that an input has one: two would each put back what the other made of it. */
const bindings = new WeakMap<HTMLInputElement, Binding>();

/**
 * Binds an input to a field. While the server completes it is an editable combobox with list autocomplete and manual
 * selection (ARIA Authoring Practices); before that and without that it is left exactly as the host made it. The
 * element's text is the truth: it is read when bound, on focus and on every `input`. An input that is bound already is
 * let go first.
 *
 * @throws {TypeError} for an input of a type that is no text, such as number, date, checkbox or password.
 *
 * @example
 * const binding = bindInput(document.querySelector('input')!, form.field('language'));
 */
export function bindInput(
  input: HTMLInputElement,
  field: CompletionField,
  { id, label = field.title ?? field.name, messages, classNames = {}, scheduler }: BindInputOptions = {},
): Binding {
  bindings.get(input)?.destroy();
  const lifetime = createLifetime();
  const borrowed = borrowAttributes(input);
  const text = createElementText(input, field);
  const combobox = createCombobox(field, { id, messages, scheduler, onAccept: text.insert });
  const popup = createPopup(input, combobox, classNames);

  function render(): void {
    text.show();
    const view = combobox.getSnapshot();
    if (!view.enabled) {
      borrowed.restore();
      popup.remove();
      return;
    }
    const attributes = comboboxAttributes(view, combobox.ids, label);
    popup.render(view, attributes);
    borrowed.set({ ...attributes.input, autocomplete: 'off', list: undefined });
  }

  lifetime.add(attendList(popup.element, popup.listbox, combobox));
  lifetime.add(combobox.subscribe(render));
  lifetime.add(() => {
    borrowed.restore();
    popup.remove();
  });
  render();
  const attended = attendInput(input, combobox, text, () => popup.element);
  lifetime.listen(input, 'input', attended.input);
  lifetime.listen(input, 'compositionend', attended.compositionEnd);
  lifetime.add(attended.end);
  lifetime.add(() => bindings.delete(input));
  const binding = { destroy: lifetime.end };
  bindings.set(input, binding);
  return binding;
}
