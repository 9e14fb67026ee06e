/** The timeline: a row for each request and each cache hit, the latest first; a request's row says what became of it. */
import type { CompletionEvent, CompletionQuery } from '../events.js';
import { type Make, makeRow, makeTable } from './elements.js';
import { fieldOf, outcomeOf } from './words.js';

/** Older rows are dropped. */
const maxRows = 200;

export interface Timeline {
  readonly element: HTMLElement;
  add(event: CompletionEvent): void;
}

interface Row {
  readonly element: HTMLTableRowElement;
  readonly field: string;
}

export function createTimeline(make: Make): Timeline {
  const element = make('div');
  const filter = make('select');
  const label = make('label', 'Field ');
  const clear = make('button', 'Clear');
  const { table, body } = makeTable(make, 'Requests and cache hits, latest first', [
    'Seconds',
    'Field',
    'Text',
    'With',
    'Outcome',
    'Took',
  ]);
  const rows: Row[] = [];
  const open = new Map<number, HTMLTableRowElement>();
  const fields = new Set<string>();
  let start: number | undefined;

  clear.type = 'button';
  const all = make('option', 'all');
  all.value = '';
  filter.append(all);
  label.append(filter);
  element.append(label, clear, table);
  const sift = ({ element: row, field }: Row) => {
    row.hidden = filter.value !== '' && filter.value !== field;
  };
  filter.addEventListener('change', () => rows.forEach(sift));
  clear.addEventListener('click', () => {
    for (const row of rows.splice(0)) row.element.remove();
  });

  function addRow(query: CompletionQuery, at: number, outcome: string): HTMLTableRowElement {
    start ??= at;
    const field = fieldOf(query);
    const context = Object.entries(query.context).map(([name, value]) => `${name}=${value}`);
    const seconds = ((at - start) / 1000).toFixed(2);
    const row = makeRow(make, seconds, field, JSON.stringify(query.value), context.join(', '), outcome, '');
    if (!fields.has(field)) {
      fields.add(field);
      const option = make('option', field);
      option.value = field;
      filter.append(option);
    }
    rows.push({ element: row, field });
    sift(rows.at(-1)!);
    body.prepend(row);
    if (rows.length > maxRows) rows.shift()!.element.remove();
    return row;
  }

  return {
    element,
    add(event) {
      if (event.type === 'hit') addRow(event.query, event.at, outcomeOf(event));
      else if (event.type === 'request') {
        open.set(event.id, addRow(event.query, event.at, outcomeOf(event)));
      } else {
        const [, , , , outcome, took] = open.get(event.id)?.children ?? [];
        open.delete(event.id);
        if (!outcome || !took) return;
        outcome.textContent = outcomeOf(event);
        took.textContent = `${Math.round(event.durationMs)} ms`;
      }
    },
  };
}
