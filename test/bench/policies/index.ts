/** The policies that the benchmark compares, by the names that its tables use. */
import type { PolicyFactory } from '../policy.js';
import { debounceCache } from './debounce-cache.js';
import { enginePolicy } from './engine.js';
import { requestPerKey } from './per-key.js';
import { trailing300 } from './trailing-300.js';

export const BASELINES = {
  'request per key': requestPerKey,
  '300 ms debounce': trailing300,
  'debounce + cache': debounceCache,
} as const satisfies Record<string, PolicyFactory>;

export const MODES = {
  engine: enginePolicy(),
  'engine, learned': enginePolicy({ narrowing: 'learned' }),
  'engine, narrowing off': enginePolicy({ narrowing: 'off' }),
} as const satisfies Record<string, PolicyFactory>;

export const POLICIES = { ...BASELINES, ...MODES } as const satisfies Record<string, PolicyFactory>;

export type PolicyName = keyof typeof POLICIES;
export const POLICY_NAMES = Object.keys(POLICIES) as PolicyName[];
