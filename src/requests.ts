/**
 * The requests under way: how many at once, one per key however many ask, a person's before a prefetch, cancelled when
 * nobody wants them any more.
 */
import { Observable, type SchedulerLike, Subject, Subscription } from 'rxjs';
import type { Backoff } from './backoff.js';
import type { Query } from './cache.js';
import { type CompletionClient, isFault, type Outcome, requestCompletion } from './client.js';
import type { CompletionEvent } from './events.js';
import { SLOW_LINK_MS } from './figures.js';
import type { CompleteParams } from './protocol.js';

/**
 * What one asker hears: that the request went out, then how it ended; or that when its turn came it could not go.
 * Nothing more once it was dropped.
 */
export type Progress =
  | { readonly type: 'sent' }
  | { readonly type: 'held' }
  | { readonly type: 'settled'; readonly outcome: Outcome; readonly heldUntil?: number | undefined };

/** `explicit`: a person insists, and no back-off holds it. */
export type Priority = 'explicit' | 'person' | 'prefetch';

export interface RequestsOptions {
  /** Whom to ask about this ref; `null` while nobody can be asked. */
  readonly client: (refKey: string) => CompletionClient | null;
  readonly maxConcurrent: number;
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
  readonly backoff: Backoff;
  readonly emit: (event: CompletionEvent) => void;
  /** Takes in what came back, once per request and before any asker hears of it, and returns how to read it. */
  readonly settled: (query: Query, outcome: Outcome) => Outcome;
}

interface Flight {
  readonly query: Query;
  readonly progress: Subject<Progress>;
  /** A person who asks for what was fetched ahead makes it theirs, for as long as they want it. */
  readonly askers: Record<Priority, number>;
  /** Set while under way. */
  request?: Subscription;
  id: number;
  sentAt: number;
  /** How many failures there had been. */
  sentAfter: number;
}

export class Requests {
  readonly #options: RequestsOptions;
  /** By key: those under way, and those that wait for a slot, the longest first. */
  readonly #flights = new Map<string, Flight>();
  /** Those whose answer is being told: to drop one still keeps the answer from its askers. */
  readonly #settling = new Set<Flight>();
  #running = 0;
  #batches = 0;
  /** A moving average over answered requests, in milliseconds. */
  #typicalMs = 0;
  #count = 0;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Whether answers have lately taken so long that one should do the work of two. */
  get areSlow(): boolean {
    return this.#typicalMs >= SLOW_LINK_MS;
  }

  /** Whether this very question is on its way: to join it costs nothing. */
  isSent({ key }: Query): boolean {
    return this.#flights.get(key)?.request !== undefined;
  }

