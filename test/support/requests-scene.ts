/** Requests over a scripted client, and what each asker hears. */
import { asyncScheduler, type Subscription } from 'rxjs';
import { vi } from 'vitest';
import { Backoff } from '../../src/backoff.js';
import { type Query, queryOf } from '../../src/cache.js';
import type { CompletionEvent } from '../../src/events.js';
import { type Priority, type Progress, Requests, type RequestsOptions } from '../../src/requests.js';
import { FakeClient } from './fake-client.js';

const REF = { type: 'ref/prompt', name: 'p' } as const;
export const query = (value: string, context: Record<string, string> = {}): Query =>
  queryOf(REF, 'a', value, context);

export interface Asker {
  readonly heard: string[];
  readonly subscription: Subscription;
}

export function openRequests(options: Partial<RequestsOptions> = {}) {
  const client = new FakeClient();
  const events: CompletionEvent[] = [];
  const backoff = new Backoff(asyncScheduler);
  const requests = new Requests({
    client: () => client,
    maxConcurrent: 2,
    timeoutMs: 1_000,
    scheduler: asyncScheduler,
    backoff,
    emit: (event) => events.push(event),
    settled: (_query, outcome) => outcome,
    ...options,
  });
  const ask = (what: string | Query, priority: Priority = 'person'): Asker => {
    const heard: string[] = [];
    const asked = typeof what === 'string' ? query(what) : what;
    const subscription = requests.ask(asked, priority).subscribe({
      next: (progress) => heard.push(told(progress)),
      complete: () => heard.push('end'),
    });
    return { heard, subscription };
  };
  return { client, events, requests, backoff, ask };
}

/** Nothing waits and nothing is under way: only then may something else be fetched ahead. Sends nothing. */
export function isIdle(requests: Requests): boolean {
  let refused = false;
  requests.batch(() => {
    const elsewhere = requests.ask(queryOf(REF, 'elsewhere', '', {}), 'prefetch');
    elsewhere.subscribe({ complete: () => (refused = true) }).unsubscribe();
  });
  return !refused;
}

export function told(progress: Progress): string {
  if (progress.type !== 'settled') return progress.type;
  const { outcome } = progress;
  return outcome.type === 'answer' ? outcome.answer.values.join() : outcome.type;
}

export const flush = () => vi.advanceTimersByTimeAsync(0);
export const types = (events: readonly CompletionEvent[]): string[] => events.map(({ type }) => type);
