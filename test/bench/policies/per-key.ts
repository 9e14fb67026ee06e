/** The naive field: every key and every focus asks, the newest answer is shown, the old list stays until then. */
import type { PolicyFactory } from '../policy.js';
import { Baseline } from './baseline.js';

export const requestPerKey: PolicyFactory = (client, scheduler) =>
  new Baseline(
    { waitMs: 0, atKey: 'kept', context: 'filled', freshMs: 0, superseded: 'ignored' },
    client,
    scheduler,
  );