  /** Asks on subscription, or joins the request that is under way for the same key. */
  ask(query: Query, priority: Priority): Observable<Progress> {
    return new Observable((subscriber) => {
      const { key, groupKey } = query;
      const isElsewhere = (flight: Flight) => flight.query.groupKey !== groupKey;
      if (priority === 'prefetch') {
        if ([...this.#flights.values()].some(isElsewhere)) return subscriber.complete();
      } else {
        // A person's question never waits behind a guess of ours; one at the same argument may go on beside it.
        const isFull = this.#running >= this.#options.maxConcurrent;
        this.#end((flight) => isGuess(flight) && flight.query.key !== key && (isFull || isElsewhere(flight)));
      }

      const flight = this.#flights.get(key) ?? this.#enqueue(query);
      const { askers } = flight;
      askers[priority]++;
      subscriber.add(flight.progress.subscribe(subscriber));
      subscriber.add(() => {
        askers[priority]--;
        if (isGuess(flight) && askers.prefetch === 0) this.#abandon(flight);
      });
      if (flight.request) subscriber.next({ type: 'sent' });
      else this.#pump();
    });
  }

  /** Drops the requests of one ref, or all: their answers, if any come, are of no use any more. */
  drop(refKey = ''): void {
    const concerns = ({ query }: Flight) => query.key.startsWith(refKey);
    if (!refKey) this.#typicalMs = 0;
    for (const flight of this.#settling)
      if (concerns(flight)) {
        this.#settling.delete(flight);
        flight.progress.complete();
      }
    this.#end(concerns);
  }

  /** Sends nothing before `work` is done: what it cancels must not let out what it is about to cancel as well. */
  batch(work: () => void): void {
    this.#withheld(work);
    this.#pump();
  }

  #withheld<T>(work: () => T): T {
    this.#batches++;
    try {
      return work();
    } finally {
      this.#batches--;
    }
  }

  #enqueue(query: Query): Flight {
    const askers = { explicit: 0, person: 0, prefetch: 0 };
    const flight: Flight = { query, progress: new Subject(), askers, id: 0, sentAt: 0, sentAfter: 0 };
    this.#flights.set(query.key, flight);
    return flight;
  }

  #end(isDoomed: (flight: Flight) => boolean): void {
    // Each cancellation frees a slot, which none of them must take.
    this.batch(() => {
      for (const flight of [...this.#flights.values()].filter(isDoomed)) {
        this.#abandon(flight);
        flight.progress.complete();
      }
    });
  }

  #pump(): void {
    for (const flight of this.#flights.values()) {
      if (flight.request) continue;
      if (this.#batches > 0 || this.#running >= this.#options.maxConcurrent) return;
      // While it was queued others may have failed, and the server may have gone.
      const { askers, query } = flight;
      const isHeld = askers.explicit === 0 && this.#options.backoff.heldUntil(query) !== undefined;
      const client = isHeld ? null : this.#withheld(() => this.#options.client(query.refKey));
      if (this.#flights.get(query.key) !== flight) continue;
      if (client) this.#send(flight, client);
      else {
        this.#remove(flight);
        flight.progress.next({ type: 'held' });
        flight.progress.complete();
      }
    }
  }

  #send(flight: Flight, client: CompletionClient): void {
    const { scheduler, emit, backoff } = this.#options;
    this.#running++;
    flight.id = ++this.#count;
    flight.sentAt = scheduler.now();
    flight.sentAfter = backoff.count;
    const request = new Subscription();
    flight.request = request;
    const prefetch = isGuess(flight);
    // What the client's own call may set off waits for its return: before that this request cannot be cancelled.
    this.#withheld(() =>
      request.add(
        requestCompletion(client, paramsOf(flight.query), this.#options).subscribe((outcome) =>
          this.#settle(flight, outcome),
        ),
      ),
    );
    // Told once it can be cancelled: whoever hears of it may do anything.
    emit({ ...this.#about(flight), type: 'request', prefetch });
    request.add(() => emit({ ...this.#about(flight), type: 'cancel', durationMs: this.#age(flight) }));
    flight.progress.next({ type: 'sent' });
  }

  #settle(flight: Flight, received: Outcome): void {
    const { backoff, emit, settled } = this.#options;
    const { query } = flight;
    this.#remove(flight);
    this.#settling.add(flight);
    const outcome = settled(query, received);
    if (outcome.type === 'answer') this.#typicalMs = (this.#typicalMs * 3 + this.#age(flight)) / 4;
    let heldUntil: number | undefined;
    if (isFault(outcome) && this.#settling.has(flight))
      heldUntil = backoff.failed(query, outcome.failure, flight.sentAfter);
    emit({ ...this.#about(flight), durationMs: this.#age(flight), ...outcome });
    if (this.#settling.delete(flight)) flight.progress.next({ type: 'settled', outcome, heldUntil });
    flight.progress.complete();
    // Those who waited for it come after those who hear the answer.
    if (!isFault(outcome)) backoff.succeeded(query);
    this.#pump();
  }

  #abandon(flight: Flight): void {
    if (this.#flights.get(flight.query.key) !== flight) return;
    const { request } = flight;
    this.#remove(flight);
    if (!request) return;
    request.unsubscribe();
    this.#pump();
  }

  #remove(flight: Flight): void {
    this.#flights.delete(flight.query.key);
    if (flight.request) this.#running--;
    delete flight.request;
  }

  #about({ id, query }: Flight) {
    return { id, query: query.asked, at: this.#options.scheduler.now() };
  }

  /** Whatever became of the clock meanwhile: no request is under way for longer than that. */
  #age(flight: Flight): number {
    const { scheduler, timeoutMs } = this.#options;
    return Math.min(Math.max(0, scheduler.now() - flight.sentAt), timeoutMs);
  }
}

function isGuess({ askers }: Flight): boolean {
  return askers.explicit + askers.person === 0;
}

/** What goes on the wire for a question: exactly the protocol's members, and no `context` while nothing is resolved. */
export function paramsOf({ asked: { ref, argument, value, context } }: Query): CompleteParams {
  return {
    ref: ref.type === 'ref/prompt' ? { type: ref.type, name: ref.name } : { type: ref.type, uri: ref.uri },
    argument: { name: argument, value },
    ...(Object.keys(context).length > 0 && { context: { arguments: { ...context } } }),
  };
}
