/**
 * Serves the v2 explorer over stdio, or with `--http` over Streamable HTTP on a free port of the loopback interface:
 * protocol 2026-07-28 request by request, older ones in sessions.
 */
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { Journal } from '../journal.js';
import { createServer, type Variant } from './explorer.js';

const variant: Variant = process.argv.includes('--plain') ? 'plain' : 'explorer';
const journal = new Journal();

if (process.argv.includes('--http')) serveHttp();
else
  serveStdio(() => createServer(variant, journal), { transport: journal.listen(new StdioServerTransport()) });

function serveHttp(): void {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const modern = createMcpHandler(
    () => createServer(variant, journal, () => modern.notify.promptsChanged()),
    { legacy: 'reject' },
  );
  const handleModern = toNodeHandler({
    fetch: async (request, options) => {
      journal.watch(options?.parsedBody, request.signal);
      return modern.fetch(request, options);
    },
  });

  const http = createHttpServer((request, response) => {
    route(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });
  http.listen(0, '127.0.0.1', () => {
    console.log(`listening http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
  });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // IncomingMessage types its members `| undefined`, which exactOptionalPropertyTypes holds against it.
    const incoming = request as Parameters<typeof handleModern>[0];
    const body = request.method === 'POST' ? JSON.parse(await text(request)) : undefined;
    if (!(await isLegacyRequest(await toWebRequest(incoming, body), body)))
      return handleModern(incoming, response, body);

    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known) return known.handleRequest(request, response, body);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    // The class types its members `| undefined`, which exactOptionalPropertyTypes holds against it.
    await createServer(variant, journal).connect(journal.listen(transport) as Transport);
    await transport.handleRequest(request, response, body);
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
