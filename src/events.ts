/** What `engine.events$` tells: every request, answer, cancellation, cache hit and failure, with timings. */
import type { Failure } from './errors.js';
import type { CompletionAnswer, CompletionRef } from './protocol.js';

/** What was asked. */
export interface CompletionQuery {
  /** The prompt or resource template. */
  readonly ref: CompletionRef;
  /** The name of the argument that was completed. */
  readonly argument: string;
  /** The text that was completed. */
  readonly value: string;
  /** The resolved siblings that went along. */
  readonly context: Readonly<Record<string, string>>;
}

interface RequestEvent {
  /** Counts the engine's requests, from 1. */
  readonly id: number;
  readonly query: CompletionQuery;
  /** The scheduler's time, in milliseconds. */
  readonly at: number;
}

interface SettledEvent extends RequestEvent {
  /** Since the request was sent, in milliseconds. */
  readonly durationMs: number;
}

/** One thing that happened; for logs, metrics and a wire panel. */
export type CompletionEvent =
  | (RequestEvent & { readonly type: 'request'; readonly prefetch: boolean })
  | (SettledEvent & { readonly type: 'answer'; readonly answer: CompletionAnswer })
  | (SettledEvent & { readonly type: 'malformed'; readonly result: unknown })
  | (SettledEvent & { readonly type: 'error'; readonly failure: Failure })
  | (SettledEvent & { readonly type: 'cancel' })
  | {
      readonly type: 'hit';
      readonly query: CompletionQuery;
      readonly at: number;
      /** `fresh` and `stale`: this very text was answered before. `learned`: predicted from a shorter text's answer, in place of a request. */
      readonly source: 'fresh' | 'stale' | 'learned';
    };
