/** createCompletionEngine: owns the client, the cache, what is known of support, and the requests. */
import {
  asyncScheduler,
  defer,
  EMPTY,
  isObservable,
  type Observable,
  type SchedulerLike,
  Subject,
  Subscription,
  takeUntil,
} from 'rxjs';
import type { EngineParts, Reset } from './answering.js';
import { Backoff } from './backoff.js';
import { type CacheLimits, type Query, refKeyOf } from './cache.js';
import type { CompletionClient, Outcome } from './client.js';
import type { CompletionEvent } from './events.js';
import { type CompletionForm, type FormOptions, TargetForm } from './form.js';
import { Knowledge } from './knowledge.js';
import type { DebounceOption } from './pace.js';
import { type CompletionBinding, completionPipeline, signalsOf } from './pipeline.js';
import type { CompletionRef } from './protocol.js';
import { Requests } from './requests.js';
import type { CompletionState } from './state.js';
import type { CompletionTarget } from './target.js';

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

/** The engine. One per connection, or one over an Observable of connections. */
export interface CompletionEngine {
  /** Cold: one pipeline per subscription; pipelines share requests by key. @throws {TypeError} on a binding that cannot work. */
  complete(binding: CompletionBinding): Observable<CompletionState>;
  form(target: CompletionTarget, options?: FormOptions): CompletionForm;
  /** Forgets the answers, rules and latches of one ref, or of all; active fields ask again at once. */
  invalidate(ref?: CompletionRef): void;
  readonly events$: Observable<CompletionEvent>;
  /** Idempotent. Afterwards `complete` and `form` throw, and nothing is sent. */
  dispose(): void;
}

const DEFAULTS = {
  timeoutMs: 10_000,
  maxConcurrent: 4,
  composingMs: 1_000,
  cache: { maxEntries: 500, freshMs: 30_000, maxAgeMs: 300_000 },
} as const;

/**
 * Makes an engine over one client, or over an Observable of clients (`null` while there is none). Nothing is sent
 * before a field asks.
 *
 * @throws {TypeError} when `client` is neither, {@link RangeError} for an option that is not a sensible number.
 */
export function createCompletionEngine(
  client: CompletionClient | Observable<CompletionClient | null | undefined>,
  options: CompletionEngineOptions = {},
): CompletionEngine {
  return new Engine(client, options);
}

/** A longer timer overflows its 31 bits and fires at once; "never" is three weeks. */
const LONGEST_TIMER_MS = 2_000_000_000;

class Engine implements CompletionEngine {
  readonly events$: Observable<CompletionEvent>;

  readonly #parts: EngineParts;
  readonly #events = new Subject<CompletionEvent>();
  readonly #reset = new Subject<Reset>();
  readonly #disposed = new Subject<void>();
  readonly #inputs = new Subscription();
  #client: CompletionClient | null = null;
  #revision = 0;
  #isDisposed = false;

