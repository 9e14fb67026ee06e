/**
 * The requests of one field: at most one that waits, the newest, and with narrowing one ancestor that is still under way
 * (so that a steady typist on a slow link is not starved).
 */
import { type SchedulerLike, Subscription } from 'rxjs';
import type { Backoff } from './backoff.js';
import type { Query } from './cache.js';
import type { Outcome } from './client.js';
import type { Ask } from './plan.js';
import type { Progress, Requests } from './requests.js';

/** A request under way for this long is worth a spinner. */
const SLOW_MS = 400;

/** What a field hears of its requests. Only the newest one's progress is told, and only while it is wanted. */
export interface AskingListener {
  waiting(cause: 'pause' | 'composing' | 'back-off'): void;
  /** The wait is over: the moment to look again and to ask without delay. */
  due(): void;
  sent(): void;
  slow(): void;
  settled(query: Query, outcome: Outcome, heldUntil: number | undefined): void;
  /** A request for a beginning of the text was answered: there may be more to show. */
  ancestorAnswered(): void;
}

export interface AskingOptions {
  readonly requests: Requests;
  readonly backoff: Backoff;
  readonly scheduler: SchedulerLike;
  readonly keepsAncestor: boolean;
  readonly listener: AskingListener;
}

interface Running {
  readonly query: Query;
  readonly subscription: Subscription;
  /** `undefined` while it waits for a free slot. */
  sentAt?: number;
}

export class Asking {
  readonly #options: AskingOptions;
  #waiting: { readonly ask: Ask; readonly timer: Subscription } | undefined;
  #newest: Running | undefined;
  #ancestor: Running | undefined;
  /** Whether the newest request's answer is what the field waits for. */
  #wanted = false;
  #slowTimer = Subscription.EMPTY;

  constructor(options: AskingOptions) {
    this.#options = options;
  }

  /** Something waits, or is wanted and under way. */
  get busy(): boolean {
    return this.#waiting !== undefined || (this.#wanted && this.#newest !== undefined);
  }

  /** This very question waits or is wanted already. */
  awaits(query: Query): boolean {
    return (
      this.#waiting?.ask.query.key === query.key || (this.#wanted && this.#newest?.query.key === query.key)
    );
  }

