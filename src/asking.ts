/**
 * The requests of one field: at most one that waits, the newest, and with narrowing one ancestor that is still under way
 * (so that a steady typist on a slow link is not starved).
 */
import { type SchedulerLike, Subscription } from 'rxjs';
import type { Backoff } from './backoff.js';
import type { Query } from './cache.js';
import { OVERDUE_MS, SLOW_MS } from './figures.js';
import type { Knowledge } from './knowledge.js';
import type { Ask } from './plan.js';
import type { Priority, Progress, Requests } from './requests.js';
import type { EmptyReason, StateChange } from './state.js';

/** What a field hears of its requests. Only the newest one's progress is told, and only while it is wanted. */
export interface AskingListener {
  tell(change: StateChange): void;
  /** The wait is over: the moment to look again and to ask without delay. */
  due(): void;
  settled(query: Query, end: Extract<Progress, { type: 'settled' }>): void;
  /** It was withdrawn by others, such as an invalidation: no answer will come. */
  dropped(): void;
  /** A request for a beginning of the text was answered: there may be more to show. */
  ancestorAnswered(): void;
}

export interface AskingOptions {
  readonly requests: Requests;
  readonly backoff: Backoff;
  readonly scheduler: SchedulerLike;
  readonly knowledge: Pick<Knowledge, 'narrows'>;
  readonly listener: AskingListener;
}

interface Running {
  readonly query: Query;
  readonly subscription: Subscription;
  /** `undefined` while it waits for a free slot. */
  sentAt?: number;
}

interface Wait {
  readonly ask: Ask;
  /** When keys can put it off no longer. */
  readonly deadline?: number | undefined;
}

export class Asking {
  readonly #options: AskingOptions;
  #waiting: (Wait & { readonly timer: Subscription }) | undefined;
  #newest: Running | undefined;
  #ancestor: Running | undefined;
  /** Whether the newest request's answer is what the field waits for. */
  #wanted = false;
  /** Counts what the field decided: a decision that another one overtook is not carried out. */
  #turn = 0;
  #slowTimer = Subscription.EMPTY;

  constructor(options: AskingOptions) {
    this.#options = options;
  }

