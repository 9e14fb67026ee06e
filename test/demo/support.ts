/** Connects a real SDK client to the demo server in memory. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createDemoServer, type DemoControls } from '../../demo/server/index.js';

export async function connectInMemory(controls?: DemoControls): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'demo-test', version: '1.0.0' });
  await Promise.all([createDemoServer(controls).connect(theirs), client.connect(ours)]);
  return client;
}

/** The `completion` member of the answer for one argument of a prompt. */
export async function completePrompt(
  client: Client,
  name: string,
  argument: string,
  value: string,
  siblings?: Record<string, string>,
) {
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name },
    argument: { name: argument, value },
    ...(siblings && { context: { arguments: siblings } }),
  });
  return completion;
}

/** The same for one variable of a resource template. */
export async function completeTemplate(
  client: Client,
  uri: string,
  argument: string,
  value: string,
  siblings?: Record<string, string>,
) {
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri },
    argument: { name: argument, value },
    ...(siblings && { context: { arguments: siblings } }),
  });
  return completion;
}
