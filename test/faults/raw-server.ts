/** A Streamable HTTP server in raw node:http that keeps no session: it records bodies as they came and can die and return. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CompletionClient } from '../../src/index.js';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly argument?: { readonly name: string; readonly value: string };
    readonly context?: { readonly arguments: Record<string, string> };
  };
}

/** One `completion/complete` as the server received it. */
export interface Received {
  /** The body, byte for byte. */
  readonly raw: string;
  readonly params: NonNullable<Message['params']>;
}

/** The values for a request; `undefined` never answers. */
export type Answers = (received: Received) => readonly string[] | undefined;

export class RawServer {
  readonly received: Received[] = [];
  answers: Answers;
  #http: Server | undefined;
  #port = 0;

  constructor(answers: Answers) {
    this.answers = answers;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.#port}/mcp`);
  }

  /** Listens, on the same port as before if there was one. */
  async start(): Promise<void> {
    const http = createServer(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks).toString('utf8');
      const { id, method, params = {} } = JSON.parse(raw) as Message;
      const answer = (result: object) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      if (id === undefined) response.writeHead(202).end();
      else if (method === 'initialize')
        answer({ protocolVersion: params.protocolVersion, capabilities: { completions: {} }, serverInfo });
      else if (method === 'completion/complete') {
        const received = { raw, params };
        this.received.push(received);
        const values = this.answers(received);
        if (values) answer({ completion: { values, hasMore: false } });
      } else answer({});
    });
    this.#http = http;
    http.listen(this.#port, '127.0.0.1');
    await once(http, 'listening');
    this.#port = (http.address() as AddressInfo).port;
  }

  /** Tears every connection, as a killed process does. */
  async kill(): Promise<void> {
    const http = this.#http;
    if (!http?.listening) return;
    http.closeAllConnections();
    http.close();
    await once(http, 'close');
  }
}

const serverInfo = { name: 'raw', version: '0.0.0' };
const IDENTITY = { name: 'host', version: '1.0.0' };

export type HttpClient = CompletionClient & { close(): Promise<void> };

/** Both SDK generations over Streamable HTTP. */
export const HTTP_CLIENTS: readonly { name: string; connect(url: URL): Promise<HttpClient> }[] = [
  {
    name: 'sdk 1',
    async connect(url) {
      const client = new ClientV1(IDENTITY);
      await client.connect(new HttpV1(url) as TransportV1);
      return client;
    },
  },
  {
    name: 'client 2',
    async connect(url) {
      const client = new ClientV2(IDENTITY, { versionNegotiation: { mode: 'legacy' } });
      await client.connect(new HttpV2(url));
      return client;
    },
  },
];
