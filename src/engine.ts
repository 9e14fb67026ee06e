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
  const settled = settledOptions(options);
  const knowledge = new Knowledge(settled);
  const backoff = new Backoff(settled.scheduler);
  const events$ = new Subject<CompletionEvent>();
  const reset$ = new Subject<Reset>();
  const inputs = new Subscription();
  /** By ref key, and of all of them as a whole under `''`. */
  const revisions = new Map<string, number>();
  let current: CompletionClient | null = null;
  let isDisposed = false;

  const emit = (event: CompletionEvent) => events$.next(event);
  const verdict = (refKey: string) => knowledge.support.verdict(current, refKey);
  const revisionOf = (refKey: string) => revisions.get(refKey) ?? 0;
  const requests = new Requests({
    ...settled,
    backoff,
    emit,
    client: (refKey) => (verdict(refKey).reason ? null : current),
    settled(query, received) {
      const { refKey } = query;
      const before = verdict(refKey);
      const outcome = knowledge.learn(query, received);
      if (verdict(refKey) !== before) reset$.next({ cause: 'support', refKey });
      return outcome;
    },
  });
  const parts: EngineParts = {
    ...settled,
    knowledge,
    backoff,
    emit,
    requests,
    verdict,
    reset$,
    revision: (refKey) => revisionOf('') + revisionOf(refKey),
    isDisposed: () => isDisposed,
  };

  function forget(refKey = ''): void {
    revisions.set(refKey, revisionOf(refKey) + 1);
    knowledge.drop(refKey);
    backoff.drop(refKey);
    requests.drop(refKey);
    reset$.next({ cause: 'reset', refKey });
  }

  function attach(next: CompletionClient | null = null): void {
    // The same client once more: its host has news of it, such as a finished handshake.
    if (next === current) reset$.next({ cause: 'support' });
    else {
      current = next;
      forget();
    }
  }

  function invalidate(ref?: CompletionRef): void {
    if (!isDisposed) forget(ref && refKeyOf(ref));
  }

  function assertUsable(): void {
    if (isDisposed) throw new Error('This completion engine was disposed of');
  }

  if (isObservable(client)) inputs.add(client.subscribe({ next: attach, error: () => attach() }));
  else {
    assert(isClient(client), 'createCompletionEngine', 'an MCP client, or an Observable of clients');
    current = client;
  }
  inputs.add(
    // Whatever else it emits (a user, `true`) means all: keeping a signed-out person's answers is the worse mistake.
    options.invalidate$?.subscribe({
      next: (ref) => invalidate(isRef(ref) ? ref : undefined),
      error() {},
    }),
  );

  return {
    events$: events$.asObservable(),
    complete(binding) {
      assertUsable();
      assertBinding(binding);
      const { ref, argument, minLength = 0 } = binding;
      return completionPipeline(signalsOf(binding, parts), { ref, argument, minLength }, parts);
    },
    form(target, options = {}) {
      assertUsable();
      assert(Array.isArray(target?.arguments), 'form', 'a target, as from promptTarget()');
      return new TargetForm(target, options, parts);
    },
    invalidate,
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      inputs.unsubscribe();
      // Before anyone hears of the end: whatever they do then, nothing is sent.
      current = null;
      forget();
      reset$.complete();
      events$.complete();
    },
  };
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
