/** Real SDK clients for the hostile server, one for each way in which a host may be connected. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CompletionClient } from '../../src/client.js';
import type { HostileServer, HostileTransport } from './server.js';

export interface HostileClient extends CompletionClient {
  close(): Promise<void>;
}

export interface Generation {
  readonly name: string;
  /** This client checks an answer against its own schema before the engine sees it. */
  readonly strict: boolean;
  connect(server: HostileServer): Promise<HostileClient>;
}

const IDENTITY = { name: 'host', version: '1.0.0' };

export const GENERATIONS: readonly Generation[] = [
  {
    name: 'sdk 1',
    strict: false,
    async connect(server) {
      const client = new ClientV1(IDENTITY);
      await client.connect(server.transport() as TransportV1);
      return client;
    },
  },
  { name: 'client 2', strict: false, connect: (server) => connectV2(server, 'legacy') },
  {
    name: 'client 2 on 2026-07-28',
    strict: true,
    connect: (server) => connectV2(server, { pin: '2026-07-28' }),
  },
];

type TransportV2 = Parameters<ClientV2['connect']>[0];

async function connectV2(server: HostileServer, mode: 'legacy' | { pin: string }): Promise<HostileClient> {
  const client = new ClientV2(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(server.transport() as HostileTransport as TransportV2);
  return client;
}
