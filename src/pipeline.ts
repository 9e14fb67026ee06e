/**
 * The whole engine in one pipeline: what happens to a field becomes its situation; a situation is checked against the
 * server's capability and the cache, rests, and is asked with the accumulated context; answers are merged into the
 * state that a UI renders.
 */
import { distinctUntilChanged, filter, map, merge, NEVER, Observable, of, scan } from 'rxjs';
import { answering, type EngineParts, type PipelineTarget, type SituationWithText } from './answering.js';
import { refKeyOf } from './cache.js';
import { resolvedContext, textOf } from './context.js';
import type { CompletionRef } from './protocol.js';
import {
  beside,
  blurred,
  composed,
  focused,
  INITIAL_SITUATION,
  refreshed,
  reset,
  type Signal,
  typed,
} from './situation.js';
import { type CompletionState, foldState, INITIAL_STATE } from './state.js';

/** One argument bound to a host's own streams. */
export interface CompletionBinding {
  /** What the argument belongs to: a prompt or a resource template. */
  ref: CompletionRef;
  /** The name of the argument, or of the template variable, that is completed. */
  argument: string;
  /**
   * The field's text. Nothing is asked before it has emitted; every emission counts as typing. When it completes, a
   * waiting request is dropped (a page that closes asks nothing more), and one under way is awaited.
   */
  value$: Observable<string>;
  /** The siblings' values. Counts as `{}` until it emits. Numbers and booleans become strings, the rest is dropped. */
  context$?: Observable<Readonly<Record<string, unknown>>> | undefined;
  /** Ask only while true; turning true asks at once. Counts as false until it emits. Default: always. */
  active$?: Observable<boolean> | undefined;
  /** An input method is composing. */
  composing$?: Observable<boolean> | undefined;
  /** An explicit request: asks at once, overrides the cache and back-off. */
  refresh$?: Observable<unknown> | undefined;
  /** The fewest characters that are asked for. Default 0. */
  minLength?: number | undefined;
}

/** What happens to one field, in; what its UI renders, out. */
export function completionPipeline(
  signal$: Observable<Signal>,
  target: PipelineTarget,
  engine: EngineParts,
): Observable<CompletionState> {
  return signal$.pipe(
    // Keys, siblings, focus: the situation of the field, with the accumulated context.
    scan((now, signal) => signal(now), INITIAL_SITUATION),
    distinctUntilChanged(),
    filter((situation): situation is SituationWithText => situation.text !== undefined),
    // Checked against the capability and the cache; rests, as long as it is worth; asked, and cancelled when overtaken.
    answering(target, engine),
    // Lists whole and partial, hasMore, failures: the state of a user interface.
    scan(foldState, INITIAL_STATE),
    distinctUntilChanged(),
  );
}

/** A host's streams as signals. They end when `value$` completes, and with the engine; an error of any of them is passed on. */
export function signalsOf(binding: CompletionBinding, engine: EngineParts): Observable<Signal> {
  const { ref, argument } = binding;
  // Their end ends nothing.
  const surroundings$ = merge<Signal[]>(
    (binding.context$ ?? NEVER).pipe(map((context) => beside(resolvedContext(context ?? {}, argument)))),
    (binding.active$ ?? of(true)).pipe(map((active) => (active ? focused : blurred))),
    (binding.composing$ ?? NEVER).pipe(map(composed)),
    (binding.refresh$ ?? NEVER).pipe(map(() => refreshed)),
    NEVER,
  );
  return new Observable((subscriber) => {
    resetsOf(refKeyOf(ref), engine).subscribe(subscriber);
    if (subscriber.closed) return;
    // The surroundings first: a value that is there at once must be asked for in its context.
    surroundings$.subscribe(subscriber);
    binding.value$.pipe(map((text) => typed(textOf(text) ?? ''))).subscribe(subscriber);
  });
}

/** What an engine forgot that concerns one ref. */
export function resetsOf(refKey: string, engine: EngineParts): Observable<Signal> {
  return engine.reset$.pipe(
    filter((reset) => refKey.startsWith(reset.refKey ?? '')),
    map(({ cause }) => reset(cause)),
  );
}
