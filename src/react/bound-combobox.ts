/** One field's combobox and the elements that React gives it: what `bindInput` does, without the drawing. */
import type { ComponentPropsWithRef } from 'react';
import { type Combobox, type ComboboxOptions, type ComboboxView, createCombobox } from '../combobox/index.js';
import { plainView } from '../combobox/view.js';
import { type AttendedInput, attendInput, attendList } from '../dom/attend.js';
import { createElementText, type ElementText } from '../dom/element-text.js';
import { createLayer, type Layer } from '../dom/layer.js';
import type { CompletionField } from '../field.js';
import { INITIAL_STATE } from '../state.js';
import { elementRef } from './element-ref.js';

/** The props of an `<input>`, its ref among them. */
export type InputProps = ComponentPropsWithRef<'input'>;
/** The props of a `<div>`, its ref among them. */
export type ElementProps = ComponentPropsWithRef<'div'>;

/** The host's own props, as of one render. */
export interface HostProps {
  input?: InputProps;
  popup?: ElementProps;
}

export interface BoundCombobox {
  readonly combobox: Combobox;
  readonly id: string;
  /** What a server renders, and what a page is hydrated with: a plain field, with the text that the input starts with. */
  readonly plainView: ComboboxView;
  /** Of the last render that React kept. */
  host: HostProps;
  inputRef(input: HTMLInputElement | null): void;
  popupRef(popup: HTMLElement | null): void;
  /** An `input` event, within React's own handling of it: its host's state changes in the same batch. */
  input(event: Event): void;
  compositionEnd(): void;
  /** React has drawn. */
  settle(): void;
}

/** With `value` the host says what the text is, without it the element. */
export const isControlled = (props: InputProps | undefined): boolean => props?.value !== undefined;

/** Elements that had a field before: what stands in them is of that one, where no host says otherwise. */
const taken = new WeakSet<HTMLInputElement>();

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
  const list = () => popup?.querySelector<HTMLElement>('[role=listbox]');

  function endComposition(): void {
    clearTimeout(ending);
    ending = undefined;
    attended?.compositionEnd();
  }

  function place(): void {
    const listbox = list();
    if (input && popup && listbox) layer ??= createLayer(input, popup, listbox, combobox);
    layer?.update();
  }

  function hide(): void {
    layer?.hide();
    layer = undefined;
  }

  function attachInput(element: HTMLInputElement): () => void {
    input = element;
    if (isControlled(bound.host.input)) {
      // Else an empty element would take over the field's text.
      if (!element.value && field.value) field.setValue('');
    } else if (taken.has(element)) element.value = field.value;
    taken.add(element);
    text = createElementText(element, field);
    const unsubscribe = combobox.subscribe(text.show);
    attended = attendInput(element, combobox, text, () => popup);
    return () => {
      clearTimeout(ending);
      hide();
      attended?.end();
      unsubscribe();
      ending = input = text = attended = undefined;
    };
  }

  function attachPopup(element: HTMLElement): () => void {
    popup = element;
    place();
    const undo = attendList(element, list() ?? element, combobox);
    return () => {
      undo();
      hide();
      popup = undefined;
    };
  }

  const bound: BoundCombobox = {
    combobox,
    id: options.id,
    plainView: plainView({ ...INITIAL_STATE, value: field.value }),
    host: {},
    inputRef: elementRef(() => bound.host.input?.ref, attachInput),
    popupRef: elementRef(() => bound.host.popup?.ref, attachPopup),
    input(event) {
      if (ending === undefined) attended?.input(event);
      else endComposition();
    },
    compositionEnd() {
      // Firefox sends `input` afterwards. A new state before it would have React put a controlled input's old text back.
      if (input?.value === field.value) endComposition();
      else ending = setTimeout(endComposition);
    },
    settle() {
      if (isControlled(bound.host.input) && text?.sync()) combobox.dismiss();
      place();
    },
  };
  return bound;
}
