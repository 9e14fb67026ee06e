/** CompletionEngineOptions: what each means, its default, and which values cannot work. */
import { asyncScheduler, type Observable, type SchedulerLike } from 'rxjs';
import type { CacheLimits } from './cache.js';
import { LONGEST_TIMER_MS } from './figures.js';
import type { DebounceOption } from './pace.js';
import type { CompletionRef } from './protocol.js';

/** How an engine behaves. */
export interface CompletionEngineOptions {
  /** How long typing rests before it is asked, in milliseconds. A number sets both; default: by urgency, 100 to 3,000. */
  debounceMs?: number | { uncovered: number; covered: number } | undefined;
  /** One request's time to answer, in milliseconds. Default 10,000. */
  timeoutMs?: number | undefined;
  /** `false`, or no entries, remembers nothing. Defaults: 500 entries, fresh for 30,000 ms, kept for 300,000 ms. */
  cache?:
    | false
    | { maxEntries?: number | undefined; freshMs?: number | undefined; maxAgeMs?: number | undefined }
    | undefined;
  /**
   * `display` (default): while an answer is pending an earlier one is shown, narrowed to the text. `learned`: it also
   * replaces the request once the server's rule is proved. `off`: only the server's own answers are shown.
   */
  narrowing?: 'display' | 'learned' | 'off' | undefined;
  /** Requests under way at once, over all fields; of one field two at most, and one that is fetched ahead. Default 4. */
  maxConcurrent?: number | undefined;
  /** `declared` (default) asks only servers that declare `completions`; `probe` also tries those that do not. */
  support?: 'declared' | 'probe' | undefined;
  /** A pause this long while composing asks all the same, in milliseconds. Default 1,000. */
  composingMs?: number | undefined;
  /** Emits a ref, or nothing for all, whose answers are out of date (list_changed, sign-in). */
  invalidate$?: Observable<CompletionRef | void> | undefined;
  /** The clock; virtual in tests and benchmarks. Default: RxJS's `asyncScheduler`. */
  scheduler?: SchedulerLike | undefined;
}

/** The options with their defaults filled in. @throws {RangeError} naming the option whose value makes no sense. */
export function settledOptions(options: CompletionEngineOptions) {
  return {
    narrowing: oneOf('narrowing', options.narrowing ?? 'display', 'display', 'learned', 'off'),
    support: oneOf('support', options.support ?? 'declared', 'declared', 'probe'),
    scheduler: options.scheduler ?? asyncScheduler,
    cache: cacheLimits(options.cache),
    debounceMs: debounceOption(options.debounceMs),
    timeoutMs: number('timeoutMs', options.timeoutMs ?? 10_000, 1),
    composingMs: number('composingMs', options.composingMs ?? 1_000),
    maxConcurrent: number('maxConcurrent', options.maxConcurrent ?? 4, 1),
  };
}

function cacheLimits(cache: CompletionEngineOptions['cache']): CacheLimits {
  const limits = cache === false ? { maxEntries: 0 } : (cache ?? {});
  assert(typeof limits === 'object', 'cache', 'false or an object', limits);
  return {
    maxEntries: number('cache.maxEntries', limits.maxEntries ?? 500),
    freshMs: number('cache.freshMs', limits.freshMs ?? 30_000),
    maxAgeMs: number('cache.maxAgeMs', limits.maxAgeMs ?? 300_000),
  };
}

function debounceOption(debounceMs: CompletionEngineOptions['debounceMs']): DebounceOption {
  if (debounceMs === undefined) return undefined;
  if (typeof debounceMs !== 'object') return number('debounceMs', debounceMs);
  return {
    uncovered: number('debounceMs.uncovered', debounceMs.uncovered),
    covered: number('debounceMs.covered', debounceMs.covered),
  };
}

function number(name: string, value: number, least = 0): number {
  assert(typeof value === 'number' && value >= least, name, `a number from ${least}`, value);
  return Math.min(value, LONGEST_TIMER_MS);
}

function oneOf<T extends string>(name: string, value: T, ...words: T[]): T {
  assert(words.includes(value), name, words.join(' or '), value);
  return value;
}

function assert(holds: boolean, name: string, what: string, value: unknown): asserts holds {
  if (!holds) throw new RangeError(`${name} must be ${what}, not ${value}`);
}
