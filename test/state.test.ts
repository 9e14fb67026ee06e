/** The fold of events into a CompletionState: coherence, identity, errors. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompletionError } from '../src/errors.js';
import {
  type CompletionState,
  type EmptyReason,
  foldState,
  INITIAL_STATE,
  type Listing,
  type StateChange,
} from '../src/state.js';

const fold = (events: readonly StateChange[], from: CompletionState = INITIAL_STATE) =>
  events.reduce(foldState, from);
const list = (options: readonly string[], more: Partial<Listing> = {}): Listing => ({
  answered: 'x',
  options,
  provisional: false,
  hasMore: false,
  ...more,
});
/** The situation changed: a request is about to wait or go out, or, with a reason, nothing is coming. */
const shown = (more: StateChange = {}): StateChange => ({
  support: 'supported',
  value: 'x',
  list: null,
  activity: more.reason ? 'idle' : 'waiting',
  ...more,
});
const answered = (listing: Listing): StateChange => ({
  activity: 'idle',
  list: listing,
  reason: 'no-values',
});
const refused = (reason: EmptyReason): StateChange => ({ activity: 'idle', list: null, reason });
const LOADING: StateChange = { activity: 'loading' };
const SLOW: StateChange = { activity: 'slow' };
const KEPT: StateChange = { list: undefined };
const ERROR = new CompletionError('server', 'broken');
const FAILED: StateChange = { activity: 'idle', reason: 'failing', error: ERROR };

describe('the activity', () => {
  it('goes from waiting over loading and slow to idle', () => {
    const steps: StateChange[] = [shown(), { activity: 'waiting' }, LOADING, SLOW, answered(list(['x1']))];
    const activities = steps.map((_, i) => fold(steps.slice(0, i + 1)).activity);
    expect(activities).toEqual(['waiting', 'waiting', 'loading', 'slow', 'idle']);
  });

  it('stays while what is awaited stays the same', () => {
    const loading = fold([shown(), LOADING]);
    expect(foldState(loading, { support: 'supported', value: 'x', list: null })).toBe(loading);
    expect(foldState(loading, shown({ reason: 'inactive' })).activity).toBe('idle');
  });

  it('is idle after each way in which a request ends', () => {
    const loading = fold([shown(), LOADING, SLOW]);
    const ends: StateChange[] = [answered(list([])), refused('malformed'), FAILED];
    expect(ends.map((end) => foldState(loading, end))).toMatchObject([
      { activity: 'idle', reason: 'no-values' },
      { activity: 'idle', reason: 'malformed' },
      { activity: 'idle', reason: 'failing' },
    ]);
  });
});

describe('the error', () => {
  const failed = fold([shown({ list: list(['x1']) }), FAILED]);

  it('stands beside the last good list', () => {
    expect(failed).toMatchObject({ options: ['x1'], error: ERROR });
    expect(failed.reason).toBeUndefined();
  });

  it('stays while the next answer is pending, and goes with it', () => {
    const pending = fold(
      [shown({ value: 'xy', list: list(['x1'], { provisional: true }) }), LOADING],
      failed,
    );
    expect(pending.error).toBe(ERROR);
    for (const end of [answered(list([])), refused('invalid-params')])
      expect('error' in foldState(pending, end)).toBe(false);
  });

  it('goes with a list from the cache and with the server, and stays on blur and under a failing probe', () => {
    const settled = (more: Parameters<typeof shown>[0]) =>
      foldState(failed, shown({ reason: 'no-values', ...more }));
    expect(settled({ list: list(['x2']) }).error).toBeUndefined();
    expect(settled({ support: 'unknown', reason: 'not-connected' }).error).toBeUndefined();
    expect(settled({ list: null, reason: 'inactive' }).error).toBeUndefined();
    expect(settled({ ...KEPT, reason: 'inactive' }).error).toBe(ERROR);
    expect(settled({ ...KEPT, reason: 'inactive' }).error).toBe(ERROR);
    expect(foldState(failed, shown({ support: 'unknown' })).error).toBe(ERROR);
  });
});

describe('the list', () => {
  it('is kept, dropped or replaced, with all that belongs to it', () => {
    const first = fold([shown({ list: list(['x1'], { hasMore: true, total: 7 }) })]);
    expect(first).toMatchObject({ options: ['x1'], hasMore: true, total: 7, answered: 'x' });
    expect(foldState(first, shown({ value: 'xy', ...KEPT }))).toMatchObject({
      options: ['x1'],
      answered: 'x',
      total: 7,
    });
    const dropped = foldState(first, shown({ value: 'xy', reason: 'chosen' }));
    expect(dropped).toMatchObject({ options: [], answered: 'xy', hasMore: false, reason: 'chosen' });
    expect('total' in dropped).toBe(false);
  });

  it('keeps its identity, and the state its own, until something changes', () => {
    const first = fold([shown({ reason: 'no-values', list: list(['x1', 'x2']) })]);
    expect(foldState(first, shown({ reason: 'no-values', list: list(['x1', 'x2']) }))).toBe(first);
    const next = foldState(first, shown({ value: 'xy', reason: 'no-values', list: list(['x1', 'x2']) }));
    expect(next).not.toBe(first);
    expect(next.options).toBe(first.options);
    expect(foldState(first, shown({ reason: 'no-values', list: list(['x2', 'x1']) })).options).toEqual([
      'x2',
      'x1',
    ]);
  });
});

describe('any sequence of events', () => {
  const listing = fc.record({
    answered: fc.constant('x'),
    options: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    provisional: fc.boolean(),
    hasMore: fc.boolean(),
  });
  const supports = fc.constantFrom('unknown' as const, 'supported' as const, 'unsupported' as const);
  const event: fc.Arbitrary<StateChange> = fc.oneof(
    fc.record(
      {
        support: supports,
        value: fc.constantFrom('x', 'y'),
        list: fc.oneof(listing, fc.constantFrom(null, undefined)),
        activity: fc.constant('waiting' as const),
      },
      { requiredKeys: ['support', 'value', 'list'] },
    ),
    fc.record({
      support: supports,
      value: fc.constantFrom('x', 'y'),
      list: fc.oneof(listing, fc.constantFrom(null, undefined)),
      activity: fc.constant('idle' as const),
      reason: fc.constantFrom('inactive' as const, 'quiet' as const),
    }),
    fc.record({
      activity: fc.constant('waiting' as const),
      reason: fc.constantFrom(undefined, 'composing' as const, 'backing-off' as const),
    }),
    fc.constantFrom(LOADING, SLOW, FAILED),
    listing.map(answered),
    fc.constant(refused('malformed')),
  );

  it('gives a reason only beside an empty list, and no member that is undefined', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const state = fold(events);
        if (state.options.length > 0) expect(state.reason).toBeUndefined();
        expect(Object.values(state)).not.toContain(undefined);
        if (state.activity === 'waiting' && state.reason)
          expect([
            'composing',
            'backing-off',
            'inactive',
            'quiet',
            'malformed',
            'failing',
            'no-values',
          ]).toContain(state.reason);
      }),
    );
  });

  it('changes the object exactly when it changes a member', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), event, (events, next) => {
        const before = fold(events);
        const after = foldState(before, next);
        expect(after === before).toBe(JSON.stringify(after) === JSON.stringify(before));
      }),
    );
  });
});
