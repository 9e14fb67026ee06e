/**
 * A Streamable HTTP server in raw node:http: a correct handshake, and a script that has the bare response in its hands
 * for every `completion/complete`.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpAsked {
  readonly id: string | number;
  readonly value: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** A complete, correct JSON body with this result. */
  answer(result: object): void;
  /** A JSON body with this status, e.g. a JSON-RPC error. */
  json(status: number, body: unknown, headers?: Record<string, string>): void;
}

export type HttpScript = (asked: HttpAsked) => void;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly argument?: { readonly value: string } };
}

export class HostileHttpServer {
  script: HttpScript = () => {};
  readonly asked: HttpAsked[] = [];
  /** Notifications that arrived, by method. */
  readonly notified: string[] = [];
  readonly #http: Server = createServer((request, response) => void this.#serve(request, response));

  async listen(): Promise<URL> {
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    return new URL(`http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`);
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method = '', params } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message;
    if (id === undefined) {
      this.notified.push(method);
      response.writeHead(202).end();
      return;
    }
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    };
    const answer = (result: object) =>
      json(200, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });
    if (method === 'initialize')
      answer({ protocolVersion: params?.protocolVersion, capabilities: CAPABILITIES, serverInfo: IDENTITY });
    else if (method === 'server/discover')
      answer({ supportedVersions: ['2026-07-28'], capabilities: CAPABILITIES, _meta: SERVER_INFO });
    else {
      const asked = { id, value: params?.argument?.value ?? '', request, response, answer, json };
      this.asked.push(asked);
      this.script(asked);
    }
  }
}

const CAPABILITIES = { completions: {}, prompts: {} };
const IDENTITY = { name: 'hostile', version: '0.0.0' };
const SERVER_INFO = { 'io.modelcontextprotocol/serverInfo': IDENTITY };
