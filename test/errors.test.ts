// How failures are recognised: the real errors of both SDK generations, made by real clients over real transports.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  InMemoryTransport as MemoryV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { CompletionError, isCompletionError, readFailure } from '../src/errors.js';
import type { CompleteParams } from '../src/protocol.js';

const params: CompleteParams = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
const info = { name: 'test', version: '1' };

interface Message {
  id?: string | number | undefined;
  method?: string;
}
/** The server's end: `undefined` never answers. */
type Reply = { result: object } | { error: object } | undefined;

/** What the tests ask of either client; both fit. */
interface Connected {
  client: {
    complete(params: CompleteParams, options?: { signal?: AbortSignal; timeout?: number }): Promise<unknown>;
    close(): Promise<void>;
  };
  closeServer(): Promise<void>;
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { completions: {} },
  serverInfo: info,
};

const generations = [
  {
    sdk: 'v1',
    async connect(reply: Reply, capabilities: object = { completions: {} }, strict = {}): Promise<Connected> {
      const [near, far] = MemoryV1.createLinkedPair();
      far.onmessage = (message: Message) =>
        answer(message, reply, capabilities, (sent) => far.send(sent as never));
      await far.start();
      const client = new ClientV1(info, strict);
      await client.connect(near);
      cleanups.push(() => client.close());
      return { client, closeServer: () => far.close() };
    },
    async connectHttp(url: URL): Promise<Connected['client']> {
      const client = new ClientV1(info);
      // The transport's types predate exactOptionalPropertyTypes.
      await client.connect(new HttpV1(url) as Parameters<ClientV1['connect']>[0]);
      cleanups.push(() => client.close());
      return client;
    },
    unconnected: (): Connected['client'] => new ClientV1(info),
  },
  {
    sdk: 'v2',
    async connect(reply: Reply, capabilities: object = { completions: {} }, strict = {}): Promise<Connected> {
      const [near, far] = MemoryV2.createLinkedPair();
      far.onmessage = (message: Message) =>
        answer(message, reply, capabilities, (sent) => far.send(sent as never));
      await far.start();
      const client = new ClientV2(info, strict);
      await client.connect(near);
      cleanups.push(() => client.close());
      return { client, closeServer: () => far.close() };
    },
    async connectHttp(url: URL): Promise<Connected['client']> {
      const client = new ClientV2(info);
      await client.connect(new HttpV2(url));
      cleanups.push(() => client.close());
      return client;
    },
    unconnected: (): Connected['client'] => new ClientV2(info),
  },
];

function answer(
  { id, method }: Message,
  reply: Reply,
  capabilities: object,
  send: (message: object) => unknown,
) {
  if (method === 'initialize') send({ jsonrpc: '2.0', id, result: { ...initialized, capabilities } });
  else if (method === 'completion/complete' && reply) send({ jsonrpc: '2.0', id, ...reply });
}

/** Every `completion/complete` gets this response; the rest of the protocol is served. */
async function serveHttp(respond: (response: ServerResponse) => void): Promise<{ url: URL; stop(): void }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as Message;
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'completion/complete') return respond(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: initialized }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  cleanups.push(stop);
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), stop };
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It should have been rejected.');
}

