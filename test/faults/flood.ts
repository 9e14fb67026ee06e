/** A host that pushes ten thousand values a second into fifty fields, in virtual time, and what came of it. */
import { Subject } from 'rxjs';
import {
  type CompletionEngine,
  type CompletionEngineOptions,
  type CompletionState,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { between, pick, type Random, seeded } from '../bench/random.js';
import { FakeClient } from '../support/fake-client.js';

export const FIELDS = 50;
const FIELDS_OF_A_FORM = 5;
export const VALUES_A_SECOND = 10_000;

export interface FloodFigures {
  values: number;
  requests: number;
  /** The most requests that were under way at once: over all fields, and for one of them. */
  atOnce: number;
  atOncePerField: number;
  /** The most timers that the engine held at once. */
  timers: number;
  lateCancellations: number;
}

export interface FloodOptions {
  readonly seconds: number;
  readonly through: 'streams' | 'forms';
  readonly engine?: CompletionEngineOptions;
  /** Called after each second. */
  onSecond?(): void;
}

/** A text of a person, a program or a paste. */
function text(random: Random): string {
  const length = random() < 0.01 ? between(random, 1_000, 3_000) : between(random, 0, 12);
  return Array.from({ length }, () => pick(random, ['a', 'e', 'n', 's', 't', '/', ' '])).join('');
}

interface Flooded {
  push(text: string): void;
  state(): CompletionState | undefined;
}

/** Fifty pipelines over a host's own streams. */
function streams(engine: CompletionEngine): Flooded[] {
  return Array.from({ length: FIELDS }, (_, at) => {
    const value$ = new Subject<string>();
    let state: CompletionState | undefined;
    engine
      .complete({ ref: { type: 'ref/prompt', name: 'p' }, argument: `f${at}`, value$ })
      .subscribe((next) => {
        state = next;
      });
    return { push: (value) => value$.next(value), state: () => state };
  });
}

/** Ten forms of five fields, one of them in use in each, and all of them observed. */
function forms(engine: CompletionEngine): Flooded[] {
  return Array.from({ length: FIELDS / FIELDS_OF_A_FORM }, (_, at) => {
    const names = Array.from({ length: FIELDS_OF_A_FORM }, (_, field) => ({ name: `f${field}` }));
    const form = engine.form(promptTarget({ name: `p${at}`, arguments: names }));
    form.fields[0]!.focus();
    return form.fields.map((field, index) => {
      field.state$.subscribe();
      const fill = (value: string) => form.setValues({ [field.name]: value });
      return { push: index % 2 ? fill : (value: string) => field.setValue(value), state: () => field.state };
    });
  }).flat();
}

export async function flood(options: FloodOptions): Promise<FloodFigures & { settled: boolean }> {
  const { seconds, through, onSecond } = options;
  const clock = new BenchClock();
  const random = seeded(7);
  const figures = { values: 0, requests: 0, atOnce: 0, atOncePerField: 0, timers: 0, lateCancellations: 0 };
  const underWay = new Map<number, string>();
  let serverTimers = 0;
  const client = new FakeClient(({ value, answer }) => {
    // Kept by nobody: a flood's requests would outgrow what is measured.
    client.requests.length = client.cancelled.length = 0;
    serverTimers++;
    clock.schedule(() => {
      serverTimers--;
      answer(
        Array.from({ length: 100 }, (_, at) => `${value.slice(0, 20)}${at}`),
        { total: 1_000, hasMore: true },
      );
    }, 50);
  });
  const engine = createCompletionEngine(client, { scheduler: clock, ...options.engine });
  engine.events$.subscribe((event) => {
    if (event.type === 'hit') return;
    if (event.type !== 'request') return void underWay.delete(event.id);
    figures.requests++;
    const field = JSON.stringify([event.query.ref, event.query.argument]);
    underWay.set(event.id, field);
    const mine = [...underWay.values()].filter((one) => one === field);
    figures.atOnce = Math.max(figures.atOnce, underWay.size);
    figures.atOncePerField = Math.max(figures.atOncePerField, mine.length);
  });
  const fields = through === 'forms' ? forms(engine) : streams(engine);
  for (let ms = 0; ms < seconds * 1_000; ms++) {
    for (let value = 0; value < VALUES_A_SECOND / 1_000; value++, figures.values++)
      pick(random, fields).push(text(random));
    figures.timers = Math.max(figures.timers, clock.actions.length - serverTimers);
    await clock.advance(1, () => {});
    if (ms % 1_000 === 999) onSecond?.();
  }
  for (const [at, { push }] of fields.entries()) push(`last ${at}`);
  await clock.advance(60_000, () => {});
  await microtasks();
  const settled = fields.every(({ state }, at) => {
    const { value, activity, options = [] } = state() ?? {};
    const inUse = through === 'streams' || at % FIELDS_OF_A_FORM === 0;
    return value === `last ${at}` && activity === 'idle' && (!inUse || options[0] === `last ${at}0`);
  });
  engine.dispose();
  figures.lateCancellations = client.lateCancellations;
  return { ...figures, settled };
}
