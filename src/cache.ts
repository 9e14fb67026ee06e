/**
 * What was answered: quick-lru behind the (ref, argument, prefix, context) key. Freshness is reckoned by the engine's
 * scheduler, from the time of the answer; ancestors of a text are found through an index per (ref, argument, context).
 */
import QuickLRU from 'quick-lru';
import type { TimestampProvider } from 'rxjs';
import type { CompletionQuery } from './events.js';
import { MAX_WEIGHT } from './figures.js';
import { type CompletionAnswer, type CompletionRef, idOf } from './protocol.js';

/**
 * A question, with the keys it is filed under. Each key begins with the one before it, and with no other of its sort: what
 * begins with a ref's key belongs to that ref, and what begins with a question's whole key extends its text.
 */
export interface Query {
  /** As it is told to the outside. */
  readonly asked: CompletionQuery;
  /** The text. */
  readonly value: string;
  readonly refKey: string;
  /** (ref, argument): what is learned of a server holds for this. */
  readonly argumentKey: string;
  /** (ref, argument, context): answers to one and the same question, but for the text. */
  readonly groupKey: string;
  /** (ref, argument, context, text). */
  readonly key: string;
}

/** One remembered answer. */
export interface CacheEntry {
  readonly query: Query;
  readonly text: string;
  readonly answer: CompletionAnswer;
  /** When it was answered, in the scheduler's milliseconds. */
  readonly at: number;
  /** The server refused the text as invalid: shown as empty, never taken as evidence. */
  readonly invalid: boolean;
}

export interface CacheLimits {
  readonly maxEntries: number;
  readonly freshMs: number;
  readonly maxAgeMs: number;
}

/** Kept: every field of a form has the same ref, and a template may be long. */
const refKeys = new WeakMap<CompletionRef, string>();

export function refKeyOf(ref: CompletionRef): string {
  const known = refKeys.get(ref);
  if (known) return known;
  const key = JSON.stringify([ref.type, idOf(ref)]);
  refKeys.set(ref, key);
  return key;
}

/** Files a question under its keys. `context` holds the resolved siblings only. */
export function queryOf(
  ref: CompletionRef,
  argument: string,
  value: string,
  context: Readonly<Record<string, string>>,
): Query {
  // JSON escapes line breaks, so a raw one separates the parts without ambiguity.
  const refKey = refKeyOf(ref);
  const argumentKey = `${refKey}\n${JSON.stringify(argument)}`;
  const groupKey = `${argumentKey}\n${contextKeyOf(context)}`;
  const asked = { ref, argument, value, context };
  return { asked, value, refKey, argumentKey, groupKey, key: `${groupKey}\n${value}` };
}

/** Equal for equal contents, in whatever order they were filled. */
export function contextKeyOf(context: Readonly<Record<string, string>>): string {
  return JSON.stringify(context, Object.keys(context).sort());
}

export class CompletionCache {
  /** Whether anything is remembered at all. */
  readonly isOn: boolean;
  readonly #limits: CacheLimits;
  readonly #clock: TimestampProvider;
  /** By group key, then by text. */
  readonly #groups = new Map<string, Map<string, CacheEntry>>();
  readonly #lru: QuickLRU<string, CacheEntry>;
  #weight = 0;

  constructor(limits: CacheLimits, clock: TimestampProvider) {
    this.isOn = limits.maxEntries >= 1 && limits.maxAgeMs > 0;
    this.#limits = limits;
    this.#clock = clock;
    // quick-lru refuses a size of 0. It keeps two generations: at most twice maxEntries.
    this.#lru = new QuickLRU({
      maxSize: limits.maxEntries || 1,
      onEviction: (_key, entry) => this.#unindex(entry),
    });
  }

  /** The answer to this very text, touched as recently used. */
  get(query: Query): CacheEntry | undefined {
    const entry = this.#lru.get(query.key);
    return entry && this.#isAlive(entry) ? entry : undefined;
  }

  set(query: Query, answer: CompletionAnswer, kind: 'answer' | 'invalid'): void {
    if (!this.isOn) return;
    const { groupKey, key, value } = query;
    const entry = { query, text: value, answer, at: this.#clock.now(), invalid: kind === 'invalid' };
    const old = this.#groups.get(groupKey)?.get(value);
    if (old) this.#unindex(old);
    const group = this.#groups.get(groupKey) ?? new Map<string, CacheEntry>();
    this.#groups.set(groupKey, group.set(value, entry));
    this.#lru.set(key, entry);
    this.#weight += weightOf(entry);
    for (const [, oldest] of this.#lru.entriesAscending()) {
      if (this.#weight <= MAX_WEIGHT) break;
      this.#delete(oldest);
    }
  }

  /** True while an answer may stand in for the server's. */
  isFresh(entry: CacheEntry): boolean {
    return this.#isYounger(entry, this.#limits.freshMs);
  }

  /** Answers to shorter beginnings of this text, in the same context, the nearest first. */
  ancestors(query: Query): CacheEntry[] {
    const { value } = query;
    return this.#answers(query)
      .filter(({ text }) => text.length < value.length && value.startsWith(text))
      .sort((a, b) => b.text.length - a.text.length);
  }

  /** The answer to the shortest longer text that begins with this one, in the same context. */
  descendant(query: Query): CacheEntry | undefined {
    return this.#answers(query)
      .filter(({ text }) => text.startsWith(query.value))
      .sort((a, b) => a.text.length - b.text.length)[0];
  }

  /** Every fresh answer in this context. */
  fresh(query: Query): CacheEntry[] {
    return this.#answers(query).filter((entry) => this.isFresh(entry));
  }

  /** Forgets one ref's answers, or all. */
  drop(refKey = ''): void {
    for (const entry of this.#lru.values()) if (entry.query.key.startsWith(refKey)) this.#delete(entry);
  }

  /** What was answered in this context, to whatever text. */
  #answers({ groupKey }: Query): CacheEntry[] {
    const entries = [...(this.#groups.get(groupKey)?.values() ?? [])];
    return entries.filter((entry) => !entry.invalid && this.#isAlive(entry));
  }

  #isAlive(entry: CacheEntry): boolean {
    return this.#isYounger(entry, entry.invalid ? this.#limits.freshMs : this.#limits.maxAgeMs);
  }

  /** What was answered later than now was answered before the clock was set back: nobody knows how long ago. */
  #isYounger({ at }: CacheEntry, ms: number): boolean {
    const age = this.#clock.now() - at;
    return age >= 0 && age < ms;
  }

  #delete(entry: CacheEntry): void {
    this.#lru.delete(entry.query.key);
    this.#unindex(entry);
  }

  #unindex(entry: CacheEntry): void {
    const { groupKey, value } = entry.query;
    const group = this.#groups.get(groupKey);
    // quick-lru also reports the outdated twin of an entry that was set again: only the indexed one counts.
    if (group?.get(value) !== entry) return;
    group.delete(value);
    this.#weight -= weightOf(entry);
    if (group.size === 0) this.#groups.delete(groupKey);
  }
}

function weightOf({ query, answer }: CacheEntry): number {
  return answer.values.reduce((sum, value) => sum + value.length, query.key.length);
}
