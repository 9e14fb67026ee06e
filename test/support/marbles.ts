/**
 * The pipeline under RxJS's TestScheduler. Clients answer through promises, which virtual time overtakes; so requests are
 * scripted here: each is answered a fixed time after it was asked, by the same virtual clock.
 */
import { concat, finalize, map, Observable, of, Subject, tap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';
import type { EngineParts, Reset } from '../../src/answering.js';
import { Backoff } from '../../src/backoff.js';
import type { Query } from '../../src/cache.js';
import type { Outcome } from '../../src/client.js';
import type { Failure } from '../../src/errors.js';
import { Knowledge, type Narrowing } from '../../src/knowledge.js';
import { type CompletionBinding, completionPipeline, signalsOf } from '../../src/pipeline.js';
import { type Progress, Requests } from '../../src/requests.js';
import type { CompletionState } from '../../src/state.js';

/** How one text is answered: after so many milliseconds, with values, or not at all. */
export interface Scripted {
  readonly after: number;
  readonly values?: readonly string[];
  readonly hasMore?: boolean;
  readonly fails?: Failure['kind'];
}

export const NEVER_ANSWERS: Scripted = { after: 1_000_000 };

export const REF = { type: 'ref/prompt', name: 'p' } as const;

/** Every text is answered by its name in the script. */
export class ScriptedRequests extends Requests {
  /** `10 ask "x"`, `25 cancel "x"`: the virtual time, and what happened on the wire. */
  readonly log: string[] = [];
  readonly dropped = new Subject<void>();
  readonly #script: (query: Query) => Scripted;
  readonly #learn: (query: Query, outcome: Outcome) => Outcome;
  readonly #now: () => number;

  constructor(
    script: (query: Query) => Scripted,
    learn: (query: Query, outcome: Outcome) => Outcome,
    now: () => number,
  ) {
    super({
      client: () => null,
      maxConcurrent: 1,
      timeoutMs: 1,
      scheduler: { now, schedule: () => of().subscribe() },
      backoff: new Backoff({ now }),
      emit: () => {},
      settled: (_query, outcome) => outcome,
    });
    this.#script = script;
    this.#learn = learn;
    this.#now = now;
  }

  override ask(query: Query): Observable<Progress> {
    return new Observable((subscriber) => {
      let settled = false;
      const scripted = this.#script(query);
      this.log.push(`${this.#now()} ask "${query.value}"`);
      const answer$ = timer(scripted.after).pipe(
        tap(() => {
          settled = true;
        }),
        map((): Progress => ({ type: 'settled', outcome: this.#learn(query, outcomeOf(scripted)) })),
        finalize(() => {
          if (!settled) this.log.push(`${this.#now()} cancel "${query.value}"`);
        }),
      );
      subscriber.add(this.dropped.subscribe(() => subscriber.complete()));
      subscriber.add(concat(of<Progress>({ type: 'sent' }), answer$).subscribe(subscriber));
    });
  }
}

function outcomeOf({ values = [], hasMore = false, fails }: Scripted): Outcome {
  if (fails) return { type: 'error', failure: { kind: fails, message: fails, cause: undefined } };
  return { type: 'answer', answer: { values, completeness: hasMore ? 'partial' : 'stated' } };
}

export interface Bench {
  readonly run: Parameters<Parameters<TestScheduler['run']>[0]>[0];
  readonly parts: EngineParts;
  readonly requests: ScriptedRequests;
  readonly reset$: Subject<Reset>;
}

/** Runs marbles over a pipeline's parts. Nothing must be left scheduled at the end. */
export function withMarbles(
  script: Readonly<Record<string, Scripted>> | ((query: Query) => Scripted),
  test: (bench: Bench) => void,
  options: { narrowing?: Narrowing; debounceMs?: EngineParts['debounceMs'] } = {},
): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const { narrowing = 'off', debounceMs = 20 } = options;
  scheduler.run((run) => {
    const now = () => scheduler.now();
    const limits = { maxEntries: 100, freshMs: 30_000, maxAgeMs: 300_000 };
    const knowledge = new Knowledge({ support: 'declared', narrowing, cache: limits, scheduler });
    const backoff = new Backoff(scheduler);
    const reset$ = new Subject<Reset>();
    const client = { getServerCapabilities: () => ({ completions: {} }), complete: () => Promise.reject() };
    const answers =
      typeof script === 'function' ? script : ({ value }: Query) => script[value] ?? NEVER_ANSWERS;
    const requests = new ScriptedRequests(answers, (query, outcome) => knowledge.learn(query, outcome), now);
    const parts: EngineParts = {
      knowledge,
      requests,
      backoff,
      scheduler,
      debounceMs,
      composingMs: 1_000,
      verdict: (refKey) => knowledge.support.verdict(client, refKey),
      emit: () => {},
      reset$,
      revision: () => 0,
      isDisposed: () => false,
    };
    test({ run, parts, requests, reset$ });
  });
}

/** A state in a few words: `x waiting`, `x [x1,x2]`, `xy [x1]? loading` (provisional), `x: no-values`. */
export function told({ value, activity, options, provisional, reason, error }: CompletionState): string {
  const list = options.length > 0 ? ` [${options}]${provisional ? '?' : ''}` : '';
  const why = reason ? `: ${reason}` : '';
  return `${value}${list}${activity === 'idle' ? '' : ` ${activity}`}${why}${error ? ` (${error.kind})` : ''}`;
}

/** States as words. A frame in which several are told takes as many frames in a diagram: groups stand apart in time. */
export function statesOf(
  { parts }: Bench,
  binding: Partial<CompletionBinding> & Pick<CompletionBinding, 'value$'>,
): Observable<string> {
  const full = { ref: REF, argument: 'x', ...binding };
  const signal$ = signalsOf(full, parts);
  return completionPipeline(signal$, { ref: REF, argument: 'x', minLength: 0 }, parts).pipe(map(told));
}
