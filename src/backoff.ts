/** When a failing scope may be asked again: 1, 2, 4 ... 30 s from its second failure in a row, or as the server hinted. */
import { Subject, type TimestampProvider } from 'rxjs';
import { Book } from './book.js';
import type { Query } from './cache.js';
import type { Failure } from './errors.js';
import { FIRST_WAIT_MS, LONGEST_HINT_MS, LONGEST_WAIT_MS } from './figures.js';

/** Failures that concern the whole connection, whatever was asked. */
const CONNECTION = '';

interface Failing {
  /** In a row. */
  readonly failures: number;
  /** Which of all failures was its last. */
  readonly nth: number;
  readonly since: number;
  /** In the scheduler's milliseconds. */
  readonly until: number;
}

/** By argument key, and for the whole connection. */
export class Backoff extends Book<Failing> {
  /** Something is held back no longer, before its time. */
  readonly lifted$ = new Subject<void>();

  /** All failures so far, of whatever scope. */
  count = 0;

  readonly #clock: TimestampProvider;

  constructor(clock: TimestampProvider) {
    super();
    this.#clock = clock;
  }

  /** Until when this question must wait; `undefined` if it may be asked now. */
  heldUntil(query: Query): number | undefined {
    const until = Math.max(this.#until(query.argumentKey), this.#until(CONNECTION));
    return until > this.#clock.now() ? until : undefined;
  }

  /** Whether this argument, or the connection, failed the last time it was asked. */
  isFailing(query: Query): boolean {
    return this.has(query.argumentKey) || this.has(CONNECTION);
  }

  /** Counts a failure of a request that was sent when `count` was this; returns until when to hold back, if at all. */
  failed(query: Query, failure: Failure, sentAfter: number): number | undefined {
    const whole = failure.kind === 'disconnected' || failure.kind === 'rate-limited';
    const scope = whole ? CONNECTION : query.argumentKey;
    const now = this.#clock.now();
    const before = this.get(scope);
    // Requests that were under way together fail together: one failure, not a row of them.
    const failures = before && sentAfter < before.nth ? before.failures : (before?.failures ?? 0) + 1;
    const wait = failures < 2 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - 2), LONGEST_WAIT_MS);
    const hint = Math.min(failure.retryAfterMs ?? 0, LONGEST_HINT_MS);
    const until = Math.max(now + Math.ceil(Math.max(wait, hint)), this.#until(scope));
    this.set(scope, { failures, nth: ++this.count, since: now, until });
    return until > now ? until : undefined;
  }

  succeeded(query: Query): void {
    const isHeld = this.heldUntil(query) !== undefined;
    this.delete(query.argumentKey);
    this.delete(CONNECTION);
    if (isHeld) this.lifted$.next();
  }

  #until(scope: string): number {
    const failing = this.get(scope);
    // A clock that was set back would hold for as long as it was set back by.
    return failing && failing.since <= this.#clock.now() ? failing.until : 0;
  }
}
