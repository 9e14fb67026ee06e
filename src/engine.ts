/** createCompletionEngine: owns the client, the cache, what is known of support, and the requests. */
import { defer, EMPTY, isObservable, type Observable, Subject, Subscription, takeUntil } from 'rxjs';
import type { EngineParts, Reset } from './answering.js';
import { Backoff } from './backoff.js';
import { type Query, refKeyOf } from './cache.js';
import type { CompletionClient, Outcome } from './client.js';
import type { CompletionEvent } from './events.js';
import { type CompletionForm, TargetForm } from './form.js';
import type { FormOptions } from './form-options.js';
import { Knowledge } from './knowledge.js';
import { type CompletionEngineOptions, settledOptions } from './options.js';
import { type CompletionBinding, completionPipeline, signalsOf } from './pipeline.js';
import type { CompletionRef } from './protocol.js';
import { Requests } from './requests.js';
import type { CompletionState } from './state.js';
import type { CompletionTarget } from './target.js';

/** The engine. One per connection, or one over an Observable of connections. */
export interface CompletionEngine {
  /** Cold: one pipeline per subscription; pipelines share requests by key. @throws {TypeError} on a binding that cannot work. */
  complete(binding: CompletionBinding): Observable<CompletionState>;
  /** The fields of one prompt or resource template, which are each other's context. Dispose of it when it is closed. @throws {TypeError} on what is no target. */
  form(target: CompletionTarget, options?: FormOptions): CompletionForm;
  /** Forgets the answers, rules and latches of one ref, or of all; active fields ask again at once. */
  invalidate(ref?: CompletionRef): void;
  /** Every request, answer, cancellation, cache hit, malformed answer and failure, as it happens. Completes on `dispose`. */
  readonly events$: Observable<CompletionEvent>;
  /** Idempotent. Afterwards `complete` and `form` throw, and nothing is sent. */
  dispose(): void;
}

/**
 * Makes an engine over one client, or over an Observable of clients (`null` while there is none). Nothing is sent
 * before a field asks. An Observable that emits what is no client is not connected: nothing throws.
 *
 * @throws {TypeError} when `client` is neither, {@link RangeError} naming an option whose value makes no sense.
 */
export function createCompletionEngine(
  client: CompletionClient | Observable<CompletionClient | null | undefined>,
  options: CompletionEngineOptions = {},
): CompletionEngine {
  return new Engine(client, options);
}

class Engine implements CompletionEngine {
  readonly events$: Observable<CompletionEvent>;

  readonly #parts: EngineParts;
  readonly #events = new Subject<CompletionEvent>();
  readonly #reset = new Subject<Reset>();
  readonly #disposed = new Subject<void>();
  readonly #inputs = new Subscription();
  #client: CompletionClient | null = null;
  /** By ref key, and as a whole under ''. */
  readonly #revisions = new Map<string, number>();
  #isDisposed = false;

  constructor(
    client: CompletionClient | Observable<CompletionClient | null | undefined>,
    options: CompletionEngineOptions,
  ) {
    const settled = settledOptions(options);
    const knowledge = new Knowledge(settled);
    const verdict = (refKey: string) => knowledge.support.verdict(this.#client, refKey);
    const common = {
      ...settled,
      backoff: new Backoff(settled.scheduler),
      emit: (event: CompletionEvent) => this.#events.next(event),
    };
    this.#parts = {
      ...common,
      knowledge,
      requests: new Requests({
        ...common,
        client: (refKey) => (verdict(refKey).reason ? null : this.#client),
        settled: (query, outcome) => this.#learn(query, outcome),
      }),
      verdict,
      supportChanged: (refKey) => this.#reset.next({ what: 'support', refKey }),
      reset$: this.#reset,
      revision: (refKey) => this.#revisionOf('') + this.#revisionOf(refKey),
      isDisposed: () => this.#isDisposed,
    };
    this.events$ = this.#events.asObservable();
    this.#connect(client);
    this.#inputs.add(
      // Whatever else it emits (a user, `true`) means all: keeping a signed-out person's answers is the worse mistake.
      options.invalidate$?.subscribe({
        next: (ref) => this.invalidate(isRef(ref) ? ref : undefined),
        error() {},
      }),
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
    // Before anyone hears of the end: whatever they do then, nothing is sent.
    this.#client = null;
    this.#forget();
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

  #revisionOf(refKey: string): number {
    return this.#revisions.get(refKey) ?? 0;
  }

  #forget(refKey?: string): void {
    const { knowledge, backoff, requests } = this.#parts;
    this.#revisions.set(refKey ?? '', this.#revisionOf(refKey ?? '') + 1);
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

function isRef(ref: unknown): ref is CompletionRef {
  const { type } = (ref ?? {}) as Partial<CompletionRef>;
  return type === 'ref/prompt' || type === 'ref/resource';
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
