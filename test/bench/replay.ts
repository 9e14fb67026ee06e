/** Plays a session through a policy, in virtual time, and scores it. */
import { BenchClock, microtasks } from './clock.js';
import { type Focused, Meter, type Score } from './meter.js';
import type { Policy, PolicyFactory } from './policy.js';
import type { Session, TraceEvent } from './trace.js';
import { type Latency, Wire } from './wire.js';

/** The same arguments give the same score, on every machine. */
export async function replay(session: Session, factory: PolicyFactory, latency: Latency): Promise<Score> {
  const clock = new BenchClock();
  const wire = new Wire(session, latency, clock);
  const policy = factory(wire, clock);
  const meter = new Meter(session.forms, wire.exchanges);
  const person = new Person(session, policy, clock, meter);
  for (const visit of session.visits) await person.visit(visit.form, visit.gapMs, visit.events);
  policy.dispose();
  await clock.advance(0, () => {});
  return meter.score(wire.lateCancellations);
}

class Person {
  #form = '';
  #field: string | undefined;
  #texts: Readonly<Record<string, string>> = {};
  #chosen = false;
  #looking: Focused | undefined;
  readonly #session: Session;
  readonly #policy: Policy;
  readonly #clock: BenchClock;
  readonly #meter: Meter;

  constructor(session: Session, policy: Policy, clock: BenchClock, meter: Meter) {
    this.#session = session;
    this.#policy = policy;
    this.#clock = clock;
    this.#meter = meter;
  }

  async visit(form: string, gapMs: number, events: readonly TraceEvent[]): Promise<void> {
    await this.#wait(gapMs);
    const fields = Object.keys(this.#session.forms[form]!);
    this.#form = form;
    this.#texts = Object.fromEntries(fields.map((field) => [field, '']));
    this.#policy.open(form, fields);
    for (const [gap, field, what, text = ''] of events) {
      await this.#wait(gap);
      if (what === 'accept' && !this.#policy.screen(field).options.includes(text))
        await this.#typeOut(field, text);
      else await this.#act(field, what, text);
    }
    if (this.#field !== undefined) await this.#act(this.#field, 'blur', '');
  }

  async #act(field: string, what: TraceEvent[2], text: string): Promise<void> {
    const now = this.#clock.now();
    if (what === 'blur') {
      this.#leave(field, now);
    } else if (what === 'focus') {
      if (this.#field !== undefined && this.#field !== field) this.#leave(this.#field, now);
      if (this.#field !== field) this.#chosen = false;
      this.#field = field;
      this.#look();
      this.#meter.focusGained(now, this.#looking!);
      this.#policy.focus(field);
    } else {
      this.#texts = { ...this.#texts, [field]: text };
      this.#chosen = what === 'accept' && !text.endsWith('/');
      this.#look();
      if (what === 'accept') this.#policy.accept(field, text);
      else this.#policy.type(field, text);
    }
    await microtasks();
    this.#sample();
  }

  #leave(field: string, now: number): void {
    this.#meter.focusLost(now);
    this.#field = undefined;
    this.#look();
    this.#policy.blur(field);
  }

  /** No list offered it: back to the common beginning, then key by key. */
  async #typeOut(field: string, text: string): Promise<void> {
    const keys = keysTo(this.#texts[field]!, text);
    for (const [at, typed] of keys.entries()) {
      if (at > 0) await this.#wait(this.#session.cadence);
      await this.#act(field, 'type', typed);
    }
  }

  async #wait(ms: number): Promise<void> {
    await this.#clock.advance(ms, () => this.#sample());
    this.#sample();
  }

  #sample(): void {
    const focused = this.#looking;
    this.#meter.sample(this.#clock.now(), focused, focused && this.#policy.screen(focused.field));
  }

  #look(): void {
    const field = this.#field;
    this.#looking =
      field === undefined
        ? undefined
        : {
            form: this.#form,
            field,
            text: this.#texts[field]!,
            context: this.#texts,
            chosen: this.#chosen,
          };
  }
}

/** The texts between two texts, one key each. */
export function keysTo(from: string, to: string): string[] {
  let common = 0;
  while (common < from.length && from[common] === to[common]) common++;
  const keys: string[] = [];
  for (let length = from.length - 1; length >= common; length--) keys.push(from.slice(0, length));
  for (let length = common + 1; length <= to.length; length++) keys.push(to.slice(0, length));
  return keys;
}
