/** The demo server over Streamable HTTP: sessions, CORS for pages of this machine, the loopback address alone. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { runDemoServer } from './cli.js';
import { createDemoControls, createDemoServer, type DemoControls } from './index.js';

const LOOPBACK = '127.0.0.1';

export interface DemoHttpServer {
  /** Where clients connect, such as `http://127.0.0.1:8931/mcp`. */
  readonly url: URL;
  /** Ends every session and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts serving; port 0 picks a free one.
 *
 * @throws the error of `listen`, such as EADDRINUSE.
 */
export async function startDemoHttpServer(
  options: { port?: number; controls?: DemoControls } = {},
): Promise<DemoHttpServer> {
  const controls = options.controls ?? createDemoControls();
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const openSession = async () => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    transport.onclose = () => void sessions.delete(transport.sessionId ?? '');
    // The SDK's class declares its callbacks without `| undefined`, which exactOptionalPropertyTypes tells apart.
    await createDemoServer(controls).connect(transport as Transport);
    return transport;
  };

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) refuse(response, 500, -32603, String(error));
      else response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopback(`http://${request.headers.host ?? ''}`))
      return refuse(response, 403, -32000, 'Unknown host');
    const { origin } = request.headers;
    if (origin !== undefined && !isLoopback(origin)) return refuse(response, 403, -32000, 'Unknown origin');
    allowPage(response, origin);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (new URL(request.url ?? '/', `http://${LOOPBACK}`).pathname !== '/mcp')
      return refuse(response, 404, -32000, 'MCP is served at /mcp');

    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !session) return refuse(response, 404, -32001, 'Session not found');
    await (session ?? (await openSession())).handleRequest(request, response);
  }

  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(options.port ?? 0, LOOPBACK, () => {
      http.off('error', reject);
      resolve();
    });
  });
  const { port } = http.address() as AddressInfo;

  return {
    url: new URL(`http://${LOOPBACK}:${port}/mcp`),
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A page elsewhere must not reach this server, neither directly nor by rebinding a name of its own to loopback. */
function isLoopback(address: string): boolean {
  return URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

function allowPage(response: ServerResponse, origin: string | undefined): void {
  response.setHeader('access-control-allow-origin', origin ?? '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS');
  response.setHeader(
    'access-control-allow-headers',
    'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id',
  );
  response.setHeader('access-control-expose-headers', 'mcp-session-id, mcp-protocol-version');
  response.setHeader('access-control-max-age', '600');
  response.setHeader('vary', 'origin');
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await runDemoServer(process.argv.slice(2), startDemoHttpServer);
