/** Serves the v1 explorer over stdio, or with `--http` over Streamable HTTP on a free port of the loopback interface. */
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Journal } from '../journal.js';
import { createServer, type Variant } from './explorer.js';

const variant: Variant = process.argv.includes('--plain') ? 'plain' : 'explorer';
const journal = new Journal();

if (process.argv.includes('--http')) serveHttp();
else await createServer(variant, journal).connect(journal.listen(new StdioServerTransport()));

function serveHttp(): void {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createHttpServer((request, response) => {
    answer(request, response, sessions).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  http.listen(0, '127.0.0.1', () => {
    console.log(`listening http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, StreamableHTTPServerTransport>,
): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const known = typeof id === 'string' ? sessions.get(id) : undefined;
  if (known) return known.handleRequest(request, response);
  if (id !== undefined) {
    response.writeHead(404).end();
    return;
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (session) => void sessions.set(session, transport),
  });
  // The class types its members `| undefined`, which exactOptionalPropertyTypes holds against it.
  await createServer(variant, journal).connect(journal.listen(transport) as Transport);
  await transport.handleRequest(request, response);
}