  constructor(
    client: CompletionClient | Observable<CompletionClient | null | undefined>,
    options: CompletionEngineOptions,
  ) {
    const { narrowing = 'display', support = 'declared', scheduler = asyncScheduler } = options;
    const now = () => scheduler.now();
    const knowledge = new Knowledge({ support, narrowing, cache: cacheLimits(options.cache), now });
    const backoff = new Backoff(now);
    const emit = (event: CompletionEvent) => this.#events.next(event);
    const requests = new Requests({
      client: () => this.#client,
      maxConcurrent: positive('maxConcurrent', options.maxConcurrent ?? DEFAULTS.maxConcurrent),
      timeoutMs: positive('timeoutMs', options.timeoutMs ?? DEFAULTS.timeoutMs),
      scheduler,
      backoff,
      emit,
      settled: (query, outcome) => this.#learn(query, outcome),
    });
    this.#parts = {
      knowledge,
      requests,
      backoff,
      scheduler,
      narrowing,
      debounceMs: debounceOption(options.debounceMs),
      composingMs: notNegative('composingMs', options.composingMs ?? DEFAULTS.composingMs),
      verdict: (refKey) => knowledge.support.verdict(this.#client, refKey),
      supportChanged: (refKey) => this.#reset.next({ what: 'support', refKey }),
      emit,
      reset$: this.#reset,
      revision: () => this.#revision,
      isDisposed: () => this.#isDisposed,
    };
    this.events$ = this.#events.asObservable();
    this.#connect(client);
    this.#inputs.add(
      options.invalidate$?.subscribe({ next: (ref) => this.invalidate(ref ?? undefined), error() {} }),
    );
  }

  complete(binding: CompletionBinding): Observable<CompletionState> {
    this.#assertUsable('complete');
    assertBinding(binding);
    const { ref, argument, minLength = 0 } = binding;
    return defer(() => {
      if (this.#isDisposed) return EMPTY;
      const signal$ = signalsOf(binding, this.#parts);
      return completionPipeline(signal$, { ref, argument, minLength }, this.#parts).pipe(
        takeUntil(this.#disposed),
      );
    });
  }

  form(target: CompletionTarget, options: FormOptions = {}): CompletionForm {
    this.#assertUsable('form');
    if (!Array.isArray(target?.arguments))
      throw new TypeError('form() needs a target: promptTarget(...) or resourceTemplateTarget(...)');
    return new TargetForm(target, options, this.#parts);
  }

  invalidate(ref?: CompletionRef): void {
    if (!this.#isDisposed) this.#forget(ref && refKeyOf(ref));
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#inputs.unsubscribe();
    this.#parts.requests.drop();
    this.#disposed.next();
    this.#reset.complete();
    this.#events.complete();
  }

  #connect(client: CompletionClient | Observable<CompletionClient | null | undefined>): void {
    if (!isObservable(client)) {
      if (!isClient(client))
        throw new TypeError('createCompletionEngine() needs an MCP client, or an Observable of clients');
      this.#client = client;
      return;
    }
    this.#inputs.add(
      client.subscribe({ next: (next) => this.#attach(next ?? null), error: () => this.#attach(null) }),
    );
  }

  #attach(client: CompletionClient | null): void {
    // The same client once more: its host has news of it, such as a finished handshake.
    if (client === this.#client) this.#reset.next({ what: 'support' });
    else {
      this.#client = client;
      this.#forget();
    }
  }

  #forget(refKey?: string): void {
    const { knowledge, backoff, requests } = this.#parts;
    this.#revision++;
    knowledge.drop(refKey);
    backoff.drop(refKey);
    requests.drop(refKey);
    this.#reset.next({ what: 'all', refKey });
  }

  #learn(query: Query, received: Outcome): Outcome {
    const { knowledge, verdict, supportChanged } = this.#parts;
    const { refKey } = query;
    const before = verdict(refKey);
    const outcome = knowledge.learn(query, received);
    if (verdict(refKey) !== before) supportChanged(refKey);
    return outcome;
  }

  #assertUsable(call: string): void {
    if (this.#isDisposed)
      throw new Error(`${call}() was called on a completion engine that has been disposed of`);
  }
}

function isClient(client: unknown): client is CompletionClient {
  const { complete, getServerCapabilities } = (client ?? {}) as Partial<CompletionClient>;
  return typeof complete === 'function' && typeof getServerCapabilities === 'function';
}

function assertBinding(binding: CompletionBinding): void {
  const { ref, argument, value$ } = binding ?? {};
  const id = ref?.type === 'ref/prompt' ? ref.name : ref?.type === 'ref/resource' ? ref.uri : undefined;
  if (typeof id !== 'string')
    throw new TypeError(
      'complete() needs a ref: { type: "ref/prompt", name } or { type: "ref/resource", uri }',
    );
  if (typeof argument !== 'string')
    throw new TypeError('complete() needs an argument: the name of what is completed');
  if (!isObservable(value$))
    throw new TypeError("complete() needs value$: an Observable of the field's text");
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
  if (typeof debounceMs !== 'object') return debounceMs && notNegative('debounceMs', debounceMs);
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
