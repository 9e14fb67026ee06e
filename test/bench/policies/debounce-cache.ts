/** The careful field without narrowing: 300 ms debounce, exact-match cache keyed with context, answers fresh for as long as the engine's, superseded requests cancelled. */
import type { PolicyFactory } from '../policy.js';
import { Baseline } from './baseline.js';

export const debounceCache: PolicyFactory = (client, scheduler) =>
  new Baseline(
    { waitMs: 300, atKey: 'emptied', context: 'filled', freshMs: 30_000, superseded: 'cancelled' },
    client,
    scheduler,
  );
