/** What a form asks before anybody does: one request at a time, of the lowest priority, into the cache. */
import type { Subscription } from 'rxjs';
import type { EngineParts } from './answering.js';
import type { Query } from './cache.js';
import type { CompletionField } from './field.js';
import { MAX_ASKED_LENGTH } from './figures.js';

export class Prefetch {
  readonly #engine: EngineParts;
  #query: Query | undefined;
  #request: Subscription | undefined;

  constructor(engine: EngineParts) {
    this.#engine = engine;
  }

  /** Asks, unless the answer is known, is on its way, or can hardly be had. */
  ask(query: Query): void {
    const { knowledge, requests, backoff, verdict } = this.#engine;
    const { cache, quiet } = knowledge;
    if (verdict(query.refKey).support !== 'supported' || !cache.isOn || quiet.isSilent(query)) return;
    if (backoff.isFailing(query) || query.value.length > MAX_ASKED_LENGTH) return;
    const known = cache.get(query);
    if (known && cache.isFresh(known)) return;
    if (query.key === this.#query?.key && this.#request?.closed === false) return;
    this.stop();
    this.#query = query;
    this.#request = requests.ask(query, 'prefetch').subscribe();
  }

  /** Stops what neither an argument's list nor its text leads to any more. */
  keepFor(field: CompletionField): void {
    const ahead = this.#query;
    if (ahead?.asked.argument !== field.name || field.value.startsWith(ahead.value)) return;
    if (!field.state.options.includes(ahead.value)) this.stop();
  }

  /** These texts changed: every other argument has other siblings now. */
  keepOnly(texts: Readonly<Record<string, string>>): void {
    if (this.#query && !Object.hasOwn(texts, this.#query.asked.argument)) this.stop();
  }

  stop(): void {
    this.#request?.unsubscribe();
  }
}
