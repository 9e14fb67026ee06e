/** The round trip over `@modelcontextprotocol/client` and `/server`. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { roundTrip } from './round-trip.js';

const identity = { name: 'host', version: '1.0.0' };

await roundTrip(async (answer, sent) => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = new Server(identity, { capabilities: answer ? { completions: {} } : { prompts: {} } });
  if (answer)
    server.setRequestHandler('completion/complete', async ({ params }) => ({ ...(await answer(params)) }));
  await server.connect(far);
  const client = new Client(identity);
  await client.connect(near);
  const { onmessage } = far;
  far.onmessage = (message, extra) => {
    sent(message);
    onmessage?.(message, extra);
  };
  return { client, close: () => client.close() };
});
