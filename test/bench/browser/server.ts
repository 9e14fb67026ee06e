/** Serves the bench's page, and a recorded trace's values as a real MCP server over Streamable HTTP, each request after a latency. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CancelledNotificationSchema, CompleteRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { answerOf } from '../model.js';
import type { FormModel } from '../trace.js';

export interface BrowserBenchServer {
  readonly origin: string;
  /** Since the last `reset`. */
  readonly wire: { requests: number; cancellations: number };
  reset(): void;
  close(): Promise<void>;
}

export async function serve(
  model: FormModel,
  latencyMs: number,
  script: string,
): Promise<BrowserBenchServer> {
  const wire = { requests: 0, cancellations: 0 };
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      enableJsonResponse: true,
    });
    const server = new Server(
      { name: 'bench', version: '1' },
      { capabilities: { completions: {}, prompts: {} } },
    );
    server.setRequestHandler(CompleteRequestSchema, async ({ params }) => {
      wire.requests++;
      await after(latencyMs);
      const { name, value } = params.argument;
      const { values, ...rest } = answerOf(model[name]!, value, params.context?.arguments ?? {});
      return { completion: { values: [...values], ...rest } };
    });
    server.setNotificationHandler(CancelledNotificationSchema, () => void wire.cancellations++);
    await server.connect(transport as Transport);
    return transport;
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/')
      return send(response, 'text/html', '<!doctype html><script type=module src=/page.js></script>');
    if (request.url === '/page.js') return send(response, 'text/javascript', script);
    if (request.url !== '/mcp') return void response.writeHead(404).end();
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : await open();
    if (session) await session.handleRequest(request, response);
    else response.writeHead(404).end();
  };

  const http = createServer((request, response) => {
    route(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    wire,
    reset: () => void Object.assign(wire, { requests: 0, cancellations: 0 }),
    async close() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
}
