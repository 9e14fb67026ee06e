/** One `completion/complete` as an observable: sending, decoding, timing out, cancelling exactly once. */
import { asyncScheduler, type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionClient, isFault, type Outcome, requestCompletion } from '../src/client.js';
import type { CompleteParams } from '../src/protocol.js';
import { FakeClient, rpcError } from './support/fake-client.js';

const PARAMS: CompleteParams = {
  ref: { type: 'ref/prompt', name: 'p' },
  argument: { name: 'a', value: 'x' },
};
const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function ask(client: CompletionClient): { heard: (Outcome | 'end')[]; subscription: Subscription } {
  const heard: (Outcome | 'end')[] = [];
  const subscription = requestCompletion(client, PARAMS, {
    timeoutMs: 1_000,
    scheduler: asyncScheduler,
  }).subscribe({
    next: (outcome) => heard.push(outcome),
    complete: () => heard.push('end'),
  });
  return { heard, subscription };
}

/** A client with the SDK's `request`, which hands the answer to the schema some microtasks before it resolves. */
class RequestingClient extends FakeClient {
  async request(
    { params }: { params: CompleteParams },
    schema: object,
    options?: Parameters<CompletionClient['complete']>[1],
  ): Promise<unknown> {
    const result = await this.complete(params, options);
    const checked = this.check(result, schema);
    for (let i = 0; i < 3; i++) await undefined;
    return checked;
  }

  check(result: unknown, schema: object): unknown {
    return (schema as { safeParse(data: unknown): { data: unknown } }).safeParse(result).data;
  }
}

class StandardSchemaClient extends RequestingClient {
  override check(result: unknown, schema: object): unknown {
    type Standard = { '~standard': { version: 1; validate(value: unknown): { value: unknown } } };
    return (schema as Standard)['~standard'].validate(result).value;
  }
}

describe('a request', () => {
  it.each([FakeClient, RequestingClient, StandardSchemaClient])(
    'through %o is decoded by the engine',
    async (Client) => {
      const client = new Client();
      const { heard } = ask(client);
      expect(client.last().params).toBe(PARAMS);
      client.last().answer(null, { total: null });
      await rest();
      expect(heard).toEqual([{ type: 'answer', answer: { values: [], completeness: 'assumed' } }, 'end']);
    },
  );

  it('gives the SDK five seconds more than the engine, and a signal of its own', () => {
    const client = new FakeClient();
    const requests = [ask(client), ask(client)];
    const [first, second] = client.requests.map(({ options }) => options);
    expect([first?.timeout, second?.timeout]).toEqual([6_000, 6_000]);
    expect(first?.signal).not.toBe(second?.signal);
    for (const { subscription } of requests) subscription.unsubscribe();
  });

  it('A26: survives whatever a client throws, at once or later', async () => {
    const throwing: CompletionClient = {
      getServerCapabilities: () => ({}),
      complete() {
        throw new Error('Not connected');
      },
    };
    const { heard } = ask(throwing);
    await rest();
    expect(heard).toMatchObject([{ type: 'error', failure: { kind: 'disconnected' } }, 'end']);
    const client = new FakeClient(({ fail }) => fail(undefined));
    const other = ask(client);
    await rest();
    expect(other.heard).toMatchObject([{ type: 'error', failure: { kind: 'server' } }, 'end']);
  });

  it('tells an answer that throws when it is read as malformed', async () => {
    const result = {
      get completion(): never {
        throw new Error('unreadable');
      },
    };
    const { heard } = ask(new FakeClient((request) => request.result(result)));
    await rest();
    expect(heard).toEqual([{ type: 'malformed', result }, 'end']);
  });

  it('tells a schema refusal and an answer without sense as malformed', async () => {
    const client = new FakeClient();
    const asked = [ask(client), ask(client)];
    client.requests[0]?.fail(Object.assign(new Error('invalid'), { name: 'ZodError' }));
    client.requests[1]?.result({ completion: [] });
    await rest();
    for (const { heard } of asked) expect(heard[0]).toMatchObject({ type: 'malformed' });
  });
});

describe('a cancellation', () => {
  it('is sent once while the request is in flight, and its rejection is no outcome', async () => {
    const client = new FakeClient();
    const { heard, subscription } = ask(client);
    subscription.unsubscribe();
    subscription.unsubscribe();
    await rest();
    expect(client.cancelled).toEqual(['x']);
    expect(heard).toEqual([]);
  });

  it.each([RequestingClient, StandardSchemaClient])(
    'is not sent once the answer has arrived, though its promise is still pending (%o)',
    async (Client) => {
      const client = new Client();
      const { subscription } = ask(client);
      const { signal } = client.last().options;
      client.last().answer(['x1']);
      await Promise.resolve();
      await Promise.resolve();
      subscription.unsubscribe();
      await rest();
      expect(signal?.aborted).toBe(false);
    },
  );

  it('is sent once by a timeout of the engine, whose late answer is dropped', async () => {
    const client = new FakeClient();
    const { heard, subscription } = ask(client);
    await rest(999);
    expect(heard).toEqual([]);
    await rest(1);
    expect(heard).toEqual([
      {
        type: 'error',
        failure: expect.objectContaining({ kind: 'timeout', message: expect.stringContaining('1000 ms') }),
      },
      'end',
    ]);
    client.last().answer(['late']);
    subscription.unsubscribe();
    await rest(10_000);
    expect(client.cancelled).toEqual(['x']);
    expect(client.lateCancellations).toBe(0);
    expect(heard).toHaveLength(2);
  });
});

describe('a fault', () => {
  it('is every error but "method not found" and "invalid params"', async () => {
    const outcomes: Outcome[] = [];
    for (const code of [-32601, -32602, -32603]) {
      const { heard } = ask(new FakeClient(({ fail }) => fail(rpcError(code))));
      await rest();
      outcomes.push(heard[0] as Outcome);
    }
    expect(outcomes.map(isFault)).toEqual([false, false, true]);
    expect(isFault({ type: 'malformed', result: {} })).toBe(false);
  });
});
