/** The failures of a run, counted as the design says: when each scope may be asked again without being told to. */
import type { CompletionEvent } from '../../src/index.js';
import type { Sent } from './requests.js';
import type { Question } from './server.js';

interface Scope {
  failures: number;
  /** Which of all failures was its last. */
  nth: number;
  until: number;
}

export class FailureBook {
  count = 0;
  readonly #now: () => number;
  readonly #scopes = new Map<string, Scope>();

  constructor(now: () => number) {
    this.#now = now;
  }

  failed(sent: Sent, what: 'argument' | 'connection', event: CompletionEvent): void {
    const id = what === 'connection' ? CONNECTION : scopeOf(sent.question);
    const hintMs = event.type === 'error' ? (event.failure.retryAfterMs ?? 0) : 0;
    const scope = this.#scopes.get(id) ?? { failures: 0, nth: 0, until: 0 };
    // Those that were under way when the scope failed last belong to the same failure.
    if (sent.after >= scope.nth) scope.failures++;
    scope.nth = ++this.count;
    const waitMs = scope.failures < 2 ? 0 : Math.min(2 ** (scope.failures - 2), 30) * 1_000;
    scope.until = Math.max(scope.until, this.#now() + Math.max(waitMs, hintMs));
    this.#scopes.set(id, scope);
  }

  succeeded(sent: Sent): void {
    this.#scopes.delete(scopeOf(sent.question));
    this.#scopes.delete(CONNECTION);
  }

  drop(refId?: string): void {
    for (const id of [...this.#scopes.keys()])
      if (refId === undefined || id.startsWith(refId)) this.#scopes.delete(id);
  }

  heldUntil(question: Question): number {
    const until = (id: string) => this.#scopes.get(id)?.until ?? 0;
    return Math.max(until(scopeOf(question)), until(CONNECTION));
  }
}

const CONNECTION = '';

const scopeOf = ({ ref, argument }: Question): string =>
  `${JSON.stringify([ref.type, ref.type === 'ref/prompt' ? ref.name : ref.uri])} ${argument}`;
