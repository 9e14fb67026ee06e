/**
 * A long run against a server that answers at random: at least ten thousand answers, sound ones among every kind of
 * unsound one, while a person types at random. No throw, no unhandled rejection, never a list that belongs elsewhere,
 * and a usable field afterwards.
 */
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireMessage } from '../support/wire.js';
import { GENERATIONS, type Generation } from './clients.js';
import { give, markedValues, perform, readMark, type Script, script } from './scripts.js';
import { complete } from './server.js';
import { open, rest, type Session } from './session.js';

/** At least so many over all clients. */
const ANSWERS = Number(process.env.HOSTILE_ANSWERS ?? 10_000);
const EACH = Math.ceil(ANSWERS / GENERATIONS.length);
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', note);

afterAll(async () => {
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

describe(`random answers, HOSTILE_SEED=${SEED}`, () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each(GENERATIONS)(`$name survives ${EACH} of them`, { timeout: 600_000 }, async (generation) => {
    let answers = 0;
    for (let round = 0; answers < EACH; round++) {
      await fc.assert(
        fc.asyncProperty(script, async (steps) => {
          answers += await play(generation, steps);
        }),
        { seed: SEED + round, numRuns: 50 },
      );
    }
    console.log(`${generation.name}: ${answers} answers, HOSTILE_SEED=${SEED}`);
    expect(answers).toBeGreaterThanOrEqual(EACH);
  });
});

/** Plays one script to its end and says how many answers the server gave. */
async function play(generation: Generation, { narrowing, steps }: Script): Promise<number> {
  let answers = 0;
  const queue = steps.flatMap((step) => step.answers);
  const session = await open(generation, {
    engine: { narrowing },
    script: (asked) => {
      const { answer, delay } = queue.shift() ?? { answer: { give: 'values', count: 5 }, delay: 0 };
      if (delay === null) return;
      const reply = () => {
        answers++;
        give(asked, answer);
      };
      if (delay === 0) reply();
      else setTimeout(reply, delay);
    },
  });
  const watching = session.field.state$.subscribe(() => check(session));
  try {
    for (const { deed, pause } of steps) {
      perform(session, deed);
      check(session);
      await rest(pause);
      check(session);
    }
    await rest(60_000);
    await checkUsable(session);
    checkCancellations(session);
  } finally {
    watching.unsubscribe();
    await session.close();
    vi.clearAllTimers();
  }
  return answers;
}

/** What holds of every state, whatever the server did. One assertion a state: there are millions of options. */
function check({ field, form }: Session): void {
  const { options, hasMore, total, answered, provisional, reason } = field.state;
  const siblings = JSON.stringify(
    Object.entries(form.values).filter(([name, value]) => name !== field.name && value !== ''),
  );
  const misplaced = options.filter((option) => {
    if (option === 'stray' || option === 'second answer' || option.length > 10_000) return true;
    const mark = readMark(option);
    if (!mark) return false; // it was in a random answer
    if (mark.argument !== field.name || mark.siblings !== siblings) return true;
    return provisional && !belongs(answered, mark.value, option);
  });
  const sound =
    misplaced.length === 0 &&
    options.length <= 100 &&
    new Set(options).size === options.length &&
    (options.length === 0 || reason === undefined) &&
    (total === undefined || total === options.length || (total > options.length && hasMore));
  if (!sound) expect({ ...field.state, misplaced, siblings }).toBe('a sound state');
}

/** A shorter text's answer narrowed, or a value known in this context that the loosest of matches allows. */
function belongs(answered: string, asked: string, option: string): boolean {
  if (answered.startsWith(asked)) return true;
  let from = 0;
  const within = option.toLowerCase();
  return [...answered.toLowerCase()].every((wanted) => {
    from = within.indexOf(wanted, from) + 1;
    return from > 0;
  });
}

/** No request is cancelled twice, and none once its answer has arrived. */
function checkCancellations({ server: { wire } }: Session): void {
  const over = new Set<unknown>();
  const superfluous: unknown[] = [];
  for (const { direction, message } of wire.entries) {
    const { method, params, id, result, error } = Object(message) as WireMessage;
    if (direction === 'sent' && method === 'notifications/cancelled') {
      if (over.has(params?.requestId)) superfluous.push(params?.requestId);
      over.add(params?.requestId);
    }
    const isResult = typeof result === 'object' && result !== null && !Array.isArray(result);
    if (direction === 'received' && (isResult || Number.isInteger(error?.code))) over.add(id);
  }
  expect(superfluous).toEqual([]);
}

async function checkUsable({ engine, field, server }: Session): Promise<void> {
  server.script = (asked) => asked.answer(complete(markedValues(asked, 3)));
  engine.invalidate();
  field.focus();
  field.setValue('usable');
  field.refresh();
  await rest(60_000);
  expect(field.state).toMatchObject({
    activity: 'idle',
    value: 'usable',
    support: 'supported',
    provisional: false,
  });
  expect(field.state.error).toBeUndefined();
  expect(field.state.options).toEqual(markedValues(server.last, 3));
}
