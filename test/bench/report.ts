/** The benchmark's Markdown: what README includes, and the rest behind it. */
import { A_MILLION, estimate } from './estimate.js';
import { floor } from './floor.js';
import { POLICY_NAMES } from './policies/index.js';
import { onDemand } from './policies/on-demand.js';
import { replay } from './replay.js';
import { LATENCIES, type Row, select, table, total } from './results.js';
import { LONG, RECORDED, SESSIONS } from './sessions.js';
import type { Session } from './trace.js';

const AT_100 = { ms: 100, kind: 'fixed' } as const;
const AT_1000 = { ms: 1000, kind: 'fixed' } as const;
/** Within the engine's default `freshMs`; within its `maxAgeMs`; a list once and for all. */
const FRESH_MS = [30_000, 300_000, Number.POSITIVE_INFINITY];
const seconds = (ms: number) => Math.round(ms / 10) / 100;

export async function markdown(rows: readonly Row[]): Promise<string> {
  return `${[
    '# Benchmark',
    'Virtual time, counts and virtual milliseconds: the same on every machine. `npm run bench` writes this file.',
    '*Blind*: seconds with a field in focus and not the list that the server would answer now. *Wrong final*: of those, seconds in which',
    'nothing on screen said so. *Unseen*: answers that arrived for nobody. *First list*: from focus to the first right list, mean and worst.',
    '## Recorded sessions, 100 ms a request',
    ...RECORDED.flatMap((session) => [`### ${session.name}: ${session.about}`, sessionTable(rows, session)]),
    '## Recorded sessions by latency',
    'Requests / seconds blind, all four together.',
    latencyTable(rows),
    '## All sessions by latency',
    'Requests / seconds blind (as a share of the 300 ms debounce), all together.',
    allTable(rows),
    '## Generated sessions, 100 ms a request',
    'Requests / seconds blind.',
    generatedTable(rows),
    '## The floor: requests',
    'At 100 ms, beside what somebody would need who knew how the server matches and asked each list once while it is fresh.',
    requestFloorTable(rows),
    '## The floor: blind time',
    'Seconds blind, and as a share of the 300 ms debounce. *On demand*: asks every text the moment it is typed, cancels nothing, forgets nothing,',
    'and shows the right list as soon as the values that came back hold it. Only a guess at what comes next goes below it.',
    await blindFloorTable(rows),
    '## Finally wrong',
    wrongTable(rows),
    '## A million hosts, one server',
    `On paper, from the counts of the long sessions at 100 ms: ${A_MILLION.formsPerDay} forms a day at each host, within ${A_MILLION.hours} hours.`,
    loadTable(rows),
  ].join('\n\n')}\n`;
}

function sessionTable(rows: readonly Row[], { name }: Session): string {
  return table(
    ['policy', 'requests', 'cancelled', 'unseen', 'blind s', 'wrong final s', 'first list ms'],
    select(rows, { session: name }, AT_100).map((row) => [
      row.policy,
      row.requests,
      row.cancellations,
      row.unseen,
      seconds(row.blindMs),
      seconds(row.wrongFinalMs),
      `${row.firstRightMs} (${row.firstRightWorstMs})`,
    ]),
  );
}

function latencyTable(rows: readonly Row[]): string {
  const names = new Set(RECORDED.map((session) => session.name));
  const some = rows.filter((row) => names.has(row.session));
  return table(
    ['policy', ...LATENCIES.map(nameOf)],
    POLICY_NAMES.map((policy) => [
      policy,
      ...LATENCIES.map((latency) => cell(total(select(some, { policy }, latency)))),
    ]),
  );
}

function allTable(rows: readonly Row[]): string {
  const sum = (policy: Row['policy'], latency: Row['latency']) => total(select(rows, { policy }, latency));
  return table(
    ['policy', ...LATENCIES.map(nameOf)],
    POLICY_NAMES.map((policy) => [
      policy,
      ...LATENCIES.map((latency) => {
        const score = sum(policy, latency);
        const share = (score.blindMs / sum('300 ms debounce', latency).blindMs) * 100;
        return `${cell(score)} (${share.toFixed(1)} %)`;
      }),
    ]),
  );
}

function generatedTable(rows: readonly Row[]): string {
  const generated = SESSIONS.filter((session) => !RECORDED.includes(session));
  return table(
    ['session', ...POLICY_NAMES],
    generated.map((session) => [
      session.name,
      ...POLICY_NAMES.map((policy) => cell(total(select(rows, { session: session.name, policy }, AT_100)))),
    ]),
  );
}

/** Only where one answer holds the whole list: elsewhere more than one request a list is needed. */
function requestFloorTable(rows: readonly Row[]): string {
  const whole = SESSIONS.filter((session) =>
    Object.values(session.forms).every((form) =>
      Object.values(form).every(({ match, page, from }) => match !== 'path' && !page && !from),
    ),
  );
  return table(
    ['session', '300 ms debounce', 'engine', 'engine, learned', 'floor, fresh 30 s', '300 s', 'forever'],
    whole.map((session) => [
      session.name,
      ...(['300 ms debounce', 'engine', 'engine, learned'] as const).map(
        (policy) => total(select(rows, { session: session.name, policy }, AT_100)).requests,
      ),
      ...FRESH_MS.map((ms) => floor(session, ms)),
    ]),
  );
}

async function blindFloorTable(rows: readonly Row[]): Promise<string> {
  const lines: (string | number)[][] = [];
  for (const session of SESSIONS) {
    const cells: string[] = [];
    for (const latency of [AT_100, AT_1000]) {
      const blind = (policy: Row['policy']) =>
        total(select(rows, { session: session.name, policy }, latency)).blindMs;
      const { blindMs } = await replay(session, onDemand(session), latency);
      for (const ms of [blindMs, blind('engine')])
        cells.push(`${(ms / 1000).toFixed(1)} (${Math.round((ms / blind('300 ms debounce')) * 100)} %)`);
    }
    lines.push([session.name, ...cells]);
  }
  const head = ['session', 'on demand, 100 ms', 'engine, 100 ms', 'on demand, 1000 ms', 'engine, 1000 ms'];
  return table(head, lines);
}

function wrongTable(rows: readonly Row[]): string {
  return table(
    ['policy', 'seconds blind', 'of them finally wrong', 'sessions x latencies'],
    POLICY_NAMES.map((policy) => {
      const of = select(rows, { policy });
      const sum = total(of);
      return [policy, seconds(sum.blindMs), seconds(sum.wrongFinalMs), of.length];
    }),
  );
}

function loadTable(rows: readonly Row[]): string {
  const forms = LONG.reduce((sum, session) => sum + session.visits.length, 0);
  return table(
    ['policy', 'requests a form', 'requests a second', 'cancelled or never shown as answered'],
    POLICY_NAMES.map((policy) => {
      const of = LONG.flatMap((session) => select(rows, { session: session.name, policy }, AT_100));
      const load = estimate(policy, total(of), forms);
      return [policy, load.perForm, load.perSecond, load.wastedPerSecond];
    }),
  );
}

function nameOf({ ms, kind }: Row['latency']): string {
  return `${ms} ms${kind === 'fixed' ? '' : ' ±'}`;
}

function cell({ requests, blindMs }: { requests: number; blindMs: number }): string {
  return `${requests} / ${(blindMs / 1000).toFixed(1)}`;
}
