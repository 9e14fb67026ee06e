/**
 * What shipping web hosts do: a 300 ms trailing debounce per field, a request at once on every focus, the list emptied at each
 * key, nothing remembered, every sibling sent ("" where unset), nothing cancelled. Generous in two points: a late answer
 * to an older text is never shown, and choosing an option asks nothing.
 */
import type { PolicyFactory } from '../policy.js';
import { Baseline } from './baseline.js';

export const trailing300: PolicyFactory = (client, scheduler) =>
  new Baseline(
    { waitMs: 300, atKey: 'emptied', context: 'every', freshMs: 0, superseded: 'ignored' },
    client,
    scheduler,
  );
