/**
 * What was answered: quick-lru behind the (ref, argument, prefix, context) key. Freshness is reckoned by the engine's
 * scheduler, from the time of the answer; ancestors of a text are found through an index per (ref, argument, context).
 */
import QuickLRU from 'quick-lru';
import type { CompletionQuery } from './events.js';
import type { CompletionAnswer, CompletionRef } from './protocol.js';

/** A {@link CompletionQuery} with the keys it is filed under. */
export interface Query extends CompletionQuery {
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

/**
 * All that is remembered together, in UTF-16 units: a server that fills every value to its limit, or a context that holds
 * a document, must not fill a page's memory.
 */
const MAX_WEIGHT = 10_000_000;

interface Group {
  readonly key: string;
  readonly refKey: string;
  readonly entries: Map<string, CacheEntry>;
  /** How many entries there are of each text length, so that ancestors are probed only at lengths that exist. */
  readonly lengths: Map<number, number>;
}

/** Kept: every field of a form has the same ref, and a template may be long. */
const refKeys = new WeakMap<CompletionRef, string>();

export function refKeyOf(ref: CompletionRef): string {
  const known = refKeys.get(ref);
  if (known !== undefined) return known;
  const key = JSON.stringify(ref.type === 'ref/prompt' ? [ref.type, ref.name] : [ref.type, ref.uri]);
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
  return { ref, argument, value, context, refKey, argumentKey, groupKey, key: `${groupKey}\n${value}` };
}

/** Equal for equal contents, in whatever order they were filled. */
export function contextKeyOf(context: Readonly<Record<string, string>>): string {
  const names = Object.keys(context).sort();
  return JSON.stringify(names.map((name) => [name, context[name]]));
}

export class CompletionCache {
  readonly #limits: CacheLimits;
  readonly #now: () => number;
  readonly #groups = new Map<string, Group>();
  readonly #lru: QuickLRU<string, { group: Group; entry: CacheEntry }> | undefined;
  #weight = 0;

  constructor(limits: CacheLimits | false, now: () => number) {
    this.#limits = limits || { maxEntries: 0, freshMs: 0, maxAgeMs: 0 };
    this.#now = now;
    // quick-lru refuses a size of 0. It keeps two generations: at most twice maxEntries.
    if (this.#limits.maxEntries >= 1 && this.#limits.maxAgeMs > 0)
      this.#lru = new QuickLRU({
        maxSize: this.#limits.maxEntries,
        onEviction: (_key, { group, entry }) => this.#unindex(group, entry),
      });
  }

  get isOn(): boolean {
    return this.#lru !== undefined;
  }

  /** The answer to this very text, touched as recently used. */
  get(query: Query): CacheEntry | undefined {
    const found = this.#lru?.get(query.key);
    if (found === undefined) return undefined;
    if (this.#alive(found.entry)) return found.entry;
    this.#delete(query.key, found.group, found.entry);
    return undefined;
  }

  set(query: Query, answer: CompletionAnswer, kind: 'answer' | 'invalid'): void {
    if (this.#lru === undefined) return;
    const entry = { text: query.value, answer, at: this.#now(), invalid: kind === 'invalid' };
    const group = this.#groupOf(query);
    const old = group.entries.get(entry.text);
    if (old) this.#unindex(group, old);
    this.#groups.set(group.key, group);
    group.entries.set(entry.text, entry);
    group.lengths.set(entry.text.length, (group.lengths.get(entry.text.length) ?? 0) + 1);
    this.#lru.set(query.key, { group, entry });
    this.#weight += weightOf(group, entry);
    for (const [key, oldest] of this.#lru.entriesAscending()) {
      if (this.#weight <= MAX_WEIGHT) break;
      this.#delete(key, oldest.group, oldest.entry);
    }
  }

  /** True while an answer may stand in for the server's. */
  isFresh(entry: CacheEntry): boolean {
    return this.#age(entry) < this.#limits.freshMs;
  }

  /** Answers to shorter beginnings of this text, in the same context, the nearest first. */
  ancestors(query: Query): CacheEntry[] {
    const group = this.#groups.get(query.groupKey);
    if (group === undefined) return [];
    const lengths = [...group.lengths.keys()].filter((length) => length < query.value.length);
    lengths.sort((a, b) => b - a);
    return lengths
      .map((length) => group.entries.get(query.value.slice(0, length)))
      .filter((entry) => entry !== undefined && this.#alive(entry) && !entry.invalid) as CacheEntry[];
  }

  /** Whether the empty text of this context was answered. */
  hasRoot(query: Query): boolean {
    const root = this.#groups.get(query.groupKey)?.entries.get('');
    return root !== undefined && this.#alive(root);
  }

  /** Every fresh answer in this context. */
  *fresh(query: Query): Iterable<CacheEntry> {
    for (const entry of this.#groups.get(query.groupKey)?.entries.values() ?? [])
      if (this.isFresh(entry) && !entry.invalid) yield entry;
  }

  /** The answer to the shortest longer text that begins with this one, in the same context. */
  descendant(query: Query): CacheEntry | undefined {
    let nearest: CacheEntry | undefined;
    for (const entry of this.#groups.get(query.groupKey)?.entries.values() ?? []) {
      const nearer = nearest === undefined || entry.text.length < nearest.text.length;
      if (nearer && entry.text.startsWith(query.value) && this.#alive(entry) && !entry.invalid)
        nearest = entry;
    }
    return nearest;
  }

  /** Forgets one ref's answers, or all. */
  drop(refKey?: string): void {
    for (const group of this.#groups.values()) {
      if (refKey !== undefined && group.refKey !== refKey) continue;
      for (const entry of group.entries.values()) this.#delete(`${group.key}\n${entry.text}`, group, entry);
    }
  }

  get size(): number {
    let size = 0;
    for (const group of this.#groups.values()) size += group.entries.size;
    return size;
  }

  #groupOf(query: Query): Group {
    return (
      this.#groups.get(query.groupKey) ?? {
        key: query.groupKey,
        refKey: query.refKey,
        entries: new Map(),
        lengths: new Map(),
      }
    );
  }

  #alive(entry: CacheEntry): boolean {
    return this.#age(entry) < (entry.invalid ? this.#limits.freshMs : this.#limits.maxAgeMs);
  }

  /** What was answered later than now was answered before the clock was set back: nobody knows how long ago. */
  #age(entry: CacheEntry): number {
    const age = this.#now() - entry.at;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  #delete(key: string, group: Group, entry: CacheEntry): void {
    this.#lru?.delete(key);
    this.#unindex(group, entry);
  }

  #unindex(group: Group, entry: CacheEntry): void {
    // quick-lru also reports the outdated twin of an entry that was set again: only the indexed one counts.
    if (group.entries.get(entry.text) !== entry) return;
    group.entries.delete(entry.text);
    this.#weight -= weightOf(group, entry);
    const left = (group.lengths.get(entry.text.length) ?? 1) - 1;
    if (left > 0) group.lengths.set(entry.text.length, left);
    else group.lengths.delete(entry.text.length);
    if (group.entries.size === 0) this.#groups.delete(group.key);
  }
}

function weightOf(group: Group, { text, answer }: CacheEntry): number {
  return answer.values.reduce((sum, value) => sum + value.length, group.key.length + text.length);
}
