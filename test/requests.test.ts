/** Requests under way: sharing, slots, priorities, cancellation exactly once, dropping. */
import { asyncScheduler, type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backoff } from '../src/backoff.js';
import { type Query, queryOf } from '../src/cache.js';
import type { CompletionEvent } from '../src/events.js';
import { type Priority, type Progress, paramsOf, Requests, type RequestsOptions } from '../src/requests.js';
import { FakeClient, rpcError } from './support/fake-client.js';

const REF = { type: 'ref/prompt', name: 'p' } as const;
const query = (value: string, context: Record<string, string> = {}): Query =>
  queryOf(REF, 'a', value, context);

interface Asker {
  readonly heard: string[];
  readonly subscription: Subscription;
}

function open(options: Partial<RequestsOptions> = {}) {
  const client = new FakeClient();
  const events: CompletionEvent[] = [];
  const backoff = new Backoff(() => asyncScheduler.now());
  const requests = new Requests({
    client: () => client,
    maxConcurrent: 2,
    timeoutMs: 1_000,
    scheduler: asyncScheduler,
    backoff,
    emit: (event) => events.push(event),
    settled: (_query, outcome) => outcome,
    ...options,
  });
  const ask = (what: string | Query, priority: Priority = 'person'): Asker => {
    const heard: string[] = [];
    const asked = typeof what === 'string' ? query(what) : what;
    const subscription = requests.ask(asked, priority).subscribe({
      next: (progress) => heard.push(told(progress)),
      complete: () => heard.push('end'),
    });
    return { heard, subscription };
  };
  return { client, events, requests, backoff, ask };
}

function told(progress: Progress): string {
  if (progress.type !== 'settled') return progress.type;
  const { outcome } = progress;
  return outcome.type === 'answer' ? outcome.answer.values.join() : outcome.type;
}

const flush = () => vi.advanceTimersByTimeAsync(0);
const types = (events: readonly CompletionEvent[]): string[] => events.map(({ type }) => type);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('one key', () => {
  it('is asked once however many ask, and all of them hear the answer', async () => {
    const { client, ask, requests } = open();
    const askers = [ask('x'), ask('x'), ask('x')];
    expect(client.asked).toEqual(['x']);
    client.last().answer(['x1']);
    await flush();
    for (const { heard } of askers) expect(heard).toEqual(['sent', 'x1', 'end']);
    expect(requests.idle).toBe(true);
  });

  it('is cancelled once, when the last asker leaves, and asked anew by the next', async () => {
    const { client, ask, events } = open();
    const [first, second] = [ask('x'), ask('x')];
    first.subscription.unsubscribe();
    await flush();
    expect(client.cancelled).toEqual([]);
    second.subscription.unsubscribe();
    second.subscription.unsubscribe();
    expect(client.cancelled).toEqual(['x']);
    const third = ask('x');
    client.last().answer([]);
    await flush();
    expect(third.heard).toEqual(['sent', '', 'end']);
    expect(types(events)).toEqual(['request', 'cancel', 'request', 'answer']);
    expect(client.lateCancellations).toBe(0);
  });

  it('differs by context', () => {
    const { client, ask, requests } = open();
    ask(query('x', { b: '1' }));
    ask(query('x', { b: '2' }));
    expect(client.requests.map(({ params }) => params.context)).toEqual([
      { arguments: { b: '1' } },
      { arguments: { b: '2' } },
    ]);
    requests.drop();
  });
});

