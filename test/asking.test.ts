/** One field's requests: one wait, the newest question, one ancestor kept; what the field hears of them. */
import { asyncScheduler, VirtualTimeScheduler } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Asking, type AskingListener } from '../src/asking.js';
import { Backoff } from '../src/backoff.js';
import { type Query, queryOf } from '../src/cache.js';
import type { CompletionEvent } from '../src/events.js';
import type { Ask } from '../src/plan.js';
import { Requests } from '../src/requests.js';
import { FakeClient, rpcError } from './support/fake-client.js';

const REF = { type: 'ref/prompt', name: 'p' } as const;
const query = (value: string, context: Record<string, string> = {}): Query =>
  queryOf(REF, 'a', value, context);
const now = (value: string, more: Partial<Ask> = {}): Ask => ({
  query: query(value),
  delayMs: 0,
  cause: 'pause',
  explicit: false,
  ...more,
});
const soon = (value: string, delayMs = 100): Ask => now(value, { delayMs });

function open(options: { keepsAncestor?: 'yes' | 'no'; maxConcurrent?: number } = {}) {
  const client = new FakeClient();
  const heard: string[] = [];
  const events: CompletionEvent[] = [];
  const hooks: { due?: () => void; event?: (event: CompletionEvent) => void } = {};
  const backoff = new Backoff(() => asyncScheduler.now());
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
    waiting: (cause) => heard.push(`waiting: ${cause}`),
    due: () => {
      heard.push('due');
      hooks.due?.();
    },
    sent: () => heard.push('sent'),
    slow: () => heard.push('slow'),
    settled: ({ value }, outcome) => heard.push(`${value}: ${outcome.type}`),
    dropped: () => heard.push('dropped'),
    ancestorAnswered: () => heard.push('ancestor answered'),
  };
  const asking = new Asking({
    requests,
    backoff,
    scheduler: asyncScheduler,
    keepsAncestor: options.keepsAncestor !== 'no',
    listener,
  });
  return { asking, client, heard, events, requests, backoff, hooks };
}

const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a question without delay', () => {
  it('goes out at once, is slow after 400 ms, and is told how it ended', async () => {
    const { asking, client, heard } = open();
    asking.want(now('x'));
    expect(asking.busy).toBe(true);
    expect(heard).toEqual(['sent']);
    await rest(399);
    expect(heard).toEqual(['sent']);
    await rest(1);
    client.last().answer([]);
    await rest();
    expect(heard).toEqual(['sent', 'slow', 'x: answer']);
    expect(asking.busy).toBe(false);
  });

  it('waits for a free slot, and says so', async () => {
    const { asking, requests, client, heard } = open({ maxConcurrent: 1 });
    const other = requests.ask(query('other'), 'person').subscribe();
    asking.want(now('x'));
    expect(heard).toEqual(['waiting: pause']);
    other.unsubscribe();
    expect(heard).toEqual(['waiting: pause', 'sent']);
    expect(client.asked).toEqual(['other', 'x']);
    asking.stop();
  });
});

describe('a question with a delay', () => {
  it('is due when the delay is over; the same question does not start it anew', async () => {
    const { asking, client, heard } = open();
    asking.want(soon('x'));
    await rest(60);
    asking.want(soon('x'));
    await rest(40);
    expect(heard).toEqual(['waiting: pause', 'due']);
    expect(client.asked).toEqual([]);
  });

  it('gives way to another, and to the end of composing', async () => {
    const { asking, heard } = open();
    asking.want(now('x', { delayMs: 1_000, cause: 'composing' }));
    asking.want(soon('x'));
    asking.want(soon('xy'));
    await rest(100);
    expect(heard).toEqual(['waiting: composing', 'waiting: pause', 'waiting: pause', 'due']);
  });
});

describe('an ancestor under way', () => {
  it('is kept while the text extends it, and its answer is told', async () => {
    const { asking, client, heard } = open();
    asking.want(now('x'));
    asking.want(soon('xy'));
    expect(client.cancelled).toEqual([]);
    client.last().answer(['xyz']);
    await rest();
    expect(heard).toEqual(['sent', 'waiting: pause', 'ancestor answered']);
    asking.stop();
  });

  it('is cancelled when the newest settles', async () => {
    const { asking, client } = open();
    asking.want(now('x'));
    asking.want(now('xy'));
    client.last('xy').answer([]);
    await rest();
    expect(client.cancelled).toEqual(['x']);
  });

  it('is cancelled when a third starts', () => {
    const { asking, client } = open();
    for (const value of ['x', 'xy', 'xyz']) asking.want(now(value));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
    expect(client.cancelled).toEqual(['x', 'xyz', 'xy']);
  });

  it('is cancelled as soon as the text stops extending it', () => {
    const { asking, client } = open();
    asking.want(now('x'));
    asking.want(soon('z'));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
  });

  it('is cancelled in another context', () => {
    const { asking, client } = open();
    asking.want(now('x'));
    asking.want(soon('xy', 100));
    asking.want(now('xy', { query: query('xy', { b: '1' }) }));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
  });

  it('becomes the newest again when the text goes back to it', async () => {
    const { asking, client, heard } = open();
    asking.want(now('x'));
    asking.want(now('xy'));
    asking.want(now('x'));
    expect(client.asked).toEqual(['x', 'xy']);
    expect(client.cancelled).toEqual(['xy']);
    client.last('x').answer([]);
    await rest();
    expect(heard).toEqual(['sent', 'sent', 'sent', 'x: answer']);
  });

  it('is not kept without narrowing: nothing could be shown of it', () => {
    const { asking, client } = open({ keepsAncestor: 'no' });
    asking.want(now('x'));
    asking.want(soon('xy'));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
  });
});

