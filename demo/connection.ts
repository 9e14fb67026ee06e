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

export class Connection {
  /** What the engine is given: null while there is no connection. */
  readonly client$ = new BehaviorSubject<Client | null>(null);
  readonly status$ = new BehaviorSubject<ConnectionStatus>({ kind: 'closed' });
  readonly wire$ = new Subject<WireMessage>();
  /** The server said that its prompts or resources are others now. */
  readonly listChanged$ = new Subject<void>();

  /** Counts the attempts: what belongs to an earlier one no longer matters. */
  private attempt = 0;

  constructor(private readonly controls: DemoControls) {}

  /** Leaves the server of before, if any, for this one. Never throws: `status$` says how it went. */
  async connect(server: ServerChoice): Promise<void> {
    const attempt = ++this.attempt;
    const before = this.client$.value;
    this.status$.next({ kind: 'connecting' });
    // The embedded server is there in a moment: the old client serves until then, and nothing flickers.
    if (server.kind === 'http' && before) this.client$.next(null);

    const client = new Client({ name: 'mcp-completion-engine-demo', version: '0.1.0' });
    client.onclose = () => this.lost(client);
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => this.listChanged$.next());
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => this.listChanged$.next());
    try {
      await client.connect(tapTransport(await this.open(server), (passed) => this.wire$.next(passed)));
    } catch (error) {
      if (attempt === this.attempt) {
        this.client$.next(null);
        this.status$.next({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
      }
      return;
    } finally {
      void before?.close();
    }
    if (attempt !== this.attempt) return void client.close();

    const version = client.getServerVersion();
    this.status$.next({
      kind: 'connected',
      server: version?.title ?? version?.name ?? 'a server without a name',
      completions: client.getServerCapabilities()?.completions ? 'declared' : 'not declared',
    });
    this.client$.next(client);
  }

  private async open(server: ServerChoice): Promise<Transport> {
    if (server.kind === 'http') {
      // The SDK's class declares its callbacks without `| undefined`, which exactOptionalPropertyTypes tells apart.
      return new StreamableHTTPClientTransport(new URL(server.url)) as Transport;
    }
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createDemoServer(this.controls).connect(theirs);
    return ours;
  }

  private lost(client: Client): void {
    if (this.client$.value !== client || this.status$.value.kind === 'connecting') return;
    this.client$.next(null);
    this.status$.next({ kind: 'closed' });
  }
}