describe('slots', () => {
  it('bound what is under way; the rest goes out in turn as slots come free, however a request ends', async () => {
    const { client, ask, requests } = open();
    const askers = ['1', '2', '3', '4', '5'].map((value) => ask(value));
    expect(client.asked).toEqual(['1', '2']);
    expect(askers[2]?.heard).toEqual([]);
    client.last('1').answer([]);
    await flush();
    expect(client.asked).toEqual(['1', '2', '3']);
    client.last('2').fail(rpcError(-32603));
    await flush();
    askers[2]?.subscription.unsubscribe();
    expect(client.asked).toEqual(['1', '2', '3', '4', '5']);
    requests.drop();
  });

  it('cost a request that left the queue nothing: it is neither sent nor cancelled', async () => {
    const { client, ask, events, requests } = open({ maxConcurrent: 1 });
    ask('1');
    ask('2').subscription.unsubscribe();
    client.last('1').answer([]);
    await flush();
    expect(client.asked).toEqual(['1']);
    expect(types(events)).toEqual(['request', 'answer']);
    expect(requests.idle).toBe(true);
  });
});

describe('a prefetch', () => {
  it('is not sent while anything else is under way', () => {
    const { client, ask, requests } = open();
    ask('person');
    expect(ask('ahead', 'prefetch').heard).toEqual(['end']);
    expect(client.asked).toEqual(['person']);
    requests.drop();
  });

  it('is cancelled by a question of a person', () => {
    const { client, ask, requests, events } = open();
    const ahead = ask('ahead', 'prefetch');
    ask('person');
    expect(client.cancelled).toEqual(['ahead']);
    expect(ahead.heard).toEqual(['sent', 'end']);
    expect(events).toMatchObject([
      { type: 'request', prefetch: true },
      { type: 'cancel' },
      { type: 'request', prefetch: false },
    ]);
    requests.drop();
  });

  it('is joined by a person who asks just that, and is then no longer cancelled by others', async () => {
    const { client, ask } = open();
    ask('x', 'prefetch');
    const person = ask('x');
    const other = ask('y');
    expect(client.cancelled).toEqual([]);
    client.last('x').answer(['x1']);
    client.last('y').answer(['y1']);
    await flush();
    expect(person.heard).toEqual(['sent', 'x1', 'end']);
    expect(other.heard).toEqual(['sent', 'y1', 'end']);
  });

  it('is a prefetch again once that person has gone on', () => {
    const { client, ask, requests } = open();
    ask('x', 'prefetch');
    ask('x').subscription.unsubscribe();
    expect(client.cancelled).toEqual([]);
    ask('xy');
    expect(client.cancelled).toEqual(['x']);
    requests.drop();
  });
});

describe('drop', () => {
  it('cancels what is under way, empties the queue, and sends nothing of it', () => {
    const { client, ask, requests } = open({ maxConcurrent: 1 });
    const askers = [ask('1'), ask('2'), ask('3')];
    requests.drop();
    expect(client.asked).toEqual(['1']);
    expect(client.cancelled).toEqual(['1']);
    expect(askers.map(({ heard }) => heard)).toEqual([['sent', 'end'], ['end'], ['end']]);
    expect(requests.idle).toBe(true);
  });

  it('of one ref leaves the others alone, and their turn comes', () => {
    const { client, ask, requests } = open({ maxConcurrent: 1 });
    const other = queryOf({ type: 'ref/resource', uri: 'p' }, 'a', 'other', {});
    ask('mine');
    ask(other);
    requests.drop(query('').refKey);
    expect(client.cancelled).toEqual(['mine']);
    expect(client.asked).toEqual(['mine', 'other']);
    requests.drop(other.refKey);
  });

  it('keeps an answer from its askers, even in the moment in which it is taken in', async () => {
    const session = open({
      settled: (_query, outcome) => {
        session.requests.drop();
        return outcome;
      },
    });
    const { client, ask, backoff } = session;
    const asker = ask('x');
    client.last().answer(['outdated']);
    await flush();
    expect(asker.heard).toEqual(['sent', 'end']);
    const failing = ask('y');
    client.last().fail(rpcError(-32603));
    await flush();
    expect(failing.heard).toEqual(['sent', 'end']);
    expect(backoff.isFailing(query('y'))).toBe(false);
  });
});

