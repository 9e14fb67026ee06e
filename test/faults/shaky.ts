/** A server that is sometimes slow, sometimes wrong, sometimes silent, and a connection that comes and goes. */
import { BehaviorSubject } from 'rxjs';
import type { CompletionClient } from '../../src/index.js';
import type { BenchClock } from '../bench/clock.js';
import { between, pick, type Random } from '../bench/random.js';
import { FakeClient, type FakeRequest, rpcError } from '../support/fake-client.js';

const WORDS = ['alpha', 'alpine', 'also', 'beta', 'better', 'be/', 'be/low', 'gamma', 'game', 'delta'];

/** As different as what a transport, a proxy and a server throw. */
const ERRORS: readonly (() => unknown)[] = [
  () => rpcError(-32603),
  () => rpcError(-32001),
  () => Object.assign(new Error('Bad Gateway'), { code: 502 }),
  () => new TypeError('fetch failed'),
  () => Object.assign(new Error('Connection closed'), { code: -32000 }),
  () => Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
];

export interface Share {
  readonly errors: number;
  readonly silence: number;
}

export class ShakyServer {
  readonly client$ = new BehaviorSubject<CompletionClient | null>(null);
  /** The share of requests that go wrong. */
  share: Share;
  /** An answer takes at most this long, in milliseconds. */
  readonly slowest = 400;
  readonly clients: FakeClient[] = [];
  readonly count = { answers: 0, errors: 0, silences: 0, reconnects: 0 };
  readonly #clock: BenchClock;
  readonly #random: Random;

  constructor(clock: BenchClock, random: Random, share: Share) {
    this.#clock = clock;
    this.#random = random;
    this.share = share;
    this.connect();
  }

  /** What a person who waits long enough gets. */
  static answer(value: string): string[] {
    return WORDS.filter((word) => word.startsWith(value));
  }

  get requests(): number {
    return this.clients.reduce((sum, { requests }) => sum + requests.length, 0);
  }

  connect(): void {
    const client = new FakeClient((request) => this.#serve(request));
    this.clients.push(client);
    this.client$.next(client);
  }

  /** The connection is lost; what was under way ends as an SDK ends it. Some answers come all the same. */
  disconnect(): void {
    const [client] = this.clients.slice(-1);
    this.count.reconnects++;
    this.client$.next(null);
    for (const request of client!.requests.slice(-4))
      if (this.#random() < 0.5) request.fail(Object.assign(new Error('Connection closed'), { code: -32000 }));
  }

  #serve({ value, answer, fail }: FakeRequest): void {
    const fate = this.#random();
    if (fate < this.share.silence) {
      this.count.silences++;
      return;
    }
    const wrong = fate < this.share.silence + this.share.errors;
    this.count[wrong ? 'errors' : 'answers']++;
    const error = pick(this.#random, ERRORS);
    const act = () => (wrong ? fail(error()) : answer(ShakyServer.answer(value), { hasMore: false }));
    this.#clock.schedule(act, between(this.#random, 0, this.slowest));
  }
}
