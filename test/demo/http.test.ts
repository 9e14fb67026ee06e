/** The demo server over real HTTP, and its command line. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommandLine, runDemoServer } from '../../demo/server/cli.js';
import { type DemoHttpServer, startDemoHttpServer } from '../../demo/server/http.js';
import { completePrompt } from './support.js';

let server: DemoHttpServer;
beforeAll(async () => {
  server = await startDemoHttpServer({ port: 0 });
});
afterAll(() => server.close());

async function connect(): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const client = new Client({ name: 'demo-test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(server.url);
  await client.connect(transport as Transport);
  return { client, transport };
}

describe('over HTTP', () => {
  it('completes, gets prompts and reads resources like the embedded one', async () => {
    const { client } = await connect();
    expect((await completePrompt(client, 'code_review', 'language', 'py')).values).toEqual(['python']);
    const { messages } = await client.getPrompt({ name: 'stand_up' });
    expect(messages).toHaveLength(1);
    const { contents } = await client.readResource({ uri: 'github://repos/python/mypy' });
    expect(contents).toHaveLength(1);
    await client.close();
  });

  it('gives each client a session of its own, until it ends it', async () => {
    const [one, two] = [await connect(), await connect()];
    expect(one.transport.sessionId).toBeTruthy();
    expect(one.transport.sessionId).not.toBe(two.transport.sessionId);
    await one.transport.terminateSession();
    expect((await completePrompt(two.client, 'code_review', 'language', 'py')).values).toEqual(['python']);
    await Promise.all([one.client.close(), two.client.close()]);
  });

  it('lets a page of this machine in, and shows it the session id', async () => {
    const origin = 'http://127.0.0.1:5173';
    const response = await fetch(server.url, { method: 'OPTIONS', headers: { origin } });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
    expect(response.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
  });

  it.each([
    ['a page of another site', { origin: 'https://example.com' }, '/mcp', 403],
    ['another path', {}, '/', 404],
    ['a session that is not there', { 'mcp-session-id': 'gone' }, '/mcp', 404],
  ])('refuses %s', async (_whom, headers, path, status) => {
    const response = await fetch(new URL(path, server.url), { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });
});

describe('the command line', () => {
  it('serves at port 8931 without latency by default', () => {
    expect(readCommandLine([])).toMatchObject({ port: 8931, controls: { latencyMs: 0, completions: true } });
  });

  it('takes a port, a latency and the failings', () => {
    expect(readCommandLine(['9000', '--latency', '250', '--slow', '50', '--failing', '--plain'])).toEqual({
      port: 9000,
      controls: { latencyMs: 250, slowMs: 50, failing: true, completions: false },
    });
  });

  it.each([['--latency', 'soon'], ['-1'], ['70000'], ['9000', '9001'], ['--what']])(
    'says what is wrong with %s',
    async (...args) => {
      const said: string[] = [];
      const say = { log: () => {}, error: (line: string) => void said.push(line) };
      expect(await runDemoServer(args, startDemoHttpServer, say)).toBe(2);
      expect(said.join('\n')).toContain('Usage:');
    },
  );

  it('says in one line that a port is taken', async () => {
    const said: string[] = [];
    const say = { log: () => {}, error: (line: string) => void said.push(line) };
    expect(await runDemoServer([server.url.port], startDemoHttpServer, say)).toBe(1);
    expect(said).toEqual([expect.stringContaining(`Port ${server.url.port} is taken`)]);
    expect(said[0]).not.toContain('\n');
  });
});