describe('whoever hears of a request', () => {
  it('may withdraw it at once: it is cancelled, and nothing is left', async () => {
    const withdrawing: { asker?: Asker } = {};
    const session = open({
      emit: (event) => {
        if (event.type === 'request') session.requests.drop();
      },
    });
    withdrawing.asker = session.ask('x');
    expect(session.client.cancelled).toEqual(['x']);
    expect(session.requests.idle).toBe(true);
    await flush();
    expect(withdrawing.asker.heard).toEqual(['end']);
  });

  it('may ask the next thing while hearing the answer', async () => {
    const { client, requests } = open({ maxConcurrent: 1 });
    const heard: string[] = [];
    requests.ask(query('1'), 'person').subscribe((progress) => {
      heard.push(told(progress));
      if (progress.type === 'settled')
        requests.ask(query('2'), 'person').subscribe((next) => heard.push(told(next)));
    });
    client.last('1').answer(['one']);
    await flush();
    client.last('2').answer(['two']);
    await flush();
    expect(heard).toEqual(['sent', 'one', 'sent', 'two']);
    expect(requests.idle).toBe(true);
  });
});

describe('the end of a request', () => {
  it('is a timeout after timeoutMs, cancelled once, and the SDK is given longer', async () => {
    const { client, ask, events } = open();
    const { heard } = ask('x');
    expect(client.last().options.timeout).toBe(6_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(heard).toEqual(['sent']);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['sent', 'error', 'end']);
    expect(client.cancelled).toEqual(['x']);
    expect(events.at(-1)).toMatchObject({ type: 'error', failure: { kind: 'timeout' }, durationMs: 1_000 });
  });

  it('tells its askers until when to hold back after the second failure in a row', async () => {
    const { client, requests } = open();
    const held: (number | undefined)[] = [];
    for (let i = 0; i < 2; i++) {
      requests.ask(query('x'), 'person').subscribe((progress) => {
        if (progress.type === 'settled') held.push(progress.heldUntil);
      });
      client.last().fail(rpcError(-32603));
      await flush();
    }
    expect(held).toEqual([undefined, asyncScheduler.now() + 1_000]);
  });

  it('comes without a client too: nothing is sent, and the askers look again', () => {
    const { ask, events, requests } = open({ client: () => null });
    expect(ask('x').heard).toEqual(['held', 'end']);
    expect(events).toEqual([]);
    expect(requests.idle).toBe(true);
  });

  it('numbers requests from 1 and times them by the scheduler', async () => {
    const { client, ask, events } = open();
    ask('1');
    await vi.advanceTimersByTimeAsync(70);
    client.last('1').answer(['v']);
    await flush();
    ask('2').subscription.unsubscribe();
    expect(events).toMatchObject([
      { type: 'request', id: 1, query: { ref: REF, argument: 'a', value: '1', context: {} } },
      { type: 'answer', id: 1, durationMs: 70, answer: { values: ['v'] } },
      { type: 'request', id: 2 },
      { type: 'cancel', id: 2, durationMs: 0 },
    ]);
  });
});

describe('what goes on the wire', () => {
  it('A15: is the template byte for byte, and nothing else in the ref', () => {
    for (const uri of ['file:///{path}', 'HTTP://Host/{+p}', 'users://search?q={query}&page={page}']) {
      const named = { type: 'ref/resource', uri, name: 'x', title: 'y' } as const;
      expect(paramsOf(queryOf(named, 'page', '', { query: 'q' }))).toEqual({
        ref: { type: 'ref/resource', uri },
        argument: { name: 'page', value: '' },
        context: { arguments: { query: 'q' } },
      });
    }
  });

  it('B41: is the empty text as a string, and no context while nothing is resolved', () => {
    expect(paramsOf(query(''))).toEqual({ ref: REF, argument: { name: 'a', value: '' } });
  });

  it('A14: carries a sibling called __proto__ as a member of its own', () => {
    const context = Object.fromEntries([['__proto__', 'x']]);
    expect(JSON.stringify(paramsOf(query('', context)).context)).toBe('{"arguments":{"__proto__":"x"}}');
  });
});
