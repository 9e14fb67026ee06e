/** The modelled server behind a client: answers after a latency, counts what crosses the wire. */
import type { SchedulerLike } from 'rxjs';
import type { CompletionClient, CompletionRequestOptions } from '../../src/client.js';
import type { CompleteParams } from '../../src/protocol.js';
import { answerOf, type Context } from './model.js';
import { hash, seeded } from './random.js';
import type { Session } from './trace.js';

/** `fixed`: every request takes `ms`. `jittered`: half to one and a half of it, one in twenty three times as long. */
export interface Latency {
  readonly ms: number;
  readonly kind: 'fixed' | 'jittered';
}

/** One `completion/complete`. */
export interface Exchange {
  readonly key: string;
  readonly sentAt: number;
  outcome: 'pending' | 'answered' | 'cancelled' | 'refused';
  /** A person had this answer's list on screen, at this text, after it arrived. */
  seen: boolean;
}

/** What a request asks for, by content; an empty sibling is none. */
export function questionKey(form: string, argument: string, value: string, context: Context): string {
  const resolved = Object.entries(context).filter(([name, text]) => text !== '' && name !== argument);
  return JSON.stringify([form, argument, value, resolved.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

export class Wire implements CompletionClient {
  readonly exchanges: Exchange[] = [];
  /** Aborts that came after the answer: the protocol forbids naming a settled request. */
  lateCancellations = 0;
  readonly #session: Session;
  readonly #latency: Latency;
  readonly #scheduler: SchedulerLike;

  constructor(session: Session, latency: Latency, scheduler: SchedulerLike) {
    this.#session = session;
    this.#latency = latency;
    this.#scheduler = scheduler;
  }

  getServerCapabilities(): { completions: object } {
    return { completions: {} };
  }

  complete(params: CompleteParams, options: CompletionRequestOptions = {}): Promise<unknown> {
    const form = params.ref.type === 'ref/prompt' ? params.ref.name : params.ref.uri;
    const { name, value } = params.argument;
    const context = params.context?.arguments ?? {};
    const key = questionKey(form, name, value, context);
    const sentAt = this.#scheduler.now();
    const delay = this.#delayOf(key);
    const refused = this.#refuses(sentAt);
    const exchange: Exchange = { key, sentAt, outcome: 'pending', seen: false };
    this.exchanges.push(exchange);

    return new Promise((resolve, reject) => {
      const answer = this.#scheduler.schedule(() => {
        exchange.outcome = refused ? 'refused' : 'answered';
        if (refused)
          reject(Object.assign(new Error('Too many requests'), { code: -32000, data: { retryAfter: 1 } }));
        else
          resolve({
            completion: answerOf(this.#session.forms[form]![name]!, value, context),
            _meta: { key },
          });
      }, delay);
      options.signal?.addEventListener('abort', () => {
        if (exchange.outcome !== 'pending') {
          this.lateCancellations++;
          return;
        }
        exchange.outcome = 'cancelled';
        answer.unsubscribe();
        reject(Object.assign(new Error('Request timed out'), { code: -32001 }));
      });
    });
  }

  /** The same question asked for the same time takes as long whoever asks: policies meet the same luck. */
  #delayOf(key: string): number {
    const { ms, kind } = this.#latency;
    if (kind === 'fixed') return ms;
    const nth = this.exchanges.reduce((count, exchange) => (exchange.key === key ? count + 1 : count), 0);
    const random = seeded(hash(`${nth}${key}`));
    const factor = random() < 0.05 ? 3 : 0.5 + random();
    return Math.round(ms * factor);
  }

  #refuses(at: number): boolean {
    const limit = this.#session.perSecond;
    if (limit === undefined) return false;
    return this.exchanges.filter(({ sentAt }) => sentAt > at - 1000).length >= limit;
  }
}
