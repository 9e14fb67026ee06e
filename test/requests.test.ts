/** Requests under way: sharing, slots, priorities, what goes on the wire. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryOf } from '../src/cache.js';
import { paramsOf } from '../src/requests.js';
import { rpcError } from './support/fake-client.js';
import { flush, isIdle, openRequests, query, types } from './support/requests-scene.js';
import { REF } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('one key', () => {
  it('is asked once however many ask, and all of them hear the answer', async () => {
    const { client, ask, requests } = openRequests();
    const askers = [ask('x'), ask('x'), ask('x')];
    expect(client.asked).toEqual(['x']);
    client.last().answer(['x1']);
    await flush();
    for (const { heard } of askers) expect(heard).toEqual(['sent', 'x1', 'end']);
    expect(isIdle(requests)).toBe(true);
  });

  it('is cancelled once, when the last asker leaves, and asked anew by the next', async () => {
    const { client, ask, events } = openRequests();
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
    const { client, ask, requests } = openRequests();
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
    const { client, ask, requests } = openRequests();
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
    const { client, ask, events, requests } = openRequests({ maxConcurrent: 1 });
    ask('1');
    ask('2').subscription.unsubscribe();
    client.last('1').answer([]);
    await flush();
    expect(client.asked).toEqual(['1']);
    expect(types(events)).toEqual(['request', 'answer']);
    expect(isIdle(requests)).toBe(true);
  });
});

describe('a prefetch', () => {
  const elsewhere = query('person', { sibling: 'other' });

  it('is not sent while anything else is under way', () => {
    const { client, ask, requests } = openRequests();
    ask(elsewhere);
    expect(ask('ahead', 'prefetch').heard).toEqual(['end']);
    expect(client.asked).toEqual(['person']);
    requests.drop();
  });

  it("is sent beside the same argument's own question", () => {
    const { client, ask, requests } = openRequests();
    ask('person');
    ask('ahead', 'prefetch');
    expect(client.asked).toEqual(['person', 'ahead']);
    requests.drop();
  });

  it('is cancelled by a question of a person', () => {
    const { client, ask, requests, events } = openRequests();
    const ahead = ask('ahead', 'prefetch');
    ask(elsewhere);
    expect(client.cancelled).toEqual(['ahead']);
    expect(ahead.heard).toEqual(['sent', 'end']);
    expect(events).toMatchObject([
      { type: 'request', prefetch: true },
      { type: 'cancel' },
      { type: 'request', prefetch: false },
    ]);
    requests.drop();
  });

  it('goes on beside a question at the same argument, unless that one needs the slot', () => {
    for (const [maxConcurrent, cancelled] of [
      [2, []],
      [1, ['ahead']],
    ] as const) {
      const { client, ask, requests } = openRequests({ maxConcurrent });
      ask('ahead', 'prefetch');
      ask('person');
      expect(client.asked).toEqual(['ahead', 'person']);
      expect(client.cancelled).toEqual(cancelled);
      requests.drop();
    }
  });

  it('is joined by a person who asks just that, and is then no longer cancelled by others', async () => {
    const { client, ask } = openRequests();
    ask('x', 'prefetch');
    const person = ask('x');
    const other = ask(elsewhere);
    expect(client.cancelled).toEqual([]);
    client.last('x').answer(['x1']);
    client.last('person').answer(['y1']);
    await flush();
    expect(person.heard).toEqual(['sent', 'x1', 'end']);
    expect(other.heard).toEqual(['sent', 'y1', 'end']);
  });

  it('is a prefetch again once that person has gone on', () => {
    const { client, ask, requests } = openRequests();
    ask('x', 'prefetch');
    ask('x').subscription.unsubscribe();
    expect(client.cancelled).toEqual([]);
    ask(elsewhere);
    expect(client.cancelled).toEqual(['x']);
    requests.drop();
  });
});

describe('what goes on the wire', () => {
  it('is a copy: what a client adds to it changes no question of ours', async () => {
    const { client, ask, events } = openRequests();
    ask(query('x', { sibling: 'y' }));
    Object.assign(client.last().params.context?.arguments ?? {}, { tenant: 'z' });
    client.last().answer([]);
    await flush();
    expect(events.at(-1)).toMatchObject({ type: 'answer', query: { context: { sibling: 'y' } } });
    expect(events.at(-1)).not.toMatchObject({ query: { context: { tenant: 'z' } } });
  });

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