describe('an ancestor fetched on purpose', () => {
  it('goes out beside the wait, unless something is under way or failing', async () => {
    const { asking, client, heard, backoff } = open();
    asking.lead(query(''));
    asking.want(soon('xy'));
    expect(client.asked).toEqual(['']);
    asking.lead(query('x'));
    expect(client.asked).toEqual(['']);
    client.last().answer(['xyz']);
    await rest();
    expect(heard).toEqual(['waiting: pause', 'ancestor answered']);
    backoff.failed(query(''), { kind: 'server', message: '', cause: undefined }, 0);
    asking.lead(query(''));
    expect(client.asked).toEqual(['']);
    asking.stop();
  });
});

describe('a field that is left', () => {
  it('lets the request for its text finish, untold, and drops the wait', async () => {
    const { asking, client, heard } = open();
    asking.want(now('x'));
    asking.release(query('x'));
    expect(asking.busy).toBe(false);
    expect(client.cancelled).toEqual([]);
    client.last().answer([]);
    await rest(1_000);
    expect(heard).toEqual(['sent']);
    asking.want(soon('y'));
    asking.release(query('y'));
    await rest(1_000);
    expect(heard).toEqual(['sent', 'waiting: pause']);
  });

  it.each(['release', 'rest', 'finish'] as const)(
    'sends nothing that was still waiting for a slot (%s)',
    async (end) => {
      const { asking, requests, client } = open({ maxConcurrent: 1 });
      const other = requests.ask(query('other'), 'person').subscribe();
      asking.want(now('x'));
      asking[end](query('x'));
      other.unsubscribe();
      await rest(1_000);
      expect(client.asked).toEqual(['other']);
      expect(requests.idle).toBe(true);
    },
  );

  it('takes up a request again that is still under way', async () => {
    const { asking, client, heard } = open();
    asking.want(now('x'));
    await rest(300);
    asking.release(query('x'));
    asking.want(now('x'));
    await rest(100);
    client.last().answer([]);
    await rest();
    expect(client.asked).toEqual(['x']);
    expect(heard).toEqual(['sent', 'sent', 'slow', 'x: answer']);
  });

  it('at rest keeps only the request for exactly its text', () => {
    const { asking, client } = open();
    asking.want(now('x'));
    asking.want(now('xy'));
    asking.rest(query('xy'));
    expect(client.cancelled).toEqual(['x']);
    asking.rest(query('xyz'));
    expect(client.cancelled).toEqual(['x', 'xy']);
  });
});

describe('back-off', () => {
  const failing = async () => {
    const session = open();
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
    expect(heard).toEqual(['waiting: back-off']);
    await rest(1);
    expect(heard).toEqual(['waiting: back-off', 'due', 'sent']);
    expect(client.asked).toEqual(['x', 'x', 'xy']);
    asking.stop();
  });

  it('holds a question that was queued when the others failed: the field looks again, and waits', async () => {
    const { asking, requests, backoff, heard, hooks, client } = open({ maxConcurrent: 1 });
    const other = requests.ask(query('other'), 'person').subscribe();
    asking.want(now('x'));
    for (let i = 0; i < 2; i++)
      backoff.failed(query('x'), { kind: 'server', message: '', cause: undefined }, asyncScheduler.now());
    hooks.due = () => asking.want(now('x'));
    other.unsubscribe();
    expect(heard).toEqual(['waiting: pause', 'due', 'waiting: back-off']);
    await rest(1_000);
    expect(heard.slice(3)).toEqual(['due', 'sent']);
    expect(client.asked).toEqual(['other', 'x']);
    asking.stop();
  });

  it('does not hold an explicit request, not even for the question that waits', async () => {
    const { asking, heard } = await failing();
    asking.want(now('xy'));
    asking.want(now('xy', { explicit: true }));
    expect(heard).toEqual(['waiting: back-off', 'sent']);
    asking.stop();
  });

  it('ends at once when what was known of failures is forgotten', async () => {
    const { asking, heard, backoff } = await failing();
    asking.want(now('xy'));
    backoff.drop();
    asking.want(now('xy'));
    expect(heard).toEqual(['waiting: back-off', 'sent']);
    asking.stop();
  });
});

describe('virtual time', () => {
  it('may be of fractions of a millisecond: a wait ends, and ends once', () => {
    for (const start of [0.1 + 0.2, 1 / 3, 1e6 + 0.7, 1.7e12 + 0.123]) {
      const clock = new VirtualTimeScheduler();
      clock.frame = start;
      const backoff = new Backoff(() => clock.now());
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
        keepsAncestor: true,
        listener: {
          waiting: () => waits++,
          due: () => asking.want(now('x')),
          sent: () => asking.stop(),
          slow() {},
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
    const { asking, requests, heard } = open();
    asking.want(now('x'));
    requests.drop();
    expect(heard).toEqual(['sent', 'dropped']);
    expect(asking.busy).toBe(false);
    asking.want(now('y'));
    asking.release(query('y'));
    requests.drop();
    expect(heard).toEqual(['sent', 'dropped', 'sent']);
  });

  it('a question put while a cancellation is told of is the newest', () => {
    const { asking, client, hooks } = open();
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
    const { asking, client, hooks, requests } = open();
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
    expect(client.cancelled).toEqual(['x', 'xy', 'newer']);
    expect(requests.idle).toBe(true);
  });
});
