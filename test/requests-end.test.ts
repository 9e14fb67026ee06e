/** How requests end: answered, dropped, timed out, withdrawn by whoever hears of them. */
import { asyncScheduler } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryOf } from '../src/cache.js';
import { rpcError } from './support/fake-client.js';
import { type Asker, flush, isIdle, openRequests, query, told } from './support/requests-scene.js';
import { REF } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('a batch that fails holds nothing back for ever', () => {
  const { client, ask, requests } = openRequests();
  const batch = () =>
    requests.batch(() => {
      throw new Error('of the host');
    });
  expect(batch).toThrow('of the host');
  ask('x');
  expect(client.asked).toEqual(['x']);
  requests.drop();
});

describe('drop', () => {
  it('cancels what is under way, empties the queue, and sends nothing of it', () => {
    const { client, ask, requests } = openRequests({ maxConcurrent: 1 });
    const askers = [ask('1'), ask('2'), ask('3')];
    requests.drop();
    expect(client.asked).toEqual(['1']);
    expect(client.cancelled).toEqual(['1']);
    expect(askers.map(({ heard }) => heard)).toEqual([['sent', 'end'], ['end'], ['end']]);
    expect(isIdle(requests)).toBe(true);
  });

  it('of one ref leaves the others alone, and their turn comes', () => {
    const { client, ask, requests } = openRequests({ maxConcurrent: 1 });
    const other = queryOf({ type: 'ref/resource', uri: 'p' }, 'a', 'other', {});
    ask('mine');
    ask(other);
    requests.drop(query('').refKey);
    expect(client.cancelled).toEqual(['mine']);
    expect(client.asked).toEqual(['mine', 'other']);
    requests.drop(other.refKey);
  });

  it('keeps an answer from its askers, even in the moment in which it is taken in', async () => {
    const session = openRequests({
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
    const session = openRequests({
      emit: (event) => {
        if (event.type === 'request') session.requests.drop();
      },
    });
    withdrawing.asker = session.ask('x');
    expect(session.client.cancelled).toEqual(['x']);
    expect(isIdle(session.requests)).toBe(true);
    await flush();
    expect(withdrawing.asker.heard).toEqual(['end']);
  });

  it("may withdraw it within the client's own call: the next goes out once it is cancelled", async () => {
    const order: string[] = [];
    const session = openRequests({
      maxConcurrent: 1,
      emit: ({ type, ...event }) => order.push(`${type} ${'id' in event ? event.id : ''}`),
    });
    const { client, ask, requests } = session;
    client.script = ({ value, options }) => {
      order.push(`called for ${value}`);
      options.signal?.addEventListener('abort', () => order.push(`${value} is aborted`));
      if (value !== 'x') return;
      ask('y');
      requests.drop();
      ask('z');
    };
    const first = ask('x');
    expect(order).toEqual([
      'called for x',
      'x is aborted',
      'request 1',
      'cancel 1',
      'called for z',
      'request 2',
    ]);
    expect(first.heard).toEqual(['end']);
    client.last('z').answer([]);
    await flush();
    expect([client.cancelled, isIdle(requests)]).toEqual([['x'], true]);
  });

  it('may be the client while it is asked for its capabilities: never more at once than there may be', () => {
    let looks = 0;
    const session = openRequests({
      maxConcurrent: 1,
      client: () => {
        if (looks++ === 0) {
          session.requests.drop();
          session.ask('y');
          session.ask('z');
        }
        return session.client;
      },
    });
    const withdrawn = session.ask('x');
    expect(session.client.asked).toEqual(['y']);
    expect(withdrawn.heard).toEqual(['end']);
    session.requests.drop();
  });

  it('may ask the next thing while hearing the answer', async () => {
    const { client, requests } = openRequests({ maxConcurrent: 1 });
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
    expect(isIdle(requests)).toBe(true);
  });
});

describe('the end of a request', () => {
  it('is a timeout after timeoutMs, cancelled once, and the SDK is given longer', async () => {
    const { client, ask, events } = openRequests();
    const { heard } = ask('x');
    expect(client.last().options.timeout).toBe(6_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(heard).toEqual(['sent']);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual(['sent', 'error', 'end']);
    expect(client.cancelled).toEqual(['x']);
    expect(events.at(-1)).toMatchObject({ type: 'error', failure: { kind: 'timeout' }, durationMs: 1_000 });
  });

  it.each([
    ['set back', -3_600_000, 0],
    ['set forward, as after a sleep', 3_600_000, 1_000],
  ])('with the clock %s meanwhile took no time that it cannot have taken', async (_how, by, durationMs) => {
    const { client, ask, events, requests } = openRequests();
    ask('x');
    vi.setSystemTime(vi.getMockedSystemTime()!.getTime() + by);
    client.last().answer(['x1']);
    await flush();
    expect(events.at(-1)).toMatchObject({ type: 'answer', durationMs });
    for (let i = 0; i < 6; i++) {
      ask(`y${i}`);
      await vi.advanceTimersByTimeAsync(by < 0 ? 600 : 0);
      client.last().answer([]);
      await flush();
    }
    expect(requests.areSlow).toBe(by < 0);
  });

  it('tells its askers until when to hold back after the second failure in a row', async () => {
    const { client, requests } = openRequests();
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
    const { ask, events, requests } = openRequests({ client: () => null });
    expect(ask('x').heard).toEqual(['held', 'end']);
    expect(events).toEqual([]);
    expect(isIdle(requests)).toBe(true);
  });

  it('numbers requests from 1 and times them by the scheduler', async () => {
    const { client, ask, events } = openRequests();
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
