/** CompletionClient, and one `completion/complete` as a cancellable Observable. */
import { Observable, type SchedulerLike } from 'rxjs';
import { type Failure, readFailure } from './errors.js';
import { SDK_TIMEOUT_MARGIN_MS } from './figures.js';
import { type CompleteParams, type CompletionAnswer, decodeAnswer } from './protocol.js';

/** Options of one request, as both SDK generations take them. */
export interface CompletionRequestOptions {
  /** Aborting it cancels the request on the wire. */
  signal?: AbortSignal;
  /** Milliseconds. */
  timeout?: number;
}

/**
 * What the engine needs of a client. The `Client` of `@modelcontextprotocol/sdk` (v1) and of
 * `@modelcontextprotocol/client` (v2) both fit as they are.
 */
export interface CompletionClient {
  /** Read before every request. `undefined` while not connected; `completions` set: the server completes. */
  getServerCapabilities(): { completions?: unknown } | undefined;
  /** Sends one `completion/complete`. May reject with anything: see `CompletionErrorKind` for what is made of it. */
  complete(params: CompleteParams, options?: CompletionRequestOptions): Promise<unknown>;
  /** Preferred when present: the engine then decodes the answer itself, and an SDK's strict schema throws nothing away. */
  request?(
    request: { method: 'completion/complete'; params: CompleteParams },
    schema: object,
    options?: CompletionRequestOptions,
  ): Promise<unknown>;
}

/** How one request ended, unless it was cancelled. */
export type Outcome =
  | { readonly type: 'answer'; readonly answer: CompletionAnswer }
  | { readonly type: 'malformed'; readonly result: unknown }
  | { readonly type: 'error'; readonly failure: Failure };

/** An outcome that counts as a failure: "Method not found" and "Invalid params" are answers of a kind. */
export function isFault(outcome: Outcome): outcome is Extract<Outcome, { type: 'error' }> {
  return (
    outcome.type === 'error' &&
    outcome.failure.kind !== 'method-not-found' &&
    outcome.failure.kind !== 'invalid-params'
  );
}

/**
 * Sends one `completion/complete` on subscription and emits its outcome; never errors. Unsubscribing while the
 * request is in flight cancels it on the wire, once; a settled request is never cancelled.
 */
export function requestCompletion(
  client: CompletionClient,
  params: CompleteParams,
  timing: { timeoutMs: number; scheduler: SchedulerLike },
): Observable<Outcome> {
  return new Observable((subscriber) => {
    // Its own controller: v1 keeps its abort listener, and aborting after the answer would still send a cancellation.
    const controller = new AbortController();
    let inFlight = true;
    const settle = (outcome: Outcome) => {
      inFlight = false;
      subscriber.next(outcome);
      subscriber.complete();
    };

    subscriber.add(
      timing.scheduler.schedule(() => {
        if (inFlight) controller.abort();
        const message = `No answer to completion/complete within ${timing.timeoutMs} ms`;
        settle({ type: 'error', failure: { kind: 'timeout', message, cause: undefined } });
      }, timing.timeoutMs),
    );
    subscriber.add(() => {
      if (inFlight) controller.abort();
    });

    const options = { signal: controller.signal, timeout: timing.timeoutMs + SDK_TIMEOUT_MARGIN_MS };
    const schema = passThrough(() => {
      inFlight = false;
    });
    // Asynchronous, so that what a client throws is a rejection.
    const send = async () =>
      typeof client.request === 'function'
        ? client.request({ method: 'completion/complete', params }, schema, options)
        : client.complete(params, options);
    send().then(
      (result) => settle(outcomeOf(result)),
      (result: unknown) => {
        const failure = readFailure(result);
        settle(failure.kind === 'malformed' ? { type: 'malformed', result } : { type: 'error', failure });
      },
    );
  });
}

/**
 * A result schema that lets everything pass, for both SDK generations: v1 asks for `safeParse`, before 1.23 for `parse`,
 * v2 for the Standard Schema member. All call it the moment the answer arrives, some microtasks before their promise
 * resolves; from then on a cancellation would name a settled request.
 */
function passThrough(onReceived: () => void): object {
  const parse = (data: unknown) => {
    onReceived();
    return data;
  };
  return {
    parse,
    safeParse: (data: unknown) => ({ success: true, data: parse(data) }),
    '~standard': {
      version: 1,
      vendor: 'mcp-completion-engine',
      validate: (value: unknown) => ({ value: parse(value) }),
    },
  };
}

function outcomeOf(result: unknown): Outcome {
  let answer: CompletionAnswer | undefined;
  try {
    answer = decodeAnswer(result);
  } catch {
    // Only an object that never crossed a wire can throw when it is read.
  }
  return answer ? { type: 'answer', answer } : { type: 'malformed', result };
}
