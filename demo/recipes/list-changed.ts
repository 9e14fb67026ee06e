// list_changed and sign-in: what a server would answer now may differ from what it answered before. The host hands both on
// through `invalidate$`; the engine forgets, and the field in use asks again at once.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type CompletionEngine, createCompletionEngine } from 'mcp-completion-engine';
import { map, merge, type Observable, Subject } from 'rxjs';

/** `account$` emits whenever another person, or nobody, is signed in. */
export function createLiveEngine(client: Client, account$: Observable<unknown>): CompletionEngine {
  // The engine sets no handler itself: a client has one per notification, and it is the host's.
  const listChanged$ = new Subject<void>();
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => listChanged$.next());
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => listChanged$.next());

  return createCompletionEngine(client, {
    invalidate$: merge(listChanged$, account$).pipe(map(() => undefined)),
  });
}
