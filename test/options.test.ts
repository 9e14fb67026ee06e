/** The engine's options: defaults, and the values that cannot work. */
import { asyncScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type CompletionEngineOptions, createCompletionEngine } from '../src/index.js';
import { settledOptions } from '../src/options.js';
import { FakeClient } from './support/fake-client.js';

describe('the defaults', () => {
  it('are those that the documentation names, also for options given as undefined', () => {
    const defaults = {
      narrowing: 'display',
      support: 'declared',
      scheduler: asyncScheduler,
      cache: { maxEntries: 500, freshMs: 30_000, maxAgeMs: 300_000 },
      debounceMs: undefined,
      timeoutMs: 10_000,
      composingMs: 1_000,
      maxConcurrent: 4,
    };
    expect(settledOptions({})).toEqual(defaults);
    expect(
      settledOptions({ cache: { freshMs: undefined }, timeoutMs: undefined, debounceMs: undefined }),
    ).toEqual(defaults);
    expect(settledOptions({ cache: false }).cache.maxEntries).toBe(0);
  });

  it('keep timers within their 31 bits', () => {
    const { timeoutMs, composingMs } = settledOptions({ timeoutMs: Number.MAX_VALUE, composingMs: 1e300 });
    expect([timeoutMs, composingMs].every((ms) => ms + 5_000 < 2 ** 31)).toBe(true);
  });
});

describe('options that cannot work are refused by name', () => {
  it.each<[keyof CompletionEngineOptions, unknown]>([
    ['timeoutMs', 0],
    ['timeoutMs', -1],
    ['timeoutMs', Number.NaN],
    ['maxConcurrent', 0],
    ['maxConcurrent', Number.NaN],
    ['composingMs', -1],
    ['composingMs', Number.NaN],
    ['debounceMs', -1],
    ['debounceMs', Number.NaN],
    ['debounceMs', { uncovered: -1, covered: 0 }],
    ['debounceMs', { uncovered: 0, covered: Number.NaN }],
    ['debounceMs', '5'],
    ['timeoutMs', '5'],
    ['narrowing', 'x'],
    ['support', 'x'],
    ['cache', true],
    ['cache', { maxEntries: -1 }],
    ['cache', { freshMs: Number.NaN }],
    ['cache', { maxAgeMs: -5 }],
  ])('%s: %j', (name, value) => {
    const make = () => createCompletionEngine(new FakeClient(), { [name]: value });
    expect(make).toThrow(RangeError);
    expect(make).toThrow(name);
  });

  it('and told what it may be', () => {
    const refusal = (options: object) => {
      try {
        settledOptions(options);
      } catch (error) {
        return (error as Error).message;
      }
      return 'taken';
    };
    expect(refusal({ narrowing: 'x' })).toBe('narrowing must be display or learned or off, not x');
    expect(refusal({ cache: true })).toBe('cache must be false or an object, not true');
    expect(refusal({ debounceMs: '5' })).toBe('debounceMs must be a number from 0, not 5');
    expect(refusal({ debounceMs: { covered: 1 } })).toBe(
      'debounceMs.uncovered must be a number from 0, not undefined',
    );
  });

  it('and what is merely extreme is taken', () => {
    const extreme: CompletionEngineOptions = {
      debounceMs: 0,
      timeoutMs: Number.POSITIVE_INFINITY,
      composingMs: 0,
      maxConcurrent: Number.POSITIVE_INFINITY,
      cache: { maxEntries: 0, freshMs: 0, maxAgeMs: 0 },
    };
    expect(() => createCompletionEngine(new FakeClient(), extreme).dispose()).not.toThrow();
    expect(() => createCompletionEngine(new FakeClient(), { cache: false }).dispose()).not.toThrow();
  });
});
