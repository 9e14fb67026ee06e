/** Generated sessions: typists of several speeds and habits, at servers of every kind, from a seed. */
import { matching } from './model.js';
import { between, hash, pick, type Random, seeded } from './random.js';
import { keysTo } from './replay.js';
import type { FormModel, Session, TraceEvent, Visit } from './trace.js';

/** How a person types. Milliseconds. */
export interface Typist {
  readonly name: string;
  /** Between two keys: the median, and how far a gap strays from it. */
  readonly gapMs: number;
  readonly strayMs: number;
  /** Looks at the list: at least, at most. */
  readonly readMs: readonly [number, number];
  /** The chance that a key is wrong and taken back. */
  readonly typos: number;
  /** The chance that a field is filled by a paste. */
  readonly pastes: number;
  /** The chance of going back to an earlier field. */
  readonly hops: number;
}

const AVERAGE: Typist = {
  name: 'average',
  gapMs: 170,
  strayMs: 60,
  readMs: [400, 1100],
  typos: 0.03,
  pastes: 0,
  hops: 0.1,
};

export const TYPISTS = {
  slow: { ...AVERAGE, name: 'slow', gapMs: 320, strayMs: 120, readMs: [700, 1800] },
  average: AVERAGE,
  /** Looks for longer than any pause of the engine's own. */
  thinking: { ...AVERAGE, name: 'thinking', readMs: [1200, 3000] },
  fast: { ...AVERAGE, name: 'fast', gapMs: 90, strayMs: 25, readMs: [300, 700] },
  correcting: { ...AVERAGE, name: 'correcting', typos: 0.2 },
  pasting: { ...AVERAGE, name: 'pasting', pastes: 0.6 },
  hopping: { ...AVERAGE, name: 'hopping', hops: 0.7 },
} as const satisfies Record<string, Typist>;

export interface SessionPlan {
  readonly name: string;
  readonly about: string;
  readonly forms: Readonly<Record<string, FormModel>>;
  readonly typist: Typist;
  /** How many forms are filled in, one after another. */
  readonly visits: number;
  readonly perSecond?: number;
}

export function generate(plan: SessionPlan): Session {
  const random = seeded(hash(plan.name));
  const names = Object.keys(plan.forms);
  const visits: Visit[] = [];
  for (let count = 0; count < plan.visits; count++) {
    const form = pick(random, names);
    const gapMs = count === 0 ? 0 : between(random, 3_000, 20_000);
    visits.push({ form, gapMs, events: new Hand(plan.forms[form]!, plan.typist, random).fill() });
  }
  return {
    name: plan.name,
    about: plan.about,
    cadence: plan.typist.gapMs,
    forms: plan.forms,
    visits,
    ...(plan.perSecond !== undefined && { perSecond: plan.perSecond }),
  };
}

/** One person filling in one form. */
class Hand {
  readonly #events: TraceEvent[] = [];
  readonly #texts: Record<string, string>;
  readonly #model: FormModel;
  readonly #typist: Typist;
  readonly #random: Random;

  constructor(model: FormModel, typist: Typist, random: Random) {
    this.#model = model;
    this.#typist = typist;
    this.#random = random;
    this.#texts = Object.fromEntries(Object.keys(model).map((field) => [field, '']));
  }

  fill(): readonly TraceEvent[] {
    const fields = Object.keys(this.#model);
    for (const [at, field] of fields.entries()) {
      this.#enter(field);
      if (at > 0 && this.#random() < this.#typist.hops) this.#hop(fields[at - 1]!, field);
    }
    this.#do(this.#reading(), fields.at(-1)!, 'blur');
    return this.#events;
  }

  #enter(field: string): void {
    this.#do(this.#reading(), field, 'focus');
    const wanted = this.#want(field);
    if (wanted === undefined) {
      this.#type(field, pick(this.#random, ['n/a', 'todo', 'x']));
    } else if (this.#random() < this.#typist.pastes) {
      this.#do(this.#reading(), field, 'paste', wanted);
      this.#texts[field] = wanted;
    } else if (this.#model[field]!.match === 'path') {
      this.#descend(field, wanted);
    } else {
      this.#complete(field, wanted);
    }
  }

  /** Types the beginning, then chooses, or goes on to the end. */
  #complete(field: string, wanted: string): void {
    const sought = this.#sought(field, wanted);
    this.#type(field, sought.slice(0, between(this.#random, 0, Math.min(6, sought.length))));
    if (this.#random() < 0.7) this.#choose(field, wanted);
    else this.#type(field, wanted);
  }

  /** What a person types towards a value: lower case or an inner word, where the server finds it by that. */
  #sought(field: string, wanted: string): string {
    const { match } = this.#model[field]!;
    if (match === 'prefix' || match === 'path') return wanted;
    const lower = wanted.toLowerCase();
    if (match === 'ignore-case' || this.#random() < 0.5) return lower;
    return match === 'substring' ? pick(this.#random, lower.split('-')) : lower.replace(/[aeiou-]/g, '');
  }

  #descend(field: string, file: string): void {
    for (let level = file.indexOf('/') + 1; level > 0; level = file.indexOf('/', level) + 1) {
      this.#type(
        field,
        file.slice(0, Math.min(this.#texts[field]!.length + between(this.#random, 0, 2), level)),
      );
      this.#choose(field, file.slice(0, level));
    }
    this.#complete(field, file);
  }

  /** Goes back, cuts a few keys off or clears, types another value, and returns. */
  #hop(earlier: string, field: string): void {
    this.#do(this.#reading(), earlier, 'focus');
    if (this.#random() < 0.6) {
      const keep = this.#random() < 0.5 ? 0 : Math.max(0, this.#texts[earlier]!.length - 3);
      this.#type(earlier, this.#texts[earlier]!.slice(0, keep));
      const other = this.#want(earlier);
      if (other !== undefined) this.#complete(earlier, other);
    }
    this.#do(this.#reading(), field, 'focus');
  }

  /** A value that the server holds in the form's present context, preferably one that its first page shows. */
  #want(field: string): string | undefined {
    const model = this.#model[field]!;
    if (model.match === 'path') return pick(this.#random, model.values as readonly string[]);
    const all = matching({ ...model, from: 0 }, '', this.#texts);
    return all.length === 0 ? undefined : pick(this.#random, all);
  }

  #choose(field: string, option: string): void {
    this.#do(this.#reading(), field, 'accept', option);
    this.#texts[field] = option;
  }

  #type(field: string, text: string): void {
    let gap = this.#reading();
    for (const key of keysTo(this.#texts[field]!, text)) {
      if (this.#random() < this.#typist.typos) {
        const slip = key.slice(0, -1) + pick(this.#random, ['q', 'z', 'k', 'e']);
        this.#do(gap, field, 'type', slip);
        this.#do(this.#gap() * 2, field, 'type', slip.slice(0, -1));
        gap = this.#gap();
      }
      this.#do(gap, field, 'type', key);
      gap = this.#gap();
    }
    this.#texts[field] = text;
  }

  #do(gap: number, field: string, what: TraceEvent[2], text?: string): void {
    this.#events.push(text === undefined ? [gap, field, what] : [gap, field, what, text]);
  }

  #gap(): number {
    const { gapMs, strayMs } = this.#typist;
    // Two draws make the middle likelier than the ends.
    return Math.round(gapMs + strayMs * (this.#random() + this.#random() - 1));
  }

  #reading(): number {
    const [low, high] = this.#typist.readMs;
    return between(this.#random, low, high);
  }
}
