/** The listbox with its options, the status line and the live region: drawn from a view with the fewest mutations. */
import {
  type Combobox,
  type ComboboxAttributes,
  type ComboboxView,
  displayText,
  matchRange,
} from '../combobox/index.js';
import { setAttributes } from './attributes.js';
import { createLayer } from './layer.js';
import { type ClassNames, createPart, type Part } from './parts.js';
import { styles } from './styles.js';

export interface Popup {
  readonly element: HTMLElement;
  readonly listbox: HTMLElement;
  render(view: ComboboxView, attributes: ComboboxAttributes): void;
  /** Takes everything out of the document. */
  remove(): void;
}

interface Row {
  readonly element: HTMLElement;
  style?: object;
  option?: string;
  /** Where the mark stands: another query that marks the same place changes nothing. */
  mark?: string;
}

export function createPopup(input: HTMLInputElement, combobox: Combobox, classNames: ClassNames): Popup {
  const document = input.ownerDocument;
  const part = (name: Part) => createPart(document, 'div', name, classNames);
  const element = part('popup');
  const listbox = part('listbox');
  const status = part('status');
  const announcer = part('announcer');
  const rows: Row[] = [];

  Object.assign(element.style, styles.popup);
  Object.assign(listbox.style, styles.listbox);
  Object.assign(announcer.style, styles.announcer);
  // A scroller is a tab stop of its own in some browsers.
  listbox.tabIndex = -1;
  element.append(listbox, status);
  const layer = createLayer(input, element, listbox, combobox);

  function drawOption(row: Row, option: string, query: string): void {
    const shown = displayText(option);
    const range = matchRange(shown, displayText(query));
    const mark = `${range}`;
    if (row.option === option && row.mark === mark) return;
    if (row.option !== option) row.element.dataset.value = option;
    row.option = option;
    row.mark = mark;
    if (!range) {
      row.element.textContent = shown;
      return;
    }
    const match = createPart(document, 'mark', 'match', classNames);
    match.textContent = shown.slice(...range);
    row.element.replaceChildren(shown.slice(0, range[0]), match, shown.slice(range[1]));
  }

  function drawList(
    { open, options, query, activeIndex }: ComboboxView,
    attributes: ComboboxAttributes,
  ): void {
    const wanted = open ? options : [];
    for (const row of rows.splice(wanted.length)) row.element.remove();
    for (const [index, option] of wanted.entries()) {
      let row = rows[index];
      if (!row) {
        row = { element: part('option') };
        row.element.dir = 'auto';
        rows.push(row);
        listbox.append(row.element);
      }
      drawOption(row, option, query);
      setAttributes(row.element, attributes.option(index));
      const style = index === activeIndex ? styles.activeOption : styles.option;
      if (row.style !== style) Object.assign(row.element.style, style);
      row.style = style;
    }
    if (listbox.hidden === open) listbox.hidden = !open;
  }

  /**
   * Beside the input, wherever the page has taken it: a node in `body` would be inert under a modal dialog. Not inside of
   * a label, which it would name.
   */
  function mount(): void {
    const beside = input.closest('label') ?? input;
    if (element.parentNode === beside.parentNode) return;
    layer.hide();
    beside.after(element, announcer);
  }

  return {
    element,
    listbox,
    render(view, attributes) {
      mount();
      setAttributes(listbox, attributes.listbox);
      setAttributes(announcer, attributes.status);
      drawList(view, attributes);
      if (status.textContent !== view.status) status.textContent = view.status;
      if (announcer.textContent !== view.announcement) announcer.textContent = view.announcement;
      layer.update();
    },
    remove() {
      layer.hide();
      element.remove();
      announcer.remove();
    },
  };
}