  /** What waits, or is wanted and under way. */
  get awaited(): Query | undefined {
    return (this.#waiting?.ask ?? (this.#wanted ? this.#newest : undefined))?.query;
  }

  want(ask: Ask): void {
    const { query, explicit, patienceMs } = ask;
    const mine = ++this.#turn;
    if (this.#isUnderWay(query)) {
      this.#stopWaiting();
      this.#retain(query);
      if (mine === this.#turn && !this.#wanted) this.#attach();
      return;
    }
    const now = this.#options.scheduler.now();
    // One key after another puts the question off until then, and no longer.
    const deadline = patienceMs && Math.min(this.#waiting?.deadline ?? Infinity, now + patienceMs);
    // One request after another: the answer to what is on its way may cover this text.
    const left = !deadline || this.#newest || this.#ancestor ? ask.delayMs : Math.max(0, deadline - now);
    const delayMs = this.#options.requests.isSent(query) ? 0 : Math.min(ask.delayMs, left);
    if (delayMs > 0 && isSame(ask, this.#waiting?.ask)) return;
    this.#stopWaiting();
    this.#detach();
    this.#retain(query);
    // Whoever hears of a cancellation may have gone on to another text.
    if (mine !== this.#turn) return;
    const heldUntil = explicit ? undefined : this.#options.backoff.heldUntil(query);
    if (delayMs > 0) this.#wait({ ask, deadline }, delayMs, ask.reason);
    else if (heldUntil !== undefined) this.#wait({ ask }, heldUntil - now, 'backing-off');
    else {
      this.#wanted = true;
      this.#send(query, explicit ? 'explicit' : 'person');
    }
  }

  /** Has an ancestor of the text under way, if nothing is yet; its answer is told by `ancestorAnswered`. */
  lead(query: Query): void {
    if (this.#newest || this.#ancestor || this.#options.backoff.isFailing(query)) return;
    this.#send(query, 'person');
  }

  /** Nothing is wanted for this text; a request for exactly it may as well finish, once it is on its way. */
  rest(query: Query): void {
    this.#leave();
    if (!this.#isUnderWay(query) || this.#newest?.sentAt === undefined) this.#cancelNewest();
    this.#cancelAncestor();
  }

  /** Nothing new is wanted; what is on its way for this text may finish into the cache. */
  release(query: Query): void {
    this.#leave();
    if (this.#newest?.sentAt === undefined) this.#cancelNewest();
    this.#retain(query);
  }

  /** Cancels everything. */
  stop(): void {
    this.#leave();
    this.#cancelNewest();
    this.#cancelAncestor();
  }

  /** Drops everything but a wanted request that is on its way. */
  finish(): void {
    if (!this.#wanted || this.#newest?.sentAt === undefined) this.stop();
    else this.#stopWaiting();
  }

  #leave(): void {
    this.#turn++;
    this.#stopWaiting();
    this.#detach();
  }

  #wait(what: Wait, ms: number, reason?: EmptyReason): void {
    const { scheduler, listener, backoff } = this.#options;
    const over = () => {
      this.#stopWaiting();
      listener.due();
    };
    const timer = scheduler.schedule(over, ms);
    if (reason === 'backing-off')
      timer.add(
        backoff.lifted$.subscribe(() => {
          if (backoff.heldUntil(what.ask.query) === undefined) over();
        }),
      );
    this.#waiting = { ...what, timer };
    listener.tell({ activity: 'waiting', reason });
  }

  #send(query: Query, priority: Priority): void {
    const { requests, listener, scheduler } = this.#options;
    const subscription = new Subscription();
    const running: Running = { query, subscription };
    // Of two under way the ancestor is back sooner, unless it got lost.
    const isOverdue = scheduler.now() - (this.#ancestor?.sentAt ?? Infinity) > OVERDUE_MS;
    const third = this.#ancestor && (isOverdue ? this.#ancestor : this.#newest);
    if (third !== this.#newest) this.#ancestor = this.#newest;
    this.#newest = running;
    third?.subscription.unsubscribe();
    if (subscription.closed) return;
    subscription.add(
      requests.ask(query, priority).subscribe({
        next: (progress) => this.#progressed(running, progress),
        complete: () => {
          if (this.#forget(running)) listener.dropped();
        },
      }),
    );
    if (this.#newest === running && this.#wanted && running.sentAt === undefined) this.#attach();
  }

  #progressed(running: Running, progress: Progress): void {
    const { listener, scheduler } = this.#options;
    if (progress.type === 'sent') {
      running.sentAt = scheduler.now();
      if (running === this.#newest && this.#wanted) this.#attach();
      return;
    }
    if (progress.type === 'held') {
      if (this.#forget(running)) listener.due();
      return;
    }
    const outdated = running === this.#newest ? this.#ancestor : undefined;
    if (outdated) this.#ancestor = undefined;
    if (this.#forget(running)) listener.settled(running.query, progress);
    else if (progress.outcome.type === 'answer' && this.awaited) listener.ancestorAnswered();
    outdated?.subscription.unsubscribe();
  }

  /** The newest request becomes what the field waits for. */
  #attach(): void {
    const { listener, scheduler } = this.#options;
    this.#wanted = true;
    const sentAt = this.#newest?.sentAt;
    this.#slowTimer.unsubscribe();
    if (sentAt !== undefined) {
      const left = Math.min(Math.max(0, sentAt + SLOW_MS - scheduler.now()), SLOW_MS);
      this.#slowTimer = scheduler.schedule(() => listener.tell({ activity: 'slow' }), left);
      listener.tell({ activity: 'loading' });
    } else listener.tell({ activity: 'waiting' });
  }

  #detach(): void {
    this.#wanted = false;
    this.#slowTimer.unsubscribe();
  }

  /** Returns whether the field waited for it. */
  #forget(running: Running): boolean {
    const wanted = running === this.#newest && this.#wanted;
    if (running === this.#ancestor) this.#ancestor = undefined;
    if (running === this.#newest) {
      this.#newest = undefined;
      this.#detach();
    }
    return wanted;
  }

  #stopWaiting(): void {
    this.#waiting?.timer.unsubscribe();
    this.#waiting = undefined;
  }

  /** Whether this very question is under way; an ancestor becomes the newest again when the text went back to it. */
  #isUnderWay(query: Query): boolean {
    if (this.#ancestor?.query.key === query.key) {
      const outdated = this.#newest;
      [this.#newest, this.#ancestor] = [this.#ancestor, undefined];
      this.#detach();
      outdated?.subscription.unsubscribe();
    }
    return this.#newest?.query.key === query.key;
  }

  /** Cancels what is no beginning of this text, or not yet sent. */
  #retain(query: Query): void {
    // The newest first: it may be queued for the slot that the ancestor's cancellation frees.
    if (this.#newest?.query.key !== query.key && !this.#isKin(this.#newest, query)) this.#cancelNewest();
    if (!this.#isKin(this.#ancestor, query)) this.#cancelAncestor();
  }

  #cancelNewest(running = this.#newest): void {
    this.#newest = undefined;
    running?.subscription.unsubscribe();
  }

  #cancelAncestor(running = this.#ancestor): void {
    this.#ancestor = undefined;
    running?.subscription.unsubscribe();
  }

  #isKin(running: Running | undefined, query: Query): boolean {
    return (
      this.#options.knowledge.narrows &&
      running?.sentAt !== undefined &&
      query.key.startsWith(running.query.key)
    );
  }
}

function isSame({ query, reason, delayMs }: Ask, waiting: Ask | undefined): boolean {
  return waiting?.query.key === query.key && waiting.reason === reason && waiting.delayMs === delayMs;
}
