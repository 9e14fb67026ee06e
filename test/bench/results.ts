/** Runs every session under every policy and latency, and says what came out: rows, totals, a table. */

import type { Score } from './meter.js';
import { POLICIES, POLICY_NAMES, type PolicyName } from './policies/index.js';
import { replay } from './replay.js';
import type { Session } from './trace.js';
import type { Latency } from './wire.js';

export interface Row extends Score {
  readonly session: string;
  readonly policy: PolicyName;
  readonly latency: Latency;
}

export const LATENCIES: readonly Latency[] = [
  ...[0, 30, 100, 400, 1000].map((ms) => ({ ms, kind: 'fixed' }) as const),
  ...[30, 100, 400, 1000].map((ms) => ({ ms, kind: 'jittered' }) as const),
];

export async function measure(
  sessions: readonly Session[],
  latencies: readonly Latency[],
  names: readonly PolicyName[] = POLICY_NAMES,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const session of sessions)
    for (const policy of names)
      for (const latency of latencies)
        rows.push({
          session: session.name,
          policy,
          latency,
          ...(await replay(session, POLICIES[policy], latency)),
        });
  return rows;
}

/** Rows added up; the waits for a first list are their mean and worst. */
export function total(rows: readonly Row[]): Score {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    requests: sum((row) => row.requests),
    cancellations: sum((row) => row.cancellations),
    unseen: sum((row) => row.unseen),
    refused: sum((row) => row.refused),
    focusedMs: sum((row) => row.focusedMs),
    blindMs: sum((row) => row.blindMs),
    wrongFinalMs: sum((row) => row.wrongFinalMs),
    firstRightMs: rows.length ? Math.round(sum((row) => row.firstRightMs) / rows.length) : 0,
    firstRightWorstMs: Math.max(0, ...rows.map((row) => row.firstRightWorstMs)),
    lateCancellations: sum((row) => row.lateCancellations),
  };
}

export function select(
  rows: readonly Row[],
  wanted: Partial<Pick<Row, 'session' | 'policy'>>,
  latency?: Latency,
): Row[] {
  return rows.filter(
    (row) =>
      (wanted.session === undefined || row.session === wanted.session) &&
      (wanted.policy === undefined || row.policy === wanted.policy) &&
      (latency === undefined || (row.latency.ms === latency.ms && row.latency.kind === latency.kind)),
  );
}

/** A Markdown table; numbers stand to the right. */
export function table(head: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  const align = head.map((_, at) => (lines.every((line) => typeof line[at] === 'number') ? '---:' : '---'));
  return [head, align, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** One line a row, in columns: small enough to keep, and a changed figure shows as a changed line. */
export function json(rows: readonly Row[]): string {
  const flat = rows.map(({ latency, ...row }) => ({
    latencyMs: latency.ms,
    latencyKind: latency.kind,
    ...row,
  }));
  const lines = flat.map((row) => JSON.stringify(Object.values(row)));
  return `{"columns":${JSON.stringify(Object.keys(flat[0] ?? {}))},"rows":[\n${lines.join(',\n')}\n]}\n`;
}