describe.each(generations)('the errors of SDK $sdk', ({ connect, connectHttp, unconnected }) => {
  /** The failure that this reply to `completion/complete` becomes. */
  const failureOf = async (reply: Reply) => {
    const { client } = await connect(reply);
    return readFailure(await rejection(client.complete(params)));
  };

  it('a request that is not answered is a timeout', async () => {
    const { client } = await connect(undefined);
    const error = await rejection(client.complete(params, { timeout: 1 }));
    expect(readFailure(error)).toMatchObject({ kind: 'timeout', cause: error });
  });

  it('A21: an abort is never quiet or rate-limited: that it was ours is for the engine to know', async () => {
    const { client } = await connect(undefined);
    const inFlight = new AbortController();
    const pending = rejection(client.complete(params, { signal: inFlight.signal }));
    inFlight.abort();
    expect(['timeout', 'server']).toContain(readFailure(await pending).kind);

    const before = AbortSignal.abort();
    const error = await rejection((async () => client.complete(params, { signal: before }))());
    expect(['timeout', 'server']).toContain(readFailure(error).kind);
    expect(readFailure(error)).not.toHaveProperty('code');
  });

  it('A47: a connection that the server closes is a disconnect, and so is asking on it', async () => {
    const { client, closeServer } = await connect(undefined);
    const pending = rejection(client.complete(params));
    await closeServer();
    expect(readFailure(await pending).kind).toBe('disconnected');
    expect(readFailure(await rejection((async () => client.complete(params))()))).toMatchObject({
      kind: 'disconnected',
      message: 'Not connected',
    });
  });

  it('a connection that the host closes is a disconnect', async () => {
    const { client } = await connect(undefined);
    const pending = rejection(client.complete(params));
    await client.close();
    expect(readFailure(await pending).kind).toBe('disconnected');
  });

  it('a client that never connected is a disconnect', async () => {
    const error = await rejection((async () => unconnected().complete(params))());
    expect(readFailure(error).kind).toBe('disconnected');
  });

  it.each([
    ['A43: method not found', -32601, 'Method not found', 'method-not-found'],
    ['A44: invalid params', -32602, 'Unknown prompt', 'invalid-params'],
    ['A45: internal error', -32603, 'Boom', 'server'],
    ['an error of the server of its own', -32000, 'database connection closed', 'server'],
    ['another of its own', -32001, 'Session not found', 'server'],
    ['a gateway whose upstream did not answer', -32001, 'Request timed out', 'timeout'],
    ['an invalid request', -32600, 'Unknown reference type', 'server'],
    ['HTTP wording in JSON-RPC', 429, 'Slow down', 'rate-limited'],
  ] as const)('%s', async (_what, code, message, kind) => {
    const failure = await failureOf({ error: { code, message } });
    expect(failure).toMatchObject({ kind, code });
    expect(failure.message).toContain(message);
    expect(failure).not.toHaveProperty('retryAfterMs');
  });

  it('a retry hint in seconds makes any error a rate limit', async () => {
    for (const code of [-32000, -32601, -32603]) {
      const failure = await failureOf({ error: { code, message: 'busy', data: { retryAfter: 2.5 } } });
      expect(failure).toMatchObject({ kind: 'rate-limited', code, retryAfterMs: 2500 });
    }
  });

  it.each([-1, null, '2', {}])('a retry hint that is no time is none: %j', async (retryAfter) => {
    const failure = await failureOf({ error: { code: -32603, message: 'busy', data: { retryAfter } } });
    expect(failure.kind).toBe('server');
    expect(failure).not.toHaveProperty('retryAfterMs');
  });

  it.each([
    [{}],
    [{ completion: { values: null } }],
    [{ completion: { values: ['a', 5] } }],
    [{ completion: { values: ['a'], total: 1.5 } }],
    [{ completion: { values: Array.from({ length: 101 }, String) } }],
  ])('an answer that its own schema refuses is malformed: %j', async (result) => {
    expect(await failureOf({ result })).toMatchObject({ kind: 'malformed' });
  });

  it('a strict client that refuses to probe counts as "Method not found"', async () => {
    const { client } = await connect({ result: {} }, {}, { enforceStrictCapabilities: true });
    const error = await rejection((async () => client.complete(params))());
    expect(readFailure(error).kind).toBe('method-not-found');
  });

  it.each([
    [429, 'rate-limited'],
    [503, 'server'],
    [401, 'server'],
    [500, 'server'],
  ] as const)('HTTP %i is %s', async (status, kind) => {
    const { url } = await serveHttp((response) => {
      response.writeHead(status, { 'retry-after': '3', 'content-type': 'text/plain' }).end('no');
    });
    const client = await connectHttp(url);
    const failure = readFailure(await rejection(client.complete(params)));
    expect(failure).toMatchObject({ kind, code: status });
    // The header does not reach the client: only JSON-RPC's data can say how long.
    expect(failure).not.toHaveProperty('retryAfterMs');
  });

  it('an error page of a proxy does not become a page of message', async () => {
    const { url } = await serveHttp((response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end(`<html>${'x'.repeat(5000)}</html>`);
    });
    const client = await connectHttp(url);
    const failure = readFailure(await rejection(client.complete(params)));
    expect(failure).toMatchObject({ kind: 'server', code: 502 });
    expect(failure.message.length).toBeLessThanOrEqual(300);
  });

  it('a page in place of an answer is the server’s failure, without a code', async () => {
    const { url } = await serveHttp((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    });
    const client = await connectHttp(url);
    const failure = readFailure(await rejection(client.complete(params)));
    expect(failure.kind).toBe('server');
    expect(failure).not.toHaveProperty('code');
  });

  it('a connection reset, and a server that is gone, are disconnects', async () => {
    const { url, stop } = await serveHttp((response) => response.destroy());
    const client = await connectHttp(url);
    expect(readFailure(await rejection(client.complete(params))).kind).toBe('disconnected');
    stop();
    expect(readFailure(await rejection(client.complete(params))).kind).toBe('disconnected');
  });
});

