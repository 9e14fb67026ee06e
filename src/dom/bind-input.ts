/** bindInput: an <input> becomes an ARIA combobox over a field, or stays the plain field that it was. */
import type { SchedulerLike } from 'rxjs';
import { type ComboboxMessages, comboboxAttributes, createCombobox } from '../combobox/index.js';
import type { CompletionField } from '../field.js';
import { borrowAttributes } from './attributes.js';
import { createElementText } from './element-text.js';
import { createLifetime, type Lifetime } from './lifetime.js';
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

/**
 * Binds an input to a field. While the server completes it is an editable combobox with list autocomplete and manual
 * selection (ARIA Authoring Practices); before that and without that it is left exactly as the host made it. The
 * element's text is the truth: it is read when bound, on focus and on every `input`.
 *
 * @example
 * const binding = bindInput(document.querySelector('input')!, form.field('language'));
 */
export function bindInput(
  input: HTMLInputElement,
  field: CompletionField,
  { id, label = field.title ?? field.name, messages, classNames = {}, scheduler }: BindInputOptions = {},
): Binding {
  const document = input.ownerDocument;
  const lifetime = createLifetime();
  const borrowed = borrowAttributes(input);
  const popup = createPopup(input, classNames);
  const text = createElementText(input, field);
  const combobox = createCombobox(field, { id, messages, scheduler, onAccept: text.insert });
  let focused = false;
  /** What listens to the page while the input is in use. */
  let attention: Lifetime | undefined;

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

  /** Whether an event happened in the input or its list, whatever shadow trees hide of its path. */
  function isInside(event: Event): boolean {
    const path = event.composedPath();
    if (path.includes(input) || path.includes(popup.element)) return true;
    // Seen from outside of a shadow tree, the tree's own listener decides.
    const here = event.currentTarget;
    let root = input.getRootNode();
    while (root !== here && 'host' in root) {
      if (path.includes((root as ShadowRoot).host)) return true;
      root = (root as ShadowRoot).host.getRootNode();
    }
    return false;
  }

  /** A read-only or disabled input asks nothing and shows nothing, from the moment it became so. */
  function attend(): void {
    const attended = focused && !input.readOnly && !input.matches(':disabled');
    if (attended === (attention !== undefined)) return;
    if (!attended) {
      attention?.end();
      attention = undefined;
      combobox.blur();
      return;
    }
    attention = createLifetime();
    for (const target of new Set([document, input.getRootNode()])) {
      attention.listen(target, 'pointerdown mousedown touchstart', outside, { capture: true, passive: true });
      attention.listen(target, 'pointerup pointercancel', combobox.release, { capture: true });
    }
    combobox.focus();
  }

  function outside(event: Event): void {
    if (!isInside(event)) combobox.dismiss();
  }

  lifetime.listen(input, 'focus', () => {
    focused = true;
    text.sync();
    attend();
  });
  lifetime.listen(input, 'blur', () => {
    focused = false;
    attend();
  });
  lifetime.listen<InputEvent>(input, 'input', ({ isComposing }) => {
    if (text.inserting) return;
    attend();
    combobox.input(text.read(), { composing: isComposing });
  });
  lifetime.listen(input, 'change', () => {
    if (!text.inserting) text.sync();
  });
  lifetime.listen(input, 'compositionstart', () => combobox.compositionStart());
  lifetime.listen(input, 'compositionend', () => combobox.compositionEnd(text.read()));
  lifetime.listen<KeyboardEvent>(input, 'keydown', (event) => {
    attend();
    if (!attention) return;
    const { key, keyCode, isComposing, shiftKey: shift, altKey: alt, ctrlKey: ctrl, metaKey: meta } = event;
    const meaning = combobox.keydown({ key, keyCode, isComposing, shift, alt, ctrl, meta });
    if (meaning.preventDefault) event.preventDefault();
    if (meaning.stopPropagation) event.stopPropagation();
  });
  lifetime.listen(input, 'click', () => {
    attend();
    combobox.click();
  });

  lifetime.listen(popup.element, 'pointerdown mousedown', (event) => {
    // The focus stays in the input; the choice is made by the click, which then reaches nothing that lies beneath.
    if (event.type === 'mousedown') event.preventDefault();
    // Not for the list's scroll bar: browsers may not tell when that is let go.
    if (event.target !== popup.listbox) combobox.press();
  });
  lifetime.listen(popup.listbox, 'click', ({ target }) => {
    combobox.choose([...popup.listbox.children].findIndex((row) => row.contains(target as Node)));
  });
  const Observer = document.defaultView?.MutationObserver;
  if (Observer) {
    const observer = new Observer(attend);
    observer.observe(input, { attributeFilter: ['readonly', 'disabled'] });
    lifetime.add(() => observer.disconnect());
  }
  lifetime.add(combobox.subscribe(render));
  lifetime.add(() => {
    focused = false;
    attend();
    borrowed.restore();
    popup.remove();
  });
  render();
  focused = (input.getRootNode() as Document | ShadowRoot).activeElement === input;
  attend();
  return { destroy: lifetime.end };
}
