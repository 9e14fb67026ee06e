/** The tap for transports. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, it, vi } from 'vitest';
import { createDemoServer } from '../../demo/server/index.js';
import { tapTransport, type WireMessage } from '../../demo/wire-tap.js';

async function connectTapped(report: (passed: WireMessage) => void) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'demo-test', version: '1.0.0' });
  await createDemoServer().connect(theirs);
  let clock = 0;
  await client.connect(tapTransport(ours, report, () => ++clock));
  return { client, theirs };
}

it('reports every message of both directions, in order, with its time', async () => {
  const passed: WireMessage[] = [];
  const { client } = await connectTapped((message) => passed.push(message));
  await client.listPrompts();
  expect(
    passed.map(({ direction, message }) => [direction, 'method' in message ? message.method : 'answer']),
  ).toEqual([
    ['sent', 'initialize'],
    ['received', 'answer'],
    ['sent', 'notifications/initialized'],
    ['sent', 'prompts/list'],
    ['received', 'answer'],
  ]);
  expect(passed.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5]);
});

it('reports a cancellation', async () => {
  const passed: WireMessage[] = [];
  const { client } = await connectTapped((message) => passed.push(message));
  const abort = new AbortController();
  const answer = client.complete(
    { ref: { type: 'ref/prompt', name: 'plan_trip' }, argument: { name: 'city', value: '' } },
    { signal: abort.signal },
  );
  abort.abort('enough');
  await expect(answer).rejects.toThrow();
  expect(passed.at(-1)?.message).toMatchObject({ method: 'notifications/cancelled' });
});

it('hands on a close of the other side', async () => {
  const { client, theirs } = await connectTapped(() => {});
  const closed = vi.fn();
  client.onclose = closed;
  await theirs.close();
  expect(closed).toHaveBeenCalledTimes(1);
});

it('survives a listener that throws', async () => {
  const { client } = await connectTapped(() => {
    throw new Error('a faulty panel');
  });
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(4);
});

it('reports what the transport would not send, and lets the client hear of it, too', async () => {
  const passed: WireMessage[] = [];
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createDemoServer().connect(theirs);
  const client = new Client({ name: 'demo-test', version: '1.0.0' });
  await client.connect(tapTransport(ours, (message) => passed.push(message)));
  ours.send = async () => {
    throw new Error('the network is down');
  };
  await expect(client.listPrompts()).rejects.toThrow('the network is down');
  expect(passed.slice(-2)).toMatchObject([
    { direction: 'sent', message: { method: 'prompts/list' } },
    { direction: 'sent', message: { method: 'prompts/list' }, refused: 'the network is down' },
  ]);
  expect(passed.at(-2)).not.toHaveProperty('refused');
});
