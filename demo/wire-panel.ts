/** The wire panel: counters and the newest exchanges first, each with its JSON. */
import { el } from './elements.js';
import type { RowStatus, WireCounters, WireLog, WireRow } from './wire-log.js';

const COUNTERS: readonly (readonly [keyof WireCounters, string])[] = [
  ['sent', 'Sent'],
  ['answered', 'Answered'],
  ['cancelled', 'Cancelled'],
  ['failed', 'Failed'],
  ['served', 'Cached'],
];

const MARKS: Readonly<Record<RowStatus, string>> = {
  pending: '…',
  answered: '✓',
  failed: '!',
  cancelled: '×',
  served: '≡',
  notice: '·',
};

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

export function createWirePanel(root: HTMLElement, log: WireLog): void {
  const figures = new Map(COUNTERS.map(([name]) => [name, el('dd', { 'data-counter': name }, '0')]));
  const counters = el(
    'dl',
    { class: 'counters' },
    ...COUNTERS.map(([name, label]) => el('div', {}, el('dt', {}, label), figures.get(name)!)),
  );
  const clear = el('button', { type: 'button', class: 'quiet' }, 'Clear');
  clear.addEventListener('click', () => log.clear());
  const rows = el('ol', { class: 'rows', tabindex: 0, 'aria-label': 'Messages, newest first' });
  const none = el('p', { class: 'none' }, 'Nothing has passed yet.');
  root.append(counters, el('div', { class: 'rows-bar' }, el('h3', {}, 'Messages'), clear), none, rows);

  const shown = new Map<number, HTMLElement>();
  log.onChange = (row) => {
    for (const [name, figure] of figures) figure.textContent = log.counters[name].toLocaleString('en');
    if (row) {
      const before = shown.get(row.id);
      const after = renderRow(row, before?.querySelector('details')?.open === true ? 'open' : 'closed');
      const focused = before?.contains(document.activeElement) && document.activeElement?.localName;
      if (before) before.replaceWith(after);
      else rows.prepend(after);
      // An answer must not take the keyboard out of the row that it belongs to.
      if (focused) after.querySelector<HTMLElement>(focused)?.focus();
      shown.set(row.id, after);
    }
    for (const [id, element] of shown) {
      if (log.rows.has(id)) continue;
      element.remove();
      shown.delete(id);
    }
    none.hidden = shown.size > 0;
  };
}

function renderRow(row: WireRow, details: 'open' | 'closed'): HTMLElement {
  const time = CLOCK.format(row.at);
  const head = [
    el('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[row.status]),
    el('span', { class: 'what' }, el('b', {}, row.method), ' ', el('span', { dir: 'auto' }, row.subject)),
    el(
      'span',
      { class: 'outcome' },
      row.durationMs === undefined ? row.outcome : `${row.outcome}, ${Math.round(row.durationMs)} ms`,
    ),
    ...(row.ahead ? [el('span', { class: 'chip' }, 'fetched ahead')] : []),
    ...Object.entries(row.context).map(([name, value]) => el('span', { class: 'chip' }, `${name}=${value}`)),
  ];
  const item = el('li', { 'data-status': row.status, 'data-method': row.method });
  if (row.messages.length === 0) {
    item.append(el('div', { class: 'row' }, ...head, el('time', {}, time)));
    return item;
  }
  const body = el('pre', { tabindex: 0, 'aria-label': 'JSON-RPC messages' });
  const disclosure = el(
    'details',
    { open: details === 'open' },
    el('summary', { class: 'row' }, ...head, el('time', {}, time)),
    body,
  );
  const fill = () => {
    if (disclosure.open)
      body.textContent = row.messages.map((message) => JSON.stringify(message, null, 2)).join('\n');
  };
  disclosure.addEventListener('toggle', fill);
  fill();
  item.append(disclosure);
  return item;
}
