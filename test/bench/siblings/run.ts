/** `npm run bench:siblings`: could the engine learn which siblings do not matter? Prints results/siblings.md and writes it. */
import { writeFileSync } from 'node:fs';
import type { Score } from '../meter.js';
import { enginePolicy } from '../policies/engine.js';
import type { PolicyFactory } from '../policy.js';
import { replay } from '../replay.js';
import { table } from '../results.js';
import { LONG, RECORDED } from '../sessions.js';
import type { Session } from '../trace.js';
import { DEPENDENT, INDEPENDENT } from './populations.js';
import { SiblingLearner, type SiblingRule } from './rule.js';

const AT_100 = { ms: 100, kind: 'fixed' } as const;
const EQUAL = [1, 2, 3, 5];
const VALUES = [1, 2, 3, 10];
const FRESH_MS = [30_000, 300_000];
const POPULATIONS = [...INDEPENDENT, ...DEPENDENT];

type Sum = Pick<Score, 'requests' | 'blindMs' | 'wrongFinalMs'>;

async function sum(
  sessions: readonly Session[],
  policyFor: (session: Session) => PolicyFactory,
): Promise<Sum> {
  const all = { requests: 0, blindMs: 0, wrongFinalMs: 0 };
  for (const session of sessions) {
    const score = await replay(session, policyFor(session), AT_100);
    all.requests += score.requests;
    all.blindMs += score.blindMs;
    all.wrongFinalMs += score.wrongFinalMs;
  }
  return all;
}

const fresh = (freshMs: number) => enginePolicy({ cache: { freshMs } });
const ruled =
  (rule: SiblingRule): PolicyFactory =>
  (client, clock) =>
    fresh(rule.freshMs)(new SiblingLearner(rule, client, clock), clock);
/** The host says which sibling each argument depends on, as the model has it. */
const told = ({ forms }: Session): PolicyFactory =>
  enginePolicy({}, (form) => ({
    dependsOn: Object.fromEntries(
      Object.entries(forms[form]!).map(([name, { by }]) => [name, by === undefined ? [] : [by]]),
    ),
  }));
const saved = (before: Sum, after: Sum) => `${Math.round((1 - after.requests / before.requests) * 100)} %`;

async function learnedTable(freshMs: number): Promise<string> {
  const plain: Sum[] = [];
  for (const { sessions } of POPULATIONS) plain.push(await sum(sessions, () => fresh(freshMs)));
  const lines: (string | number)[][] = [];
  for (const equal of EQUAL)
    for (const values of VALUES) {
      const cells: string[] = [];
      for (const [at, { sessions }] of POPULATIONS.entries()) {
        const score = await sum(sessions, () => ruled({ equal, values, freshMs }));
        cells.push(`${saved(plain[at]!, score)} / ${(score.wrongFinalMs / 1000).toFixed(1)}`);
      }
      lines.push([equal, values, ...cells]);
    }
  const names = POPULATIONS.map(({ name }, at) => `${name} (${plain[at]!.requests})`);
  return table(['equal answers', 'of at least', ...names], lines);
}

async function toldTable(): Promise<string> {
  const others = [...RECORDED.slice(0, 2), ...LONG].map((session) => ({
    name: session.name,
    sessions: [session],
  }));
  const lines: (string | number)[][] = [];
  for (const { name, sessions } of [...POPULATIONS, ...others]) {
    const without = await sum(sessions, () => enginePolicy());
    const learned = await sum(sessions, () => enginePolicy({ narrowing: 'learned' }));
    const withIt = await sum(sessions, told);
    lines.push([
      ...[name, without.requests, learned.requests, withIt.requests, saved(without, withIt)],
      ...[without.blindMs, withIt.blindMs, withIt.wrongFinalMs],
    ]);
  }
  const head = [
    'session',
    'requests',
    'learned',
    'with `dependsOn`',
    'saved',
    'blind ms',
    'with',
    'wrong final ms',
  ];
  return table(head, lines);
}

const text = `${[
  '# Siblings',
  'Virtual time, 100 ms a request. `npm run bench:siblings` writes this file; ../README.md says what follows from it.',
  '## Learned: requests saved / seconds finally wrong',
  'After so many further values of a sibling with an equal answer, of at least so many values, to the same text, the sibling is ignored. In brackets: requests without the rule.',
  POPULATIONS.map(({ name, about }) => `- ${name}: ${about}`).join('\n'),
  '### An answer stands in for 30 s',
  await learnedTable(FRESH_MS[0]!),
  '### An answer stands in for 300 s',
  await learnedTable(FRESH_MS[1]!),
  '## Told: `dependsOn`',
  await toldTable(),
].join('\n\n')}\n`;
writeFileSync(new URL('../results/siblings.md', import.meta.url), text);
process.stdout.write(text);
