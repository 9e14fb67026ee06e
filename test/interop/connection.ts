/** One server process and the client connected to it, replaced together by a restart. */
import { Subject } from 'rxjs';
import { within } from './expect.js';
import type { Connector, Endpoint, Host } from './hosts.js';
import { type RunningServer, startHttp } from './launch.js';
import type { Stage } from './scenarios.js';
import type { InteropServer } from './servers.js';

const CONNECT_MS = 60_000;

/** One row of the matrix. */
export interface Plan {
  readonly server: InteropServer;
  readonly connector: Connector;
  readonly transport: 'stdio' | 'http';
}

export class Connection {
  readonly #plan: Plan;
  readonly #promptsChanged$ = new Subject<void>();
  #running: RunningServer | undefined;
  #host: Host | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  async connect(): Promise<Host> {
    const { server, connector, transport } = this.#plan;
    if (transport === 'http') this.#running = await startHttp(server.http);
    const endpoint: Endpoint = this.#running
      ? { kind: 'http', url: this.#running.url }
      : { kind: 'stdio', launch: server.stdio };
    const connecting = connector.connect(endpoint, { promptsChanged: () => this.#promptsChanged$.next() });
    this.#host = await within(connecting, 'the connection', CONNECT_MS);
    return this.#host;
  }

  stage(host: Host): Stage {
    return {
      host,
      promises: this.#plan.server.promises,
      promptsChanged$: this.#promptsChanged$,
      kill: () => this.end(),
      revive: () => this.connect(),
    };
  }

  /** An HTTP server is killed under the client; a stdio server ends with its pipe. */
  async end(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
    await this.#host?.close().catch(() => {});
    this.#host = undefined;
  }
}
