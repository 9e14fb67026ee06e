/** CompletionEngineOptions: what each means, its default, and which values cannot work. */
import { asyncScheduler, type Observable, type SchedulerLike } from 'rxjs';
import type { CacheLimits } from './cache.js';
import type { DebounceOption } from './pace.js';
import type { CompletionRef } from './protocol.js';

/** How an engine behaves. */
export interface CompletionEngineOptions {
  /** How long typing rests before it is asked, in milliseconds. A number sets both; default: by urgency, 100 to 300. */
  debounceMs?: number | { uncovered: number; covered: number } | undefined;
  /** One request's time to answer, in milliseconds. Default 10,000. */
  timeoutMs?: number | undefined;
  /** `false` remembers nothing. Defaults: 500 entries, fresh for 30,000 ms, kept for 300,000 ms. */
  cache?:
    | false
    | { maxEntries?: number | undefined; freshMs?: number | undefined; maxAgeMs?: number | undefined }
    | undefined;
  /**
   * `display` (default): while an answer is pending an earlier one is shown, narrowed to the text. `learned`: it also
   * replaces the request once the server's rule is proved. `off`: only the server's own answers are shown.
   */
  narrowing?: 'display' | 'learned' | 'off' | undefined;
  /** Requests under way at once, over all fields. Default 4. */
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

const DEFAULTS = {
  timeoutMs: 10_000,
  maxConcurrent: 4,
  composingMs: 1_000,
  cache: { maxEntries: 500, freshMs: 30_000, maxAgeMs: 300_000 },
} as const;

/** A longer timer overflows its 31 bits and fires at once; "never" is three weeks. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** The options with their defaults filled in. @throws {RangeError} for a number that makes no sense. */
export function settledOptions(options: CompletionEngineOptions) {
  const { narrowing = 'display', support = 'declared', scheduler = asyncScheduler } = options;
  return {
    narrowing,
    support,
    scheduler,
    cache: cacheLimits(options.cache),
    debounceMs: debounceOption(options.debounceMs),
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? DEFAULTS.timeoutMs),
    composingMs: notNegative('composingMs', options.composingMs ?? DEFAULTS.composingMs),
    maxConcurrent: positive('maxConcurrent', options.maxConcurrent ?? DEFAULTS.maxConcurrent),
  };
}

function cacheLimits(cache: CompletionEngineOptions['cache']): CacheLimits | false {
  if (cache === false) return false;
  const { maxEntries, freshMs, maxAgeMs } = cache ?? {};
  return {
    maxEntries: notNegative('cache.maxEntries', maxEntries ?? DEFAULTS.cache.maxEntries),
    freshMs: notNegative('cache.freshMs', freshMs ?? DEFAULTS.cache.freshMs),
    maxAgeMs: notNegative('cache.maxAgeMs', maxAgeMs ?? DEFAULTS.cache.maxAgeMs),
  };
}

function debounceOption(debounceMs: CompletionEngineOptions['debounceMs']): DebounceOption {
  if (debounceMs === undefined) return undefined;
  if (typeof debounceMs === 'number') return notNegative('debounceMs', debounceMs);
  return {
    uncovered: notNegative('debounceMs.uncovered', debounceMs.uncovered),
    covered: notNegative('debounceMs.covered', debounceMs.covered),
  };
}

function positive(name: string, value: number): number {
  if (!(value > 0)) throw new RangeError(`${name} must be greater than 0, not ${value}`);
  return Math.min(value, LONGEST_TIMER_MS);
}

function notNegative(name: string, value: number): number {
  if (!(value >= 0)) throw new RangeError(`${name} must not be negative, but is ${value}`);
  return Math.min(value, LONGEST_TIMER_MS);
}
