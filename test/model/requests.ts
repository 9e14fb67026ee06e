/** The requests of a run: each with what it was about, its event, and its end. */
import type { CompletionEvent, CompletionRef } from '../../src/index.js';
import { checkCall } from './check-calls.js';
import { type Call, isInFlight, type Peer } from './peer.js';
import { groupOf, keyOf, type Question, questionOf } from './server.js';
import type { World } from './world.js';

/** A request, and what it was about when it was sent. */
export interface Sent {
  readonly call: Call;
  readonly peer: Peer;
  readonly question: Question;
  readonly key: string;
  readonly group: string;
  readonly at: number;
  /** How many failures had been told of. */
  readonly after: number;
  prefetch: boolean;
}

export type RequestEvent = Extract<CompletionEvent, { type: 'request' }>;

export class RequestBook {
  readonly all: Sent[] = [];
  readonly #byId = new Map<number, Sent>();
  #announced: RequestEvent | undefined;
  #unannounced: Sent | undefined;

  constructor(readonly world: World) {}

  get inFlight(): readonly Sent[] {
    return this.all.filter(({ call }) => isInFlight(call));
  }

  /** Neither answered nor failed, cancelled ones included: what an answer may still come for. */
  get open(): readonly Sent[] {
    return this.all.filter(({ call }) => !call.settled);
  }

  received(call: Call, peer: Peer): void {
    const { world } = this;
    const question = questionOf(call.params, world.dataOf(call.params.ref as CompletionRef));
    const sent: Sent = {
      call,
      peer,
      question,
      key: keyOf(question),
      group: groupOf(question),
      at: world.clock.now(),
      after: world.failures.count,
      prefetch: false,
    };
    this.all.push(sent);
    this.#unannounced ??= sent;
    this.#meet();
  }

  /** Whether every request that was made was also told of. */
  get isTold(): boolean {
    return this.#unannounced === undefined && this.#announced === undefined;
  }

  /** Failures count from when the engine has heard of them: several may come in at once. */
  told(event: CompletionEvent): void {
    if (event.type === 'hit') return;
    if (event.type === 'request') {
      this.#announced = event;
      this.#meet();
      return;
    }
    const { failures } = this.world;
    const sent = this.#byId.get(event.id);
    if (!sent || event.type === 'cancel') return;
    const kind = event.type === 'error' ? event.failure.kind : event.type;
    if (kind === 'disconnected' || kind === 'rate-limited') failures.failed(sent, 'connection', event);
    else if (kind === 'server' || kind === 'timeout') failures.failed(sent, 'argument', event);
    else failures.succeeded(sent);
  }

  /** A request is checked once its event has told what it is for; which of the two comes first is the engine's affair. */
  #meet(): void {
    const [sent, event] = [this.#unannounced, this.#announced];
    if (!sent || !event) return;
    this.#unannounced = this.#announced = undefined;
    sent.prefetch = event.prefetch;
    this.#byId.set(event.id, sent);
    try {
      checkCall(this.world, sent, event);
    } catch (error) {
      // Thrown from here it would look to the engine like a client's failure.
      this.world.objections.push(error as Error);
    }
  }
}
