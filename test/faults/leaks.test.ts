/** Nothing outlives what owned it: no timer, subscription, request or late word after dispose and unsubscribe. */
import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import {
  type CompletionClient,
  type CompletionField,
  type CompletionForm,
  type CompletionRef,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { BenchClock } from '../bench/clock.js';
import { between, pick, type Random, seeded } from '../bench/random.js';
import { FakeClient, type FakeRequest, rpcError } from '../support/fake-client.js';

const ROUNDS = 1_000;
const TARGET = promptTarget({ name: 'p', arguments: ['a', 'b', 'c'].map((name) => ({ name })) });

/** Answers some, fails some, and leaves the rest without an answer. */
const moody =
  (random: Random) =>
  ({ value, answer, fail }: FakeRequest): void => {
    const mood = random();
    if (mood < 0.5) answer([value, `${value}s`]);
    else if (mood < 0.6) answer([value]);
    else if (mood < 0.8) fail(rpcError(pick(random, [-32603, -32601, -32602, 429])));
  };

const DEEDS: readonly ((field: CompletionField, random: Random) => void)[] = [
  (field) => field.focus(),
  (field) => field.blur(),
  (field, random) => field.setValue(pick(random, ['a', 'ab', 'b/', 'abc'])),
  (field) => field.setValue('ab', { composing: true }),
  (field) => field.accept('ab'),
  (field) => field.accept('ab/'),
  (field) => field.dismiss(),
  (field) => field.refresh(),
];

/** Leaves a form in any situation that it can be in. */
async function disturb(form: CompletionForm, clock: BenchClock, random: Random): Promise<void> {
  for (let deed = between(random, 1, 12); deed > 0; deed--) {
    pick(random, DEEDS)(pick(random, form.fields), random);
    if (random() < 0.7) await clock.advance(between(random, 0, 700), () => {});
  }
}

function setUp(random: Random) {
  const clock = new BenchClock();
  const client = new FakeClient(moody(random));
  const client$ = new BehaviorSubject<CompletionClient | null>(client);
  const invalidate$ = new Subject<CompletionRef | void>();
  const engine = createCompletionEngine(client$, { scheduler: clock, invalidate$, timeoutMs: 2_000 });
  return { clock, client, client$, invalidate$, engine };
}

describe(`over ${ROUNDS} rounds`, { timeout: 60_000 }, () => {
  it('a disposed engine leaves no timer, no subscription, and asks nothing whatever its handles are told', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const random = seeded(round);
      const { clock, client, client$, invalidate$, engine } = setUp(random);
      const form = engine.form(TARGET);
      let completed = 0;
      if (random() < 0.5)
        for (const { state$ } of form.fields) state$.subscribe({ complete: () => completed++ });
      else completed = 3;
      await disturb(form, clock, random);

      engine.dispose();
      const asked = client.requests.length;
      expect({ round, timers: clock.actions.length }).toEqual({ round, timers: 0 });
      expect([client$.observed, invalidate$.observed, completed]).toEqual([false, false, 3]);
      for (const deed of DEEDS) for (const field of form.fields) deed(field, random);
      form.setValues({ a: 'x' });
      form.reset();
      expect({ round, timers: clock.actions.length }).toEqual({ round, timers: 0 });
      await clock.advance(60_000, () => {});
      expect({ round, asked: client.requests.length }).toEqual({ round, asked });
    }
  });

  it('a disposed form leaves no timer and no request, while its engine lives on', async () => {
    const random = seeded(1);
    const { clock, client, engine } = setUp(random);
    for (let round = 0; round < ROUNDS; round++) {
      const form = engine.form(TARGET);
      if (random() < 0.5) form.field('a').state$.subscribe();
      await disturb(form, clock, random);
      form.dispose();
      expect({ round, timers: clock.actions.length }).toEqual({ round, timers: 0 });
      for (const deed of DEEDS) for (const field of form.fields) deed(field, random);
      expect({ round, timers: clock.actions.length }).toEqual({ round, timers: 0 });
      const { length } = client.requests;
      await clock.advance(random() < 0.1 ? 40_000 : 100, () => {});
      expect({ round, asked: client.requests.length }).toEqual({ round, asked: length });
    }
  });

  it('an unsubscribed pipeline lets go of every stream of its host', async () => {
    const random = seeded(2);
    const { clock, client, engine } = setUp(random);
    for (let round = 0; round < ROUNDS; round++) {
      const [value$, refresh$] = [new Subject<string>(), new Subject<void>()];
      const context$ = new Subject<Record<string, string>>();
      const [active$, composing$] = [new Subject<boolean>(), new Subject<boolean>()];
      const streams = [value$, refresh$, context$, active$, composing$];
      const subscription = engine
        .complete({
          ref: { type: 'ref/prompt', name: 'p' },
          argument: 'a',
          ...{ value$, context$, active$, composing$, refresh$ },
        })
        .subscribe();
      value$.next('');
      for (let deed = between(random, 1, 8); deed > 0; deed--) {
        pick(random, [
          () => value$.next(pick(random, ['a', 'ab', ''])),
          () => active$.next(random() < 0.8),
          () => composing$.next(random() < 0.5),
          () => context$.next({ b: pick(random, ['', 'x', 'y']) }),
          () => refresh$.next(),
        ])();
        await clock.advance(between(random, 0, 500), () => {});
      }
      subscription.unsubscribe();
      engine.invalidate();
      expect(streams.map(({ observed }) => observed)).toEqual([false, false, false, false, false]);
      expect({ round, timers: clock.actions.length }).toEqual({ round, timers: 0 });
    }
    expect(client.requests.length).toBeGreaterThan(ROUNDS / 2);
  });
});
