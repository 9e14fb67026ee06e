/** The panel's elements, and the few styles without which it could not be read. System colours, set property by property. */
import { displayText } from '../combobox/index.js';

const styles: Readonly<Record<string, Partial<CSSStyleDeclaration>>> = {
  section: {
    color: 'CanvasText',
    background: 'Canvas',
    font: '12px/1.5 system-ui, sans-serif',
    border: '1px solid GrayText',
    padding: '8px',
    maxHeight: '45vh',
    overflow: 'auto',
  },
  table: { borderCollapse: 'collapse', width: '100%', margin: '4px 0' },
  caption: { textAlign: 'start', fontWeight: 'bold' },
  th: { textAlign: 'start', fontWeight: 'normal', padding: '1px 12px 1px 0', verticalAlign: 'top' },
  td: { padding: '1px 12px 1px 0', verticalAlign: 'top', overflowWrap: 'anywhere' },
};

export type Make = <K extends keyof HTMLElementTagNameMap>(tag: K, text?: string) => HTMLElementTagNameMap[K];

export const makeIn =
  (document: Document): Make =>
  (tag, text) => {
    const element = document.createElement(tag);
    Object.assign(element.style, styles[tag]);
    if (text !== undefined) element.textContent = displayText(text);
    return element;
  };

/** A table with a caption and column headings; returns it and its body. */
export function makeTable(
  make: Make,
  caption: string,
  headings: readonly string[],
): { table: HTMLTableElement; body: HTMLTableSectionElement } {
  const table = make('table');
  const head = make('tr');
  for (const heading of headings) {
    const cell = make('th', heading);
    cell.scope = 'col';
    cell.style.fontWeight = 'bold';
    head.append(cell);
  }
  const top = make('thead');
  const body = make('tbody');
  top.append(head);
  table.append(make('caption', caption), top, body);
  return { table, body };
}

/** A row whose first cell names it. */
export function makeRow(make: Make, ...texts: readonly string[]): HTMLTableRowElement {
  const row = make('tr');
  const [name, ...rest] = texts;
  const heading = make('th', name);
  heading.scope = 'row';
  row.append(heading, ...rest.map((text) => make('td', text)));
  return row;
}
