/** From a field's situations to what its state should know: plans, waits, asks, and tells. */
import { Observable, type OperatorFunction, type SchedulerLike, type Subject } from 'rxjs';
import { Asking } from './asking.js';
import type { Backoff } from './backoff.js';
import { type Query, refKeyOf } from './cache.js';
import type { Outcome } from './client.js';
import { CompletionError } from './errors.js';
import type { CompletionEvent } from './events.js';
import type { Knowledge } from './knowledge.js';
import { type DebounceOption, Pace } from './pace.js';
import { planFor } from './plan.js';
import type { CompletionRef } from './protocol.js';
import type { Requests } from './requests.js';
import { isFromOutside, type Situation } from './situation.js';
import type { StateChange } from './state.js';
import type { Verdict } from './support.js';

/** What an engine lends to its pipelines, fields and forms. */
export interface EngineParts {
  readonly knowledge: Knowledge;
  readonly requests: Requests;
  readonly backoff: Backoff;
  readonly scheduler: SchedulerLike;
  readonly debounceMs: DebounceOption;
  readonly composingMs: number;
  readonly verdict: (refKey: string) => Verdict;
  readonly emit: (event: CompletionEvent) => void;
  /** What became out of date, for all who are concerned. Completes when the engine is disposed of. */
  readonly reset$: Subject<Reset>;
  /** Counts the resets of what was known of a ref, so that a field that was not listening can tell. */
  readonly revision: (refKey: string) => number;
  readonly isDisposed: () => boolean;
}

/** All that was known is forgotten (`reset`), or what is known of support changed; of one ref, or of every one. */
export interface Reset {
  readonly cause: 'reset' | 'support';
  readonly refKey?: string | undefined;
}

/** Which argument a pipeline is for. */
export interface PipelineTarget {
  readonly ref: CompletionRef;
  readonly argument: string;
  readonly minLength: number;
}

export type SituationWithText = Situation & { readonly text: string };

export function answering(
  target: PipelineTarget,
  engine: EngineParts,
): OperatorFunction<SituationWithText, StateChange> {
  return (situation$) =>
    new Observable((subscriber) => {
      const refKey = refKeyOf(target.ref);
      const { knowledge, scheduler } = engine;
      const pace = new Pace(engine.debounceMs);
      let situation: SituationWithText | undefined;
      let shown: Query | undefined;
      let turn = 0;
      let ended = false;

      const asking = new Asking({
        ...engine,
        listener: {
          tell: (change) => subscriber.next(change),
          due: () => carryOut('due'),
          ancestorAnswered: () => carryOut('signal'),
          settled: (query, { outcome, heldUntil }) => {
            const change = settledChange(query, outcome, heldUntil);
            if (!change) return carryOut('signal');
            if (!change.error) shown = query;
            subscriber.next(change);
            completeIfDone();
          },
          // What was forgotten is told to all who listen; a field whose text has ended listens no more.
          dropped: () => {
            if (!ended) return;
            shown = undefined;
            leave();
          },
        },
      });

      function carryOut(moment: 'signal' | 'due'): void {
        if (!situation) return;
        // Whoever hears of the plan may change the field at once; what they set off then is newer than this.
        const mine = ++turn;
        const { show, query, hit, lead, next } = planFor(situation, {
          ...engine,
          ...target,
          pace,
          isSlow: engine.requests.areSlow,
          verdict: engine.verdict(refKey),
          shown,
          moment,
        });
        if (show.list !== undefined) shown = query;
        const isAwaited = !show.reason && asking.awaited?.key === query.key;
        const { activity, ...rest } = show;
        subscriber.next(isAwaited ? rest : show);
        if (hit && mine === turn && moment === 'signal' && !isAwaited)
          engine.emit({ type: 'hit', query: query.asked, at: scheduler.now(), source: hit });
        if (mine !== turn || subscriber.closed) return;
        if (typeof next === 'string') asking[next](query);
        else {
          asking.want(next);
          if (lead && mine === turn) asking.lead(lead);
        }
        completeIfDone();
      }

      /** Nothing is on its way any more, and nobody is at the field. */
      function leave(): void {
        if (situation) situation = { ...situation, active: false };
        carryOut('signal');
      }

      function settledChange(
        query: Query,
        outcome: Outcome,
        heldUntil: number | undefined,
      ): StateChange | undefined {
        if (outcome.type !== 'answer') return failedChange(outcome, heldUntil);
        const listing = knowledge.present(query, outcome.answer);
        const childless = situation?.container && listing.options.every((option) => option === query.value);
        return {
          activity: 'idle',
          list: childless ? null : listing,
          reason: childless ? 'chosen' : 'no-values',
        };
      }

      function completeIfDone(): void {
        if (ended && !asking.awaited) subscriber.complete();
      }

      subscriber.add(() => asking.stop());
      subscriber.add(
        situation$.subscribe({
          next(now) {
            if (now.text !== situation?.text && now.cause === 'typed') pace.typed(scheduler.now());
            if (isFromOutside(now.cause) && now.active) pace.changed(scheduler.now());
            if (now.cause === 'reset') shown = undefined;
            const forgiven = now.cause === 'refresh' && knowledge.support.forgive(refKey);
            // What a person insisted on is still awaited, whatever else is found out of the server meanwhile.
            const insists = now.cause === 'support' && situation?.cause === 'refresh' && asking.awaited;
            situation = insists ? { ...now, cause: 'refresh' } : now;
            carryOut('signal');
            // Its siblings were plain for the same reason.
            if (forgiven) engine.reset$.next({ cause: 'support', refKey });
          },
          error: (error: unknown) => subscriber.error(error),
          complete() {
            ended = true;
            if (!asking.awaited) return subscriber.complete();
            asking.finish();
            if (!asking.awaited) leave();
          },
        }),
      );
    });
}

/** `undefined` for "Method not found": that is a matter of support, and the field looks again. */
function failedChange(
  outcome: Exclude<Outcome, { type: 'answer' }>,
  heldUntil: number | undefined,
): StateChange | undefined {
  if (outcome.type === 'malformed') return { activity: 'idle', list: null, reason: outcome.type };
  const { failure } = outcome;
  const { kind } = failure;
  if (kind === 'method-not-found') return undefined;
  if (kind === 'invalid-params' || kind === 'malformed')
    return { activity: 'idle', list: null, reason: kind };
  const error = new CompletionError(kind, failure.message, { ...failure, retryAt: heldUntil });
  return { activity: 'idle', reason: 'failing', error };
}
