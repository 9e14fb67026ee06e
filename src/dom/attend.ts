/** What a person does with an input and its list, told to the combobox: the listeners that every skin shares. */
import type { Combobox } from '../combobox/index.js';
import type { ElementText } from './element-text.js';
import { createLifetime, type Lifetime } from './lifetime.js';

export interface AttendedInput {
  /** An `input` event. */
  input(event: Event): void;
  compositionEnd(): void;
  /** Stops listening; the combobox is left as by a blur. */
  end(): void;
}

/**
 * Listens to everything but `input` and `compositionend`: a skin hands those on at the moment that suits its framework.
 * `popup` is the element that holds the list, while there is one.
 */
export function attendInput(
  input: HTMLInputElement,
  combobox: Combobox,
  text: ElementText,
  popup: () => Element | undefined,
): AttendedInput {
  const document = input.ownerDocument;
  const lifetime = createLifetime();
  let focused = false;
  /** What listens to the page while the input is in use. */
  let attention: Lifetime | undefined;

  /** Whether an event happened in the input or its list, whatever shadow trees hide of its path. */
  function isInside(event: Event): boolean {
    const path = event.composedPath();
    const list = popup();
    if (path.includes(input) || (list && path.includes(list))) return true;
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
  lifetime.listen(input, 'change', () => {
    if (!text.inserting) text.sync();
  });
  lifetime.listen(input, 'compositionstart', () => combobox.compositionStart());
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
  const Observer = document.defaultView?.MutationObserver;
  if (Observer) {
    const observer = new Observer(attend);
    observer.observe(input, { attributeFilter: ['readonly', 'disabled'] });
    lifetime.add(() => observer.disconnect());
  }
  lifetime.add(() => {
    focused = false;
    attend();
  });
  focused = (input.getRootNode() as Document | ShadowRoot).activeElement === input;
  attend();
  return {
    input(event) {
      if (text.inserting) return;
      attend();
      combobox.input(text.read(), { composing: (event as InputEvent).isComposing });
    },
    compositionEnd: () => combobox.compositionEnd(text.read()),
    end: lifetime.end,
  };
}

/** Listens to the pointer in the list. Returns the undo function. */
export function attendList(popup: HTMLElement, listbox: HTMLElement, combobox: Combobox): () => void {
  const lifetime = createLifetime();
  // The focus stays in the input, and the middle button pastes nothing there; the choice is made by the click, which then
  // reaches nothing that lies beneath.
  lifetime.listen(popup, 'mousedown mouseup auxclick', (event) => event.preventDefault());
  lifetime.listen(popup, 'pointerdown mousedown', (event) => {
    // Not for the list's scroll bar: browsers may not tell when that is let go.
    if (event.target !== listbox) combobox.press();
  });
  lifetime.listen(listbox, 'click', ({ target }) => {
    const row = (target as Element).closest('[role=option]');
    const { options } = combobox.getSnapshot();
    combobox.choose(options.findIndex((_, index) => combobox.ids.option(index) === row?.id));
  });
  return lifetime.end;
}
