/**
 * What the benchmark promises. Where the engine is not yet at a goal, `held` is what it does today, and the test's name says so:
 * nothing may get worse, and whoever improves it lowers `held` towards `goal`.
 */
import { describe, expect, it, vi } from 'vitest';
import type { Score } from './meter.js';
import { MODES, POLICIES, type PolicyName } from './policies/index.js';
import { replay } from './replay.js';
import { LATENCIES } from './results.js';
import { BY_SERVER, BY_TYPIST, LONG, RECORDED } from './sessions.js';
import { recorded, type Session } from './trace.js';
import type { Latency } from './wire.js';

// Replays are quick, but there are thousands, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const AT_100: Latency = { ms: 100, kind: 'fixed' };
const AT_1000: Latency = { ms: 1000, kind: 'fixed' };
const MODE_NAMES = Object.keys(MODES) as (keyof typeof MODES)[];

interface Limit {
  readonly goal: number;
  /** Absent once the goal is met. */
  readonly held?: number;
}

function isKept(name: string, { goal, held = goal }: Limit, measure: () => Promise<number>): void {
  const title = held === goal ? `${name}: at most ${goal}` : `${name}: the goal is ${goal}, held at ${held}`;
  it(title, async () => expect(await measure()).toBeLessThanOrEqual(held));
}

const play = (session: Session, policy: PolicyName, latency = AT_100): Promise<Score> =>
  replay(session, POLICIES[policy], latency);

async function ratio(
  of: keyof Score,
  session: Session,
  [policy, other]: readonly [PolicyName, PolicyName],
  latency = AT_100,
): Promise<number> {
  const [ours, theirs] = [await play(session, policy, latency), await play(session, other, latency)];
  return ours[of] / theirs[of];
}

const explorer = recorded('explorer');
const languages = recorded('languages');
const asToday = ['engine', '300 ms debounce'] as const;

describe('beside the 300 ms debounce at 100 ms', () => {
  isKept('requests on explorer, as a share', { goal: 0.5, held: 0.9 }, () =>
    ratio('requests', explorer, asToday),
  );
  isKept('blind time on explorer, as a share', { goal: 0.1, held: 0.37 }, () =>
    ratio('blindMs', explorer, asToday),
  );
});

describe('beside the 300 ms debounce at 1,000 ms', () => {
  const held: Record<string, number> = { explorer: 0.47, languages: 0.51, pages: 0.72, paths: 0.61 };
  for (const session of RECORDED)
    isKept(`blind time on ${session.name}, as a share`, { goal: 0.25, held: held[session.name]! }, () =>
      ratio('blindMs', session, asToday, AT_1000),
    );
});

describe('default options', () => {
  isKept(
    'requests on explorer',
    { goal: 9, held: 16 },
    async () => (await play(explorer, 'engine')).requests,
  );
  isKept(
    'requests on languages',
    { goal: 9, held: 13 },
    async () => (await play(languages, 'engine')).requests,
  );
  isKept(
    'blind ms on explorer',
    { goal: 300, held: 3132 },
    async () => (await play(explorer, 'engine')).blindMs,
  );
  isKept(
    'blind ms on languages',
    { goal: 300, held: 1212 },
    async () => (await play(languages, 'engine')).blindMs,
  );
});

describe('learned narrowing', () => {
  const requests = async (session: Session) => (await play(session, 'engine, learned')).requests;
  isKept('requests on explorer', { goal: 7, held: 15 }, () => requests(explorer));
  isKept('requests on languages', { goal: 7, held: 12 }, () => requests(languages));
  // The goal is a third of what the default asked while a rest of 300 ms was always asked: 199 and 193 requests.
  isKept('requests on long/workday', { goal: 66, held: 164 }, () => requests(LONG[0]!));
  isKept('requests on long/mixed', { goal: 64, held: 171 }, () => requests(LONG[1]!));

  it('never asks more than the default does on long days', async () => {
    for (const session of LONG)
      expect(await requests(session)).toBeLessThanOrEqual((await play(session, 'engine')).requests);
  });
});

describe('a list that is wrong and does not say so', () => {
  for (const session of RECORDED)
    for (const mode of MODE_NAMES)
      it(`is never on screen: ${session.name}, ${mode}, every latency`, async () => {
        for (const latency of LATENCIES)
          expect((await play(session, mode, latency)).wrongFinalMs, JSON.stringify(latency)).toBe(0);
      });

  for (const mode of MODE_NAMES)
    it(`is never on screen on long days: ${mode}`, async () => {
      for (const session of LONG) expect((await play(session, mode)).wrongFinalMs, session.name).toBe(0);
    });

  for (const session of [...BY_SERVER, ...BY_TYPIST])
    it(`is never on screen without learned narrowing: ${session.name}`, async () => {
      for (const mode of ['engine', 'engine, narrowing off'] as const)
        expect((await play(session, mode)).wrongFinalMs, mode).toBe(0);
    });

  for (const session of [...BY_SERVER, ...BY_TYPIST])
    isKept(
      `ms with learned narrowing on ${session.name}`,
      session.name === 'server/ranked' ? { goal: 0, held: 715 } : { goal: 0 },
      async () => (await play(session, 'engine, learned')).wrongFinalMs,
    );
});

describe('the wire', () => {
  it('never hears of the cancellation of a settled request', async () => {
    for (const session of [...RECORDED, ...BY_TYPIST])
      for (const mode of MODE_NAMES)
        for (const latency of LATENCIES)
          expect((await play(session, mode, latency)).lateCancellations, session.name).toBe(0);
  });

  it('tells the same story twice', async () => {
    const jittered: Latency = { ms: 400, kind: 'jittered' };
    for (const session of [...RECORDED, LONG[1]!])
      for (const mode of MODE_NAMES)
        expect(await play(session, mode, jittered)).toEqual(await play(session, mode, jittered));
  });
});
