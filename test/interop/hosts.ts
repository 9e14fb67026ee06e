/** The clients of the interop suite, as a host holds them: both SDK generations, over stdio and Streamable HTTP. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { PromptListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CompletionClient } from '../../src/client.js';
import type { PromptLike, ResourceTemplateLike } from '../../src/target.js';
import { WireLog } from '../support/wire.js';
import { type Launch, ROOT } from './launch.js';

export type Endpoint =
  | { readonly kind: 'stdio'; readonly launch: Launch }
  | { readonly kind: 'http'; readonly url: string };

/** One connected client with what a host does beside completing. */
export interface Host {
  readonly client: CompletionClient;
  readonly protocol: string;
  readonly wire: WireLog;
  prompts(): Promise<readonly PromptLike[]>;
  templates(): Promise<readonly ResourceTemplateLike[]>;
  readText(uri: string): Promise<string>;
  callTool(name: string, args: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** What a host hears of its connection. */
export interface HostEvents {
  promptsChanged?(): void;
  closed?(): void;
}

export interface Connector {
  readonly name: string;
  /** Protocol 2026-07-28 and nothing else; only servers that speak it can be asked. */
  readonly modern: boolean;
  connect(endpoint: Endpoint, events?: HostEvents): Promise<Host>;
}

const IDENTITY = { name: 'interop-host', version: '1.0.0' };
const MODERN = '2026-07-28';

export const CONNECTORS: readonly Connector[] = [
  { name: 'sdk 1', modern: false, connect: connectV1 },
  { name: 'client 2', modern: false, connect: (endpoint, events) => connectV2(endpoint, 'legacy', events) },
  {
    name: 'client 2',
    modern: true,
    connect: (endpoint, events) => connectV2(endpoint, { pin: MODERN }, events),
  },
];

async function connectV1(endpoint: Endpoint, events: HostEvents = {}): Promise<Host> {
  const client = new ClientV1(IDENTITY);
  const wire = new WireLog();
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => events.promptsChanged?.());
  client.onclose = () => events.closed?.();
  const transport =
    endpoint.kind === 'http' ? new HttpV1(new URL(endpoint.url)) : new StdioV1(stdioOptions(endpoint.launch));
  // The class types sessionId `| undefined`, which exactOptionalPropertyTypes holds against it.
  await client.connect(wire.record(transport) as TransportV1);
  return {
    client,
    wire,
    protocol: wire.entries.map(({ message }) => versionIn(message.result)).find(Boolean) ?? 'unknown',
    prompts: async () => (await client.listPrompts()).prompts,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    readText: async (uri) => textOf(await client.readResource({ uri })),
    callTool: async (name, args) => void (await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

async function connectV2(
  endpoint: Endpoint,
  mode: 'legacy' | { pin: string },
  events: HostEvents = {},
): Promise<Host> {
  const client = new ClientV2(IDENTITY, { versionNegotiation: { mode } });
  const wire = new WireLog();
  client.setNotificationHandler('notifications/prompts/list_changed', () => events.promptsChanged?.());
  client.onclose = () => events.closed?.();
  const transport =
    endpoint.kind === 'http' ? new HttpV2(new URL(endpoint.url)) : new StdioV2(stdioOptions(endpoint.launch));
  await client.connect(wire.record(transport));
  if (mode !== 'legacy' && events.promptsChanged) await client.listen({ promptsListChanged: true });
  return {
    client,
    wire,
    protocol: client.getNegotiatedProtocolVersion() ?? 'unknown',
    prompts: async () => (await client.listPrompts()).prompts,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    readText: async (uri) => textOf(await client.readResource({ uri })),
    callTool: async (name, args) => void (await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

function stdioOptions(launch: Launch) {
  const env = { ...process.env, ...launch.env } as Record<string, string>;
  return { command: launch.command, args: [...launch.args], env, cwd: ROOT, stderr: 'ignore' as const };
}

function versionIn(result: unknown): string | undefined {
  return (result as { protocolVersion?: string } | undefined)?.protocolVersion;
}

function textOf(result: { contents: readonly object[] }): string {
  return (result.contents[0] as { text?: string } | undefined)?.text ?? '';
}
