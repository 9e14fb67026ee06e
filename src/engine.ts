/** createCompletionEngine: owns the client, the cache, what is known of support, and the requests. */
import { isObservable, type Observable, Subject, Subscription } from 'rxjs';
import type { EngineParts, Reset } from './answering.js';
import { Backoff } from './backoff.js';
import { refKeyOf } from './cache.js';
import type { CompletionClient } from './client.js';
import type { CompletionEvent } from './events.js';
import { type CompletionForm, TargetForm } from './form.js';
import type { FormOptions } from './form-options.js';
import { Knowledge } from './knowledge.js';
import { type CompletionEngineOptions, settledOptions } from './options.js';
import { type CompletionBinding, completionPipeline, signalsOf } from './pipeline.js';
import { type CompletionRef, idOf } from './protocol.js';
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
  #isDisposed = false;
  readonly #events = new Subject<CompletionEvent>();
  readonly #reset = new Subject<Reset>();
  readonly #inputs = new Subscription();
  #client: CompletionClient | null = null;
  /** By ref key, and of all of them as a whole under `''`. */
  readonly #revisions = new Map<string, number>();

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
        settled: (query, received) => {
          const { refKey } = query;
          const before = verdict(refKey);
          const outcome = knowledge.learn(query, received);
          if (verdict(refKey) !== before) this.#reset.next({ what: 'support', refKey });
          return outcome;
        },
      }),
      verdict,
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
    this.#assertUsable();
    assertBinding(binding);
    const { ref, argument, minLength = 0 } = binding;
    return completionPipeline(signalsOf(binding, this.#parts), { ref, argument, minLength }, this.#parts);
  }

  form(target: CompletionTarget, options: FormOptions = {}): CompletionForm {
    this.#assertUsable();
    assert(Array.isArray(target?.arguments), 'form', 'a target, as from promptTarget()');
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
    this.#reset.complete();
    this.#events.complete();
  }

  #connect(client: CompletionClient | Observable<CompletionClient | null | undefined>): void {
    if (isObservable(client))
      this.#inputs.add(
        client.subscribe({ next: (next) => this.#attach(next), error: () => this.#attach(null) }),
      );
    else {
      assert(isClient(client), 'createCompletionEngine', 'an MCP client, or an Observable of clients');
      this.#client = client;
    }
  }

  #attach(client: CompletionClient | null = null): void {
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

  #forget(refKey = ''): void {
    const { knowledge, backoff, requests } = this.#parts;
    this.#revisions.set(refKey, this.#revisionOf(refKey) + 1);
    knowledge.drop(refKey);
    backoff.drop(refKey);
    requests.drop(refKey);
    this.#reset.next({ what: 'all', refKey });
  }

  #assertUsable(): void {
    if (this.#isDisposed) throw new Error('This completion engine was disposed of');
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
  assert(isRef(ref) && typeof idOf(ref) === 'string', 'complete', 'a ref to a prompt or resource');
  assert(typeof argument === 'string', 'complete', 'an argument name');
  assert(isObservable(value$), 'complete', 'value$, an Observable of the text');
}

function assert(holds: boolean, call: string, what: string): asserts holds {
  if (!holds) throw new TypeError(`${call}() needs ${what}`);
}
