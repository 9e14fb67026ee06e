/** One field's requests over a scripted client, and what the field hears of them. */
import { asyncScheduler } from 'rxjs';
import { Asking, type AskingListener } from '../../src/asking.js';
import { Backoff } from '../../src/backoff.js';
import { type Query, queryOf } from '../../src/cache.js';
import type { CompletionEvent } from '../../src/events.js';
import type { Ask } from '../../src/plan.js';
import { Requests } from '../../src/requests.js';
import { FakeClient } from './fake-client.js';

const REF = { type: 'ref/prompt', name: 'p' } as const;
export const query = (value: string, context: Record<string, string> = {}): Query =>
  queryOf(REF, 'a', value, context);
export const now = (value: string, more: Partial<Ask> = {}): Ask => ({
  query: query(value),
  delayMs: 0,
  explicit: false,
  ...more,
});
export const soon = (value: string, delayMs = 100): Ask => now(value, { delayMs });

export function openAsking(options: { keepsAncestor?: 'yes' | 'no'; maxConcurrent?: number } = {}) {
  const client = new FakeClient();
  const heard: string[] = [];
  const events: CompletionEvent[] = [];
  const hooks: { due?: () => void; event?: (event: CompletionEvent) => void } = {};
  const backoff = new Backoff(asyncScheduler);
  const requests = new Requests({
    client: () => client,
    maxConcurrent: options.maxConcurrent ?? 4,
    timeoutMs: 10_000,
    scheduler: asyncScheduler,
    backoff,
    emit: (event) => {
      events.push(event);
      hooks.event?.(event);
    },
    settled: (_query, outcome) => outcome,
  });
  const listener: AskingListener = {
    tell: ({ activity, reason }) =>
      heard.push(activity === 'waiting' ? `waiting: ${reason ?? 'pause'}` : `${activity}`),
    due: () => {
      heard.push('due');
      hooks.due?.();
    },
    settled: ({ value }, { outcome }) => heard.push(`${value}: ${outcome.type}`),
    dropped: () => heard.push('dropped'),
    ancestorAnswered: () => heard.push('ancestor answered'),
  };
  const asking = new Asking({
    requests,
    backoff,
    scheduler: asyncScheduler,
    knowledge: { narrows: options.keepsAncestor !== 'no' },
    listener,
  });
  return { asking, client, heard, events, requests, backoff, hooks };
}
