/** One field's combobox and the elements that React gives it: what `bindInput` does, without the drawing. */
import { type Combobox, type ComboboxOptions, type ComboboxView, createCombobox } from '../combobox/index.js';
import { type AttendedInput, attendInput, attendList } from '../dom/attend.js';
import { createElementText, type ElementText } from '../dom/element-text.js';
import { createLayer, type Layer } from '../dom/layer.js';
import type { CompletionField } from '../field.js';
import { INITIAL_STATE } from '../state.js';

/** Who says what the input's text is: a host that passes `value`, or the element itself. */
export type Control = 'controlled' | 'uncontrolled';

export interface BoundCombobox {
  readonly combobox: Combobox;
  readonly id: string;
  /** What a server renders, and what a page is hydrated with: a plain field. */
  readonly plainView: ComboboxView;
  /** The text that the input is first rendered with. */
  readonly initialText: string;
  /** Each `attach` returns its undo function. */
  attachInput(input: HTMLInputElement): () => void;
  attachPopup(popup: HTMLElement): () => void;
  /** An `input` event, within React's own handling of it: its host's state changes in the same batch. */
  input(event: Event): void;
  compositionEnd(): void;
  /** React has drawn. */
  settle(control: Control): void;
}

/** Touches nothing: it may be made in a render that React throws away. */
export function bindCombobox(
  field: CompletionField,
  options: ComboboxOptions & { id: string },
): BoundCombobox {
  let input: HTMLInputElement | undefined;
  let popup: HTMLElement | undefined;
  let text: ElementText | undefined;
  let attended: AttendedInput | undefined;
  let layer: Layer | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const combobox = createCombobox(field, { ...options, onAccept: (option) => text?.insert(option) });
  const initialText = field.value;

  function end(): void {
    clearTimeout(ending);
    ending = undefined;
    attended?.compositionEnd();
  }

  function place(): void {
    const listbox = popup?.querySelector<HTMLElement>('[role=listbox]');
    if (input && popup && listbox) layer ??= createLayer(input, popup, listbox);
    layer?.update(combobox.getSnapshot());
  }

  function hide(): void {
    layer?.hide();
    layer = undefined;
  }

  return {
    combobox,
    id: options.id,
    initialText,
    plainView: {
      enabled: false,
      ready: false,
      open: false,
      options: [],
      activeIndex: -1,
      query: '',
      busy: false,
      status: '',
      announcement: '',
      state: { ...INITIAL_STATE, value: initialText },
    },
    attachInput(element) {
      input = element;
      const bound = createElementText(element, field);
      text = bound;
      const unsubscribe = combobox.subscribe(bound.show);
      attended = attendInput(element, combobox, bound, () => popup);
      return () => {
        clearTimeout(ending);
        hide();
        attended?.end();
        unsubscribe();
        ending = input = text = attended = undefined;
      };
    },
    attachPopup(element) {
      popup = element;
      place();
      const listbox = element.querySelector<HTMLElement>('[role=listbox]');
      const undo = attendList(element, listbox ?? element, combobox);
      return () => {
        undo();
        hide();
        popup = undefined;
      };
    },
    input(event) {
      if (ending === undefined) attended?.input(event);
      else end();
    },
    compositionEnd() {
      // Firefox sends `input` afterwards. A new state before it would have React put a controlled input's old text back.
      if (input?.value === field.value) end();
      else ending = setTimeout(end);
    },
    settle(control) {
      if (control === 'controlled') text?.sync();
      place();
    },
  };
}
