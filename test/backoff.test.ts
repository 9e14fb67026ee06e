/** When a failing scope may be asked again. */
import { describe, expect, it } from 'vitest';
import { Backoff } from '../src/backoff.js';
import { queryOf } from '../src/cache.js';
import type { Failure } from '../src/errors.js';

const q = (argument: string, prompt = 'p') => queryOf({ type: 'ref/prompt', name: prompt }, argument, '', {});
const failure = (kind: Failure['kind'] = 'server', more: Partial<Failure> = {}): Failure => ({
  kind,
  message: '',
  cause: undefined,
  ...more,
});

function open() {
  const clock = { now: 10_000 };
  const backoff = new Backoff({ now: () => clock.now });
  const fail = (argument = 'a', how = failure(), sentAfter = backoff.count): number | undefined => {
    const until = backoff.failed(q(argument), how, sentAfter);
    return until === undefined ? undefined : until - clock.now;
  };
  return { backoff, clock, fail };
}

describe('back-off', () => {
  it('holds nothing back after one failure, then 1, 2, 4, 8, 16 and at most 30 seconds', () => {
    const { fail, clock, backoff } = open();
    const waits = Array.from({ length: 8 }, () => {
      const wait = fail();
      clock.now = (backoff.heldUntil(q('a')) ?? clock.now) + 5;
      return wait;
    });
    expect(waits).toEqual([undefined, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('ends at its very time', () => {
    const { fail, clock, backoff } = open();
    fail();
    fail();
    expect(backoff.heldUntil(q('a'))).toBe(11_000);
    clock.now = 10_999.9;
    expect(backoff.heldUntil(q('a'))).toBe(11_000);
    clock.now = 11_000;
    expect(backoff.heldUntil(q('a'))).toBeUndefined();
  });

  it('starts over after a success', () => {
    const { fail, backoff } = open();
    fail();
    expect(backoff.isFailing(q('a'))).toBe(true);
    backoff.succeeded(q('a'));
    expect(backoff.isFailing(q('a'))).toBe(false);
    expect(fail()).toBeUndefined();
  });

  it('counts requests that were under way together as one failure', () => {
    const { fail, backoff } = open();
    const sentAfter = backoff.count;
    expect([fail('a', failure(), sentAfter), fail('a', failure(), sentAfter)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(fail('a', failure(), backoff.count)).toBe(1_000);
  });

  it('of a server error or a timeout concerns that argument alone', () => {
    const { fail, backoff } = open();
    for (const kind of ['server', 'timeout'] as const) fail('a', failure(kind));
    expect(backoff.heldUntil(q('a'))).toBeDefined();
    expect([backoff.heldUntil(q('b')), backoff.heldUntil(q('a', 'other'))]).toEqual([undefined, undefined]);
  });

  it('of a disconnect or a rate limit concerns the whole connection, and a success anywhere ends it', () => {
    const { fail, backoff } = open();
    fail('a', failure('disconnected'));
    fail('b', failure('rate-limited'));
    expect(backoff.heldUntil(q('c', 'other'))).toBe(11_000);
    expect(backoff.isFailing(q('c', 'other'))).toBe(true);
    backoff.succeeded(q('c', 'other'));
    expect(backoff.heldUntil(q('a'))).toBeUndefined();
  });

  it("believes a server's hint from the first failure on, up to an hour", () => {
    const { fail } = open();
    expect(fail('a', failure('rate-limited', { retryAfterMs: 7_000.4 }))).toBe(7_001);
    expect(open().fail('a', failure('rate-limited', { retryAfterMs: 0 }))).toBeUndefined();
    expect(open().fail('a', failure('rate-limited', { retryAfterMs: 1e300 }))).toBe(3_600_000);
  });

  it('is never shortened by a later failure, and says how long it really is', () => {
    const { fail, clock, backoff } = open();
    fail('a', failure('rate-limited', { retryAfterMs: 60_000 }));
    clock.now += 1_000;
    expect(fail('a', failure('rate-limited'))).toBe(59_000);
    expect(backoff.heldUntil(q('a'))).toBe(70_000);
  });

  it('holds nothing back for longer than it said, though the clock is set back meanwhile', () => {
    const { fail, clock, backoff } = open();
    fail('a', failure('rate-limited', { retryAfterMs: 5_000 }));
    clock.now -= 9_000;
    expect(backoff.heldUntil(q('a'))).toBeUndefined();
    expect(fail('a', failure('rate-limited', { retryAfterMs: 2_000 }))).toBe(2_000);
  });

  it('says when a success ends a wait', () => {
    const { fail, backoff } = open();
    let lifted = 0;
    backoff.lifted$.subscribe(() => lifted++);
    backoff.succeeded(q('a'));
    fail();
    backoff.succeeded(q('a'));
    fail();
    fail();
    backoff.succeeded(q('b'));
    expect(lifted).toBe(0);
    backoff.succeeded(q('a'));
    expect(lifted).toBe(1);
  });

  it('is forgotten for one ref, or at all', () => {
    const { fail, backoff } = open();
    for (let i = 0; i < 2; i++) {
      fail('a');
      fail('b', failure('disconnected'));
    }
    backoff.drop(q('a', 'other').refKey);
    expect(backoff.heldUntil(q('a'))).toBeDefined();
    backoff.drop(q('a').refKey);
    expect(backoff.heldUntil(q('a'))).toBe(11_000);
    backoff.drop();
    expect(backoff.heldUntil(q('a'))).toBeUndefined();
  });
});
