/**
 * Half an hour of typing, in virtual time, while one request in twenty fails, one in twenty is never answered and the
 * connection is lost about once a minute: no stuck field, no lost text, and an answer as soon as one is to be had.
 */
import { afterAll, describe, expect, it } from 'vitest';
import {
  type CompletionEvent,
  type CompletionField,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { BenchClock } from '../bench/clock.js';
import { between, pick, type Random, seeded } from '../bench/random.js';
import { ShakyServer } from './shaky.js';

const HALF_AN_HOUR_MS = 30 * 60_000;
const FAULTS = { errors: 0.05, silence: 0.05 };
const TIMEOUT_MS = 5_000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_DEBOUNCE_MS = 1_000;
const TARGET = promptTarget({ name: 'p', arguments: ['a', 'b', 'c', 'd'].map((name) => ({ name })) });

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', note);
afterAll(async () => {
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

/** A person at one field at a time, who knows what they typed. */
class Typist {
  readonly texts = new Map<CompletionField, string>();
  keys = 0;
  #at: CompletionField;
  readonly #fields: readonly CompletionField[];
  readonly #random: Random;

  constructor(fields: readonly CompletionField[], random: Random) {
    this.#fields = fields;
    this.#random = random;
    this.#at = fields[0]!;
    for (const field of fields) this.texts.set(field, '');
    this.#at.focus();
  }

  get at(): CompletionField {
    return this.#at;
  }

  type(text: string): void {
    this.keys++;
    this.texts.set(this.#at, text);
    this.#at.setValue(text);
  }

  act(): void {
    const random = this.#random;
    const text = this.texts.get(this.#at)!;
    const deed = random();
    if (deed < 0.6) this.type(text.length > 8 ? 'a' : text + pick(random, ['a', 'l', 'p', 'b', 'e', '/']));
    else if (deed < 0.8) this.type(text.slice(0, -1));
    else if (deed < 0.85) this.#choose();
    else if (deed < 0.88) this.#at.dismiss();
    else if (deed < 0.9) this.#at.refresh();
    else this.move();
  }

  move(): void {
    this.#at.blur();
    this.#at = pick(this.#random, this.#fields);
    this.#at.focus();
  }

  #choose(): void {
    const { options } = this.#at.state;
    if (options.length === 0) return;
    const option = pick(this.#random, options);
    this.texts.set(this.#at, option);
    this.#at.accept(option);
  }
}

/** Holds every field to the longest that it may be on its way to an answer. */
function watchActivity(fields: readonly CompletionField[], now: () => number): () => void {
  const since = new Map<CompletionField, { key: string; at: number }>();
  const limits = { waiting: LONGEST_WAIT_MS + LONGEST_DEBOUNCE_MS, loading: TIMEOUT_MS, slow: TIMEOUT_MS };
  return () => {
    for (const field of fields) {
      const { activity, value, reason } = field.state;
      const key = JSON.stringify([activity, value, reason]);
      const before = since.get(field);
      if (before?.key !== key) since.set(field, { key, at: now() });
      else if (activity !== 'idle' && now() - before.at > limits[activity])
        throw new Error(`"${field.name}" has been ${activity} since ${before.at}, at ${now()}`);
    }
  };
}

/** Every request ends once, as exactly one thing. */
function balance(events: readonly CompletionEvent[]) {
  const open = new Set<number>();
  const ended: Record<string, number> = {};
  for (const event of events) {
    if (event.type === 'hit') continue;
    if (event.type === 'request') open.add(event.id);
    else {
      if (!open.delete(event.id)) throw new Error(`request ${event.id} ended twice: ${event.type}`);
      ended[event.type] = (ended[event.type] ?? 0) + 1;
    }
  }
  return { open: open.size, ended };
}

describe('half an hour', { timeout: 300_000 }, () => {
  it.each([
    { seed: 1, narrowing: 'display' },
    { seed: 2, narrowing: 'display' },
    { seed: 3, narrowing: 'learned' },
    { seed: 4, narrowing: 'off' },
  ] as const)('of faults, seed $seed, narrowing $narrowing', async ({ seed, narrowing }) => {
    const clock = new BenchClock();
    const random = seeded(seed);
    const server = new ShakyServer(clock, random, FAULTS);
    const engine = createCompletionEngine(server.client$, {
      scheduler: clock,
      timeoutMs: TIMEOUT_MS,
      narrowing,
      cache: { freshMs: 5_000, maxAgeMs: 20_000 },
    });
    const events: CompletionEvent[] = [];
    engine.events$.subscribe((event) => events.push(event));
    const form = engine.form(TARGET);
    form.field('b').state$.subscribe();
    const typist = new Typist(form.fields, random);
    const check = watchActivity(form.fields, () => clock.now());
    const rest = (ms: number) => clock.advance(ms, check);
    let probes = 0;
    let slowestRecovery = 0;

    const checkTexts = () => {
      for (const [field, text] of typist.texts) expect(field.value).toBe(text);
    };

    /** The faults end: a key typed now is answered once its back-off, if any, is over. */
    async function probe(): Promise<void> {
      server.share = { errors: 0, silence: 0 };
      await rest(TIMEOUT_MS);
      typist.type(pick(random, ['al', 'be', 'ga', 'de']));
      const field = typist.at;
      const typed = clock.now();
      const { retryAt = typed } = field.state.error ?? {};
      // The whole list, fetched ahead while someone deletes, may come first.
      const due = Math.max(retryAt, typed + LONGEST_DEBOUNCE_MS + server.slowest) + server.slowest;
      while (field.state.activity !== 'idle' && clock.now() < due) await rest(10);
      expect(field.state).toMatchObject({ activity: 'idle', options: ShakyServer.answer(field.value) });
      expect(field.state.error).toBeUndefined();
      slowestRecovery = Math.max(slowestRecovery, clock.now() - typed);
      probes++;
      server.share = FAULTS;
    }

    let nextLoss = between(random, 30_000, 90_000);
    let nextProbe = 60_000;
    while (clock.now() < HALF_AN_HOUR_MS) {
      typist.act();
      checkTexts();
      await rest(random() < 0.05 ? between(random, 1_000, 8_000) : between(random, 40, 500));
      if (clock.now() > nextLoss) {
        server.disconnect();
        await rest(between(random, 0, 4_000));
        typist.act();
        server.connect();
        nextLoss = clock.now() + between(random, 30_000, 90_000);
      }
      if (clock.now() > nextProbe) {
        await probe();
        nextProbe = clock.now() + 60_000;
      }
    }

    typist.at.blur();
    await rest(LONGEST_WAIT_MS + TIMEOUT_MS);
    expect(form.fields.map(({ state }) => state.activity)).toEqual(['idle', 'idle', 'idle', 'idle']);
    checkTexts();
    expect(clock.actions).toEqual([]);
    const { open, ended } = balance(events);
    expect(open).toBe(0);
    expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(server.requests);
    expect(server.count.errors).toBeGreaterThan(20);
    expect(server.count.silences).toBeGreaterThan(20);
    expect(server.count.reconnects).toBeGreaterThan(15);
    expect(server.clients.reduce((sum, { lateCancellations }) => sum + lateCancellations, 0)).toBe(0);
    engine.dispose();
    expect(server.client$.observed).toBe(false);
    console.log(
      JSON.stringify({
        seed,
        narrowing,
        keys: typist.keys,
        requests: server.requests,
        ...server.count,
        ended,
        probes,
        slowestRecovery,
      }),
    );
  });
});
