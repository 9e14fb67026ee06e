/** createCompletionEngine: owns the client, the cache, what is known of support, and the requests. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { CompletionEvent } from './events.js';
import type { CompletionForm, FormOptions } from './form.js';
import type { CompletionRef } from './protocol.js';
import type { CompletionState } from './state.js';
import type { CompletionTarget } from './target.js';

/** One argument bound to a host's own streams. */
export interface CompletionBinding {
  ref: CompletionRef;
  argument: string;
  /** The field's text. Nothing is asked before it has emitted; every emission counts as typing. */
  value$: Observable<string>;
  /** The siblings' values. Counts as `{}` until it emits. Numbers and booleans become strings, the rest is dropped. */
  context$?: Observable<Readonly<Record<string, unknown>>> | undefined;
  /** Ask only while true; turning true asks at once. Default: always. */
  active$?: Observable<boolean> | undefined;
  /** An input method is composing. */
  composing$?: Observable<boolean> | undefined;
  /** An explicit request: asks at once, overrides the cache and back-off. */
  refresh$?: Observable<unknown> | undefined;
  /** The fewest characters that are asked for. Default 0. */
  minLength?: number | undefined;
}

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
