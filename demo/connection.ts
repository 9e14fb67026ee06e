/** The connection as the host sees it: a client, or none, over time; and what passes on its wire. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { BehaviorSubject, Subject } from 'rxjs';
import type { ServerChoice } from './address.js';
import { createDemoServer, type DemoControls } from './server/index.js';
import { tapTransport, type WireMessage } from './wire-tap.js';

export type ConnectionStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly server: string; readonly completions: 'declared' | 'not declared' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'closed' };

/** A transport, and how to take leave of the server behind it. */
interface Line {
  readonly transport: Transport;
  leave(): Promise<void>;
}

export class Connection {
  /** What the engine is given: null while there is no connection. */
  readonly client$ = new BehaviorSubject<Client | null>(null);
  readonly status$ = new BehaviorSubject<ConnectionStatus>({ kind: 'closed' });
  /** What passes, with the number of the connection: each counts its requests from zero. */
  readonly wire$ = new Subject<{ readonly connection: number; readonly passed: WireMessage }>();
  /** The number of a connection that is over: nothing more passes, nothing is answered any more. */
  readonly ended$ = new Subject<number>();
  /** The server said that its prompts or resources are others now. */
  readonly listChanged$ = new Subject<void>();

  /** Counts the attempts: what belongs to an earlier one no longer matters. */
  private attempt = 0;
  private leave: () => Promise<void> = async () => {};

  constructor(private readonly controls: DemoControls) {}

  /** Leaves the server of before, if any, for this one. Never throws: `status$` says how it went. */
  async connect(server: ServerChoice): Promise<void> {
    const attempt = ++this.attempt;
    const leaveBefore = this.leave;
    this.leave = async () => {};
    this.status$.next({ kind: 'connecting' });
    // The embedded server is there in a moment: the old client serves until then, and nothing flickers.
    if (server.kind === 'http') this.client$.next(null);

    const client = new Client({ name: 'mcp-completion-engine-demo', version: '0.1.0' });
    client.onclose = () => {
      this.ended$.next(attempt);
      this.lost(client);
    };
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => this.listChanged$.next());
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => this.listChanged$.next());
    try {
      const { transport, leave } = await this.open(server);
      await client.connect(
        tapTransport(transport, (passed) => this.wire$.next({ connection: attempt, passed })),
      );
      if (attempt !== this.attempt) return void leave().then(() => client.close());
      this.leave = () => leave().then(() => client.close());
      const version = client.getServerVersion();
      this.status$.next({
        kind: 'connected',
        server: version?.title ?? version?.name ?? 'a server without a name',
        completions: client.getServerCapabilities()?.completions ? 'declared' : 'not declared',
      });
      this.client$.next(client);
    } catch (error) {
      this.ended$.next(attempt);
      if (attempt !== this.attempt) return;
      this.client$.next(null);
      this.status$.next({ kind: 'failed', why: explain(server, error) });
    } finally {
      void leaveBefore();
    }
  }

  private async open(server: ServerChoice): Promise<Line> {
    if (server.kind === 'http') {
      const http = new StreamableHTTPClientTransport(new URL(server.url));
      // The SDK's class declares its callbacks without `| undefined`, which exactOptionalPropertyTypes tells apart.
      return { transport: http as Transport, leave: () => http.terminateSession().catch(() => {}) };
    }
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createDemoServer(this.controls).connect(theirs);
    return { transport: ours, leave: async () => {} };
  }

  private lost(client: Client): void {
    if (this.client$.value !== client || this.status$.value.kind === 'connecting') return;
    this.client$.next(null);
    this.status$.next({ kind: 'closed' });
  }
}

function explain(server: ServerChoice, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return server.kind === 'http' ? `${server.url} does not answer as an MCP server (${why})` : why;
}