  want(ask: Ask): void {
    const { query } = ask;
    if (this.#isUnderWay(query)) {
      this.#stopWaiting();
      this.#retain(query);
      if (!this.#wanted) this.#attach();
      return;
    }
    const waiting = this.#waiting?.ask;
    if (waiting?.query.key === query.key && waiting.cause === ask.cause && ask.delayMs === waiting.delayMs)
      return;
    this.#stopWaiting();
    this.#detach();
    this.#retain(query);
    if (ask.delayMs > 0) this.#wait(ask, ask.delayMs, ask.cause);
    else this.#start(ask);
  }

  /** Has an ancestor of the text under way, if nothing is yet; its answer is told by `ancestorAnswered`. */
  lead(query: Query): void {
    const { backoff } = this.#options;
    if (this.#newest || this.#ancestor || backoff.isFailing(query)) return;
    this.#send(query, 'unasked');
  }

  /** Nothing is wanted for this text; a request for exactly it may as well finish. */
  rest(query: Query): void {
    this.#stopWaiting();
    if (!this.#isUnderWay(query)) this.#newest = cancel(this.#newest);
    this.#ancestor = cancel(this.#ancestor);
    this.#detach();
  }

  /** Nothing new is wanted; what is under way for this text may finish into the cache. */
  release(query: Query): void {
    this.#stopWaiting();
    this.#retain(query);
    this.#detach();
  }

  /** Cancels everything. */
  stop(): void {
    this.#stopWaiting();
    this.#detach();
    this.#newest = cancel(this.#newest);
    this.#ancestor = cancel(this.#ancestor);
  }

  /** Drops what waits and what is not the field's own newest question. */
  finish(): void {
    this.#stopWaiting();
    if (!this.#wanted) this.stop();
  }

  #wait(ask: Ask, ms: number, cause: 'pause' | 'composing' | 'back-off'): void {
    const { scheduler, listener } = this.#options;
    const timer = scheduler.schedule(() => {
      this.#waiting = undefined;
      listener.due();
    }, ms);
    this.#waiting = { ask, timer };
    listener.waiting(cause);
  }

  #start(ask: Ask): void {
    const { query } = ask;
    const { backoff, scheduler } = this.#options;
    const heldUntil = ask.explicit ? undefined : backoff.heldUntil(query);
    if (heldUntil === undefined) this.#send(query, 'wanted');
    else this.#wait(ask, heldUntil - scheduler.now(), 'back-off');
  }

  #send(query: Query, why: 'wanted' | 'unasked'): void {
    const { requests, listener } = this.#options;

    if (this.#newest) {
      cancel(this.#ancestor);
      this.#ancestor = this.#newest;
    }
    const subscription = new Subscription();
    const running: Running = { query, subscription };
    this.#newest = running;
    this.#wanted = why === 'wanted';
    subscription.add(
      requests.ask(query, 'person').subscribe({
        next: (progress) => this.#progressed(running, progress),
        complete: () => this.#forget(running),
      }),
    );
    if (this.#newest === running && this.#wanted && running.sentAt === undefined) listener.waiting('pause');
  }

  #progressed(running: Running, progress: Progress): void {
    const { listener, scheduler } = this.#options;
    if (progress.type === 'sent') {
      running.sentAt = scheduler.now();
      if (running === this.#newest && this.#wanted) this.#attach();
      return;
    }
    const wanted = running === this.#newest && this.#wanted;
    if (running === this.#newest) this.#ancestor = cancel(this.#ancestor);
    this.#forget(running);
    if (wanted) listener.settled(running.query, progress.outcome, progress.heldUntil);
    else if (progress.outcome.type === 'answer' && this.busy) listener.ancestorAnswered();
  }

  /** The newest request becomes what the field waits for. */
  #attach(): void {
    const { listener, scheduler } = this.#options;
    this.#wanted = true;
    const sentAt = this.#newest?.sentAt;
    if (sentAt === undefined) {
      listener.waiting('pause');
      return;
    }
    this.#slowTimer.unsubscribe();
    this.#slowTimer = scheduler.schedule(
      () => listener.slow(),
      Math.max(0, sentAt + SLOW_MS - scheduler.now()),
    );
    listener.sent();
  }

  #detach(): void {
    this.#wanted = false;
    this.#slowTimer.unsubscribe();
  }

  #forget(running: Running): void {
    if (running === this.#ancestor) this.#ancestor = undefined;
    if (running !== this.#newest) return;
    this.#newest = undefined;
    this.#detach();
  }

  #stopWaiting(): void {
    this.#waiting?.timer.unsubscribe();
    this.#waiting = undefined;
  }

  /** Whether this very question is under way; an ancestor becomes the newest again when the text went back to it. */
  #isUnderWay(query: Query): boolean {
    if (this.#ancestor?.query.key === query.key) {
      cancel(this.#newest);
      this.#newest = this.#ancestor;
      this.#ancestor = undefined;
      this.#detach();
    }
    return this.#newest?.query.key === query.key;
  }

  /** Cancels what is no beginning of this text, or not yet sent. */
  #retain(query: Query): void {
    if (!this.#isKin(this.#ancestor, query)) this.#ancestor = cancel(this.#ancestor);
    if (this.#newest?.query.key !== query.key && !this.#isKin(this.#newest, query))
      this.#newest = cancel(this.#newest);
  }

  #isKin(running: Running | undefined, query: Query): boolean {
    return (
      this.#options.keepsAncestor &&
      running?.sentAt !== undefined &&
      running.query.groupKey === query.groupKey &&
      query.value.startsWith(running.query.value)
    );
  }
}

function cancel(running: Running | undefined): undefined {
  running?.subscription.unsubscribe();
}
