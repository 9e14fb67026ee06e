/** One field's requests when others fail, drop and interrupt. */
import { asyncScheduler, VirtualTimeScheduler } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Asking } from '../src/asking.js';
import { Backoff } from '../src/backoff.js';
import { queryOf } from '../src/cache.js';
import { Requests } from '../src/requests.js';
import { now, openAsking, query } from './support/asking-scene.js';
import { FakeClient, rpcError } from './support/fake-client.js';
import { isIdle } from './support/requests-scene.js';
import { rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('back-off', () => {
  const failing = async () => {
    const session = openAsking();
    for (let i = 0; i < 2; i++) {
      session.asking.want(now('x'));
      session.client.last().fail(rpcError(-32603));
      await rest();
    }
    session.heard.length = 0;
    return session;
  };

  it('holds the next question until the wait is over', async () => {
    const { asking, heard, client, hooks } = await failing();
    hooks.due = () => asking.want(now('xy'));
    asking.want(now('xy'));
    await rest(999);
    expect(heard).toEqual(['waiting: backing-off']);
    await rest(1);
    expect(heard).toEqual(['waiting: backing-off', 'due', 'loading']);
    expect(client.asked).toEqual(['x', 'x', 'xy']);
    asking.stop();
  });

  it('holds a question that was queued when the others failed: the field looks again, and waits', async () => {
    const { asking, requests, backoff, heard, hooks, client } = openAsking({ maxConcurrent: 1 });
    const other = requests.ask(query('other'), 'person').subscribe();
    asking.want(now('x'));
    for (let i = 0; i < 2; i++)
      backoff.failed(query('x'), { kind: 'server', message: '', cause: undefined }, asyncScheduler.now());
    hooks.due = () => asking.want(now('x'));
    other.unsubscribe();
    expect(heard).toEqual(['waiting: pause', 'due', 'waiting: backing-off']);
    await rest(1_000);
    expect(heard.slice(3)).toEqual(['due', 'loading']);
    expect(client.asked).toEqual(['other', 'x']);
    asking.stop();
  });

  it('does not hold an explicit request, not even for the question that waits', async () => {
    const { asking, heard } = await failing();
    asking.want(now('xy'));
    asking.want(now('xy', { explicit: true }));
    expect(heard).toEqual(['waiting: backing-off', 'loading']);
    asking.stop();
  });

  it('ends before its time when another request shows that it may, and not for what concerns others', async () => {
    const { asking, heard, backoff, requests, client, hooks } = await failing();
    hooks.due = () => asking.want(now('xy'));
    asking.want(now('xy'));
    const other = queryOf({ type: 'ref/prompt', name: 'p' }, 'other', '', {});
    for (let i = 0; i < 2; i++)
      backoff.failed(other, { kind: 'server', message: '', cause: undefined }, asyncScheduler.now());
    backoff.succeeded(other);
    expect(heard).toEqual(['waiting: backing-off']);
    requests.ask(query('x', { in: 'another context' }), 'explicit').subscribe();
    client.last().answer([]);
    await rest();
    expect(heard).toEqual(['waiting: backing-off', 'due', 'loading']);
    expect(backoff.lifted$.observed).toBe(false);
    asking.stop();
  });

  it('ends at once when what was known of failures is forgotten', async () => {
    const { asking, heard, backoff } = await failing();
    asking.want(now('xy'));
    backoff.drop();
    asking.want(now('xy'));
    expect(heard).toEqual(['waiting: backing-off', 'loading']);
    asking.stop();
  });
});

describe('a clock that is set back', () => {
  it('makes no request slow later than it is', async () => {
    const { asking, heard } = openAsking();
    asking.want(now('x'));
    asking.want(now('xy'));
    vi.setSystemTime(vi.getMockedSystemTime()!.getTime() - 3_600_000);
    asking.want(now('x'));
    await rest(400);
    expect(heard.at(-1)).toBe('slow');
    asking.stop();
  });
});

describe('virtual time', () => {
  it('may be of fractions of a millisecond: a wait ends, and ends once', () => {
    for (const start of [0.1 + 0.2, 1 / 3, 1e6 + 0.7, 1.7e12 + 0.123]) {
      const clock = new VirtualTimeScheduler();
      clock.frame = start;
      const backoff = new Backoff(clock);
      const client = new FakeClient();
      const requests = new Requests({
        client: () => client,
        maxConcurrent: 1,
        timeoutMs: 10,
        scheduler: clock,
        backoff,
        emit: () => {},
        settled: (_query, outcome) => outcome,
      });
      let waits = 0;
      const asking: Asking = new Asking({
        requests,
        backoff,
        scheduler: clock,
        knowledge: { narrows: true },
        listener: {
          tell: ({ activity }) => {
            if (activity === 'waiting') waits++;
            if (activity === 'loading') asking.stop();
          },
          due: () => asking.want(now('x')),
          settled() {},
          dropped() {},
          ancestorAnswered() {},
        },
      });
      for (let i = 0; i < 2; i++)
        backoff.failed(query('x'), { kind: 'server', message: '', cause: undefined }, clock.now());
      clock.schedule(() => asking.want(now('x')), 0.3);
      clock.flush();
      expect(client.asked).toEqual(['x']);
      expect(waits).toBeLessThanOrEqual(2);
    }
  });
});

describe('what others do', () => {
  it('a dropped request is told while it is wanted', () => {
    const { asking, requests, heard } = openAsking();
    asking.want(now('x'));
    requests.drop();
    expect(heard).toEqual(['loading', 'dropped']);
    expect(asking.awaited).toBeUndefined();
    asking.want(now('y'));
    asking.release(query('y'));
    requests.drop();
    expect(heard).toEqual(['loading', 'dropped', 'loading']);
  });

  it('a question put while a cancellation is told of is the newest', () => {
    const { asking, client, hooks } = openAsking();
    asking.want(now('x'));
    hooks.event = ({ type }) => {
      if (type === 'cancel') {
        delete hooks.event;
        asking.want(now('newer'));
      }
    };
    asking.want(now('y'));
    expect(client.asked).toEqual(['x', 'newer']);
    asking.stop();
    expect(client.cancelled).toEqual(['x', 'newer']);
  });

  it('a question put while a third request starts is the newest', () => {
    const { asking, client, hooks, requests } = openAsking();
    asking.want(now('x'));
    asking.want(now('xy'));
    hooks.event = ({ type }) => {
      if (type === 'cancel') {
        delete hooks.event;
        asking.want(now('newer'));
      }
    };
    asking.want(now('xyz'));
    expect(client.asked).toEqual(['x', 'xy', 'newer']);
    asking.stop();
    expect(client.cancelled).toEqual(['xy', 'x', 'newer']);
    expect(isIdle(requests)).toBe(true);
  });
});
