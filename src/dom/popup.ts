/** The listbox with its options, the status line and the live region: drawn from a view with the fewest mutations. */
import { type ComboboxAttributes, type ComboboxView, displayText, matchRange } from '../combobox/index.js';
import { setAttributes } from './attributes.js';
import { type ClassNames, createPart } from './parts.js';
import { type Following, follow } from './placement.js';

export interface Popup {
  readonly element: HTMLElement;
  readonly listbox: HTMLElement;
  render(view: ComboboxView, attributes: ComboboxAttributes): void;
  /** Takes everything out of the document. */
  remove(): void;
}

interface Row {
  readonly element: HTMLElement;
  style?: string;
  option?: string;
  /** Where the mark stands: another query that marks the same place changes nothing. */
  mark?: string;
}

/** Only what the list needs to work without a stylesheet; looks are custom properties with system colours. */
const styles = {
  popup:
    'box-sizing:border-box;position:fixed;inset:auto;left:0;top:0;z-index:2147483647;margin:0;padding:0;overflow:hidden;' +
    'color:var(--mcp-completion-color,CanvasText);background:var(--mcp-completion-background,Canvas);' +
    'border:var(--mcp-completion-border,1px solid GrayText)',
  listbox: 'position:relative;margin:0;padding:0;overflow:auto;overscroll-behavior:contain',
  option:
    'display:block;min-height:1.2em;white-space:pre-wrap;overflow-wrap:anywhere;text-transform:none;unicode-bidi:isolate',
  active:
    ';color:var(--mcp-completion-active-color,HighlightText);background:var(--mcp-completion-active-background,Highlight)',
  announcer:
    'position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap',
};

export function createPopup(input: HTMLInputElement, classNames: ClassNames): Popup {
  const document = input.ownerDocument;
  const part = (tag: string, name: 'popup' | 'listbox' | 'status' | 'announcer') =>
    createPart(document, tag, name, classNames);
  const element = part('div', 'popup');
  const listbox = part('div', 'listbox');
  const status = part('div', 'status');
  const announcer = part('div', 'announcer');
  const topLayer = typeof element.showPopover === 'function';
  const rows: Row[] = [];
  let followed: Following | undefined;
  let query = '';

  element.style.cssText = styles.popup;
  listbox.style.cssText = styles.listbox;
  announcer.style.cssText = styles.announcer;
  // A scroller is a tab stop of its own in some browsers.
  listbox.tabIndex = -1;
  if (topLayer) element.popover = 'manual';
  else element.style.position = 'absolute';
  element.append(listbox, status);
  element.hidden = !topLayer;

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
        row = { element: createPart(document, 'div', 'option', classNames) };
        row.element.dir = 'auto';
        rows.push(row);
        listbox.append(row.element);
      }
      drawOption(row, option, query);
      setAttributes(row.element, attributes.option(index));
      const style = styles.option + (index === activeIndex ? styles.active : '');
      // Not by setAttribute, which a strict content security policy forbids.
      if (row.style !== style) row.element.style.cssText = row.style = style;
    }
    if (listbox.hidden === open) listbox.hidden = !open;
  }

  /** Scrolls the list alone, never the page. */
  function reveal(row: HTMLElement): void {
    const { offsetTop, offsetHeight } = row;
    const { scrollTop, clientHeight } = listbox;
    if (offsetTop < scrollTop) listbox.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) {
      listbox.scrollTop = offsetTop + offsetHeight - clientHeight;
    }
  }

  function hide(): void {
    if (!followed) return;
    followed.stop();
    followed = undefined;
    if (!topLayer) element.hidden = true;
    else if (element.isConnected) element.hidePopover();
  }

  /** Beside the input: a node in `body` would be inert under a modal dialog. Not inside of a label, which it would name. */
  function mount(): void {
    if (element.getRootNode() === input.getRootNode()) return;
    hide();
    (input.closest('label') ?? input).after(element, announcer);
  }

  function show(): void {
    if (!element.isConnected) return;
    // A page that moves the input takes the list out of the top layer.
    if (topLayer && !element.matches(':popover-open')) element.showPopover();
    else if (!topLayer) element.hidden = false;
    if (followed) followed.place();
    else followed = follow(input, element, listbox);
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
      if (view.open || view.status) show();
      else hide();
      if (view.activeIndex >= 0) reveal(rows[view.activeIndex]!.element);
      else if (view.query !== query) listbox.scrollTop = 0;
      query = view.query;
    },
    remove() {
      hide();
      element.remove();
      announcer.remove();
    },
  };
}