describe('the errors of other clients', () => {
  it.each([
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['a broken pipe', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
    ['a reset socket', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
    [
      'a stream that was closed',
      Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' }),
    ],
  ])('%s: disconnected', (_what, error) => {
    expect(readFailure(error).kind).toBe('disconnected');
  });

  it("AbortSignal.timeout's own error is a timeout", () => {
    const failure = readFailure(new DOMException('The operation timed out.', 'TimeoutError'));
    expect(failure.kind).toBe('timeout');
    expect(failure).not.toHaveProperty('code');
  });

  it("v1's SSE transport puts the HTTP status into the message alone", () => {
    expect(readFailure(new Error('Error POSTing to endpoint (HTTP 429): slow down'))).toMatchObject({
      kind: 'rate-limited',
      code: 429,
    });
  });

  it("protocol 2026-07-28's error is in the body of an HTTP one, unless that is a page", () => {
    const http = (text: string) =>
      readFailure(Object.assign(new Error('Error POSTing to endpoint'), { data: { status: 404, text } }));
    const body = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } };
    expect(http(JSON.stringify(body))).toMatchObject({
      kind: 'method-not-found',
      code: -32601,
      message: 'Method not found',
    });
    for (const page of ['<html>', '"text"', '{"error":{}}', `${JSON.stringify(body)}${' '.repeat(10_000)}`])
      expect(http(page)).toMatchObject({ kind: 'server', code: 404, message: 'Error POSTing to endpoint' });
  });

  it.each([undefined, null, 0, '', {}, [], Symbol('x'), Object.create(null), { message: '' }])(
    'a rejection that says nothing is still a failure of the server (%#)',
    (cause) => {
      expect(readFailure(cause)).toEqual({ kind: 'server', message: 'The request failed', cause });
    },
  );

  it('a rejection that is a text keeps it', () => {
    expect(readFailure('boom')).toMatchObject({ kind: 'server', message: 'boom' });
  });

  it('whatever is thrown, reading it does not throw', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (cause) => {
        const failure = readFailure(cause);
        expect(failure.message.length).toBeGreaterThan(0);
        expect(failure.cause).toBe(cause);
      }),
    );
  });
});

describe('CompletionError', () => {
  it('is an Error with a kind, and only what is known beside it', () => {
    const cause = new Error('x');
    const error = new CompletionError('rate-limited', 'busy', { code: 429, retryAt: 5000, cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'CompletionError',
      kind: 'rate-limited',
      message: 'busy',
      code: 429,
      retryAt: 5000,
    });
    expect(error.cause).toBe(cause);
    expect(Object.keys(new CompletionError('timeout', 'late')).sort()).toEqual(['kind', 'name']);
    expect(new CompletionError('timeout', 'late')).not.toHaveProperty('cause');
  });

  it('is recognised by its shape, also from another copy of the package', () => {
    expect(isCompletionError(new CompletionError('server', 'x'))).toBe(true);
    expect(
      isCompletionError(Object.assign(new Error('x'), { name: 'CompletionError', kind: 'server' })),
    ).toBe(true);
    for (const other of [new Error('x'), { name: 'CompletionError', kind: 'server' }, null, undefined, 'x'])
      expect(isCompletionError(other)).toBe(false);
  });
});
