/** The matrix of the interop suite: its rows, its Markdown table, and the figures of its last line. */
import { SCENARIOS } from './scenarios.js';

export type Cell =
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'fail' | 'absent'; readonly reason: string };

export interface Row {
  readonly server: string;
  readonly client: string;
  readonly protocol: string;
  readonly transport: string;
  /** In the order of the scenarios; or one cell, when the row as a whole failed or is absent. */
  readonly cells: readonly Cell[];
}

const MARK = { pass: '✓', fail: '✗', absent: '–' } as const;

export function summary(rows: readonly Row[]): { passed: number; failed: number; skipped: number } {
  const cells = rows.flatMap((row) => row.cells);
  const count = (outcome: Cell['outcome']) => cells.filter((cell) => cell.outcome === outcome).length;
  // A scenario that a server gives no occasion for was not skipped: there is nothing to run.
  const skipped = rows.filter(isAbsent).length;
  return { passed: count('pass'), failed: count('fail'), skipped };
}

export const isAbsent = ({ cells }: Row): boolean => cells.length === 1 && cells[0]?.outcome === 'absent';

/** A row for the terminal. */
export function line(row: Row): string {
  const head = `${row.server} | ${row.client} | ${row.protocol} | ${row.transport}`;
  const failures = row.cells.flatMap((cell, index) =>
    cell.outcome === 'fail' ? [`\n    ${SCENARIOS[index]?.title ?? 'connection'}: ${cell.reason}`] : [],
  );
  const first = row.cells[0];
  if (isAbsent(row) && first?.outcome === 'absent') return `absent  ${head}: ${first.reason}`;
  const passed = row.cells.filter(({ outcome }) => outcome === 'pass').length;
  const mark = failures.length > 0 ? 'FAIL' : 'pass';
  return `${mark}    ${head}: ${passed} passed${failures.join('')}`;
}

/** The table that the README includes, with the versions it holds for. */
export function markdown(rows: readonly Row[], versions: readonly string[]): string {
  const notes: string[] = [];
  const note = (reason: string): number => {
    if (!notes.includes(reason)) notes.push(reason);
    return notes.indexOf(reason) + 1;
  };
  const show = (cell: Cell | undefined): string => {
    if (!cell) return '';
    return cell.outcome === 'pass' ? MARK.pass : `${MARK[cell.outcome]} [${note(cell.reason)}]`;
  };
  const head = ['Server', 'Client', 'Protocol', 'Transport', ...SCENARIOS.map(({ title }) => title)];
  const body = rows.map((row) => [
    row.server,
    row.client,
    row.protocol,
    row.transport,
    ...SCENARIOS.map((_, index) => show(row.cells.length === 1 ? row.cells[0] : row.cells[index])),
  ]);
  const table = [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`);
  const legend = notes.map((reason, index) => `${index + 1}. ${reason}`);
  return [
    '<!-- Written by `npm run test:interop`. -->',
    '',
    ...table,
    '',
    '✓ passed, ✗ failed, – no occasion:',
    '',
    ...legend,
    '',
    `Versions: ${versions.join(', ')}.`,
    '',
  ].join('\n');
}
