// Several servers at once: one engine per server, since capabilities, cache and back-off are a server's own. Each engine is
// given its server's clients over time, so a reconnect empties one cache and leaves the other servers' fields alone.
import {
  type CompletionClient,
  type CompletionEngine,
  type CompletionEvent,
  createCompletionEngine,
} from 'mcp-completion-engine';
import { BehaviorSubject, Subject } from 'rxjs';

export class Servers {
  /** What happens on all servers together, for one log. */
  readonly events$ = new Subject<CompletionEvent & { server: string }>();
  readonly #servers = new Map<
    string,
    { client$: BehaviorSubject<CompletionClient | null>; engine: CompletionEngine }
  >();

  /** The engine of a server, from the first mention of its name on; forms may be made before it is connected. */
  engine(server: string): CompletionEngine {
    return this.#entry(server).engine;
  }

  /** A client that has connected, or null once it has not. */
  connected(server: string, client: CompletionClient | null): void {
    this.#entry(server).client$.next(client);
  }

  #entry(server: string) {
    const known = this.#servers.get(server);
    if (known) return known;
    const client$ = new BehaviorSubject<CompletionClient | null>(null);
    const engine = createCompletionEngine(client$);
    engine.events$.subscribe((event) => this.events$.next({ ...event, server }));
    this.#servers.set(server, { client$, engine });
    return { client$, engine };
  }
}
