/** HTTP at its worst, over real sockets: statuses, pages, torn connections, half-closed streams, a slow trickle. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CompletionClient,
  type CompletionEngine,
  type CompletionField,
  createCompletionEngine,
} from '../../src/index.js';
import { settled, until } from '../support/until.js';
import { HostileHttpServer, type HttpAsked } from './http-server.js';
import { complete } from './server.js';
import { TARGET } from './session.js';

interface Generation {
  readonly name: string;
  connect(url: URL): Promise<CompletionClient & { close(): Promise<void> }>;
}

const IDENTITY = { name: 'host', version: '1.0.0' };

const GENERATIONS: readonly Generation[] = [
  {
    name: 'sdk 1',
    async connect(url) {
      const client = new ClientV1(IDENTITY);
      await client.connect(new HttpV1(url) as TransportV1);
      return client;
    },
  },
  { name: 'client 2', connect: (url) => connectV2(url, 'legacy') },
  { name: 'client 2 on 2026-07-28', connect: (url) => connectV2(url, { pin: '2026-07-28' }) },
];

async function connectV2(url: URL, mode: 'legacy' | { pin: string }) {
  const client = new ClientV2(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(new HttpV2(url));
  return client;
}

const EVENT_STREAM = { 'content-type': 'text/event-stream' };

const event = (id: unknown, values: readonly string[]): string =>
  `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...complete(values) } })}\n\n`;

const good = ({ answer }: HttpAsked): void => answer(complete(['python']));

describe.each(GENERATIONS)('with $name', (generation) => {
  let server: HostileHttpServer;
  let client: Awaited<ReturnType<Generation['connect']>>;
  let engine: CompletionEngine;
  let field: CompletionField;

  beforeEach(async () => {
    server = new HostileHttpServer();
    client = await generation.connect(await server.listen());
  });

  afterEach(async () => {
    engine.dispose();
    await client.close();
    await server.close();
  });

  /** A field that has just asked. */
  function start(timeoutMs = 10_000): void {
    engine = createCompletionEngine(client, { debounceMs: 0, narrowing: 'off', timeoutMs });
    field = engine.form(TARGET, { prefetch: false }).field('language');
    field.focus();
  }

  /** The field works as if nothing had happened. */
  async function expectUsable(): Promise<void> {
    server.script = good;
    field.setValue('usable');
    field.refresh();
    const state = await until(field, ({ activity, options }) => activity === 'idle' && options.length > 0);
    expect(state).toMatchObject({ options: ['python'], value: 'usable' });
    expect(state.error).toBeUndefined();
  }

  it('429 with Retry-After is a rate limit', async () => {
    server.script = ({ response }) => response.writeHead(429, { 'retry-after': '7' }).end('slow down');
    start();
    expect(await settled(field)).toMatchObject({ options: [], error: { kind: 'rate-limited', code: 429 } });
    await expectUsable();
  });

  it('429 with a JSON-RPC error that has data.retryAfter is a rate limit, too', async () => {
    server.script = ({ json, id }) =>
      json(429, {
        jsonrpc: '2.0',
        id,
        error: { code: -32000, message: 'slow down', data: { retryAfter: 1 } },
      });
    start();
    expect(await settled(field)).toMatchObject({ error: { kind: 'rate-limited' } });
    await expectUsable();
  });

  it.each([400, 401, 403, 500, 502, 503, 504])(
    '%i with a page of HTML is an error beside the text',
    async (status) => {
      server.script = ({ response }) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end(`<h1>${'x'.repeat(100_000)}</h1>`);
      start();
      const { error } = await settled(field);
      expect(error).toMatchObject({ kind: 'server' });
      expect(error!.message.length).toBeLessThan(1_000);
      await expectUsable();
    },
  );

  it('404 with "Method not found" in it, as 2026-07-28 has it, leaves a plain field', async () => {
    server.script = ({ json, id }) =>
      json(404, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
    start();
    const state = await until(field, ({ activity }) => activity === 'idle');
    if (generation.name === 'client 2 on 2026-07-28') {
      expect(state).toMatchObject({ support: 'unsupported', reason: 'method-not-found' });
      expect(state.error).toBeUndefined();
    }
    field.setValue('next');
    expect(field.state.value).toBe('next');
    await expectUsable();
  });

  it('a connection torn before the headers is an error, and the next key asks', async () => {
    server.script = ({ response }) => response.destroy();
    start();
    expect((await settled(field)).error).toBeDefined();
    await expectUsable();
  });

  it('a body torn in the middle is an error or a timeout, never a wrong list', async () => {
    server.script = ({ response, id }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, result: complete(['python', 'perl']) });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    };
    start(1_000);
    expect(await settled(field)).toMatchObject({ options: [], error: expect.anything() });
    await expectUsable();
  });

  it.each(['', '{', 'null', '[]', '"python"', '{"jsonrpc":"2.0"}'])(
    'a JSON body of %j is no answer',
    async (body) => {
      server.script = ({ response }) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      start(300);
      // Refused by the SDK's schema (malformed, quietly), or never taken for an answer (a timeout).
      const { options, error, reason } = await settled(field);
      expect(options).toEqual([]);
      expect(error !== undefined || reason === 'malformed').toBe(true);
      await expectUsable();
    },
  );

  it('an answer of another content type is an error', async () => {
    server.script = ({ response }) => response.writeHead(200, { 'content-type': 'text/plain' }).end('python');
    start(300);
    expect(await settled(field)).toMatchObject({ options: [], error: expect.anything() });
    await expectUsable();
  });

  it('an event stream closed without an answer is a timeout at worst', async () => {
    server.script = ({ response }) => response.writeHead(200, EVENT_STREAM).end();
    start(300);
    expect(await settled(field)).toMatchObject({ options: [], error: expect.anything() });
    await expectUsable();
  });

  it('an event stream that stays open and silent is a timeout', async () => {
    server.script = ({ response }) => void response.writeHead(200, EVENT_STREAM).write(': still here\n\n');
    start(300);
    expect(await settled(field)).toMatchObject({ options: [], error: { kind: 'timeout' } });
    await expectUsable();
  });

  it('an event stream of rubbish before the answer does not hide it', async () => {
    server.script = ({ response, id }) => {
      response.writeHead(200, EVENT_STREAM);
      response.end(`: comment\n\nevent: weather\ndata: rain\n\nretry: 1\n\n${event(id, ['python'])}`);
    };
    start();
    expect((await settled(field)).options).toEqual(['python']);
    await expectUsable();
  });

  it('an answer that trickles in one character at a time is still the answer', async () => {
    server.script = ({ response, id }) => {
      response.writeHead(200, EVENT_STREAM);
      const rest = [...event(id, ['pythön', '\u{1F40D}'])];
      const drip = () => {
        const next = rest.shift();
        if (next === undefined) response.end();
        else response.write(next, () => setImmediate(drip));
      };
      drip();
    };
    start();
    expect((await settled(field)).options).toEqual(['pythön', '\u{1F40D}']);
    await expectUsable();
  });

  it('an answer of 10 MB keeps its short values', async () => {
    server.script = ({ answer }) => answer(complete(['short', 'x'.repeat(10 * 1024 * 1024)]));
    start();
    expect((await settled(field)).options).toEqual(['short']);
    await expectUsable();
  });

  it('a superseded request reaches the server as a cancellation', async () => {
    const closed = new Promise<void>((resolve) => {
      server.script = ({ response }) => response.once('close', resolve);
    });
    start();
    await until(field, () => server.asked.length > 0);
    server.script = good;
    field.setValue('other');
    await settled(field);
    if (generation.name === 'client 2 on 2026-07-28') await closed;
    else expect(server.notified).toContain('notifications/cancelled');
  });
});
