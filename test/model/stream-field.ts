/** One argument over a host's own streams (engine.complete), in the shape of a field. */
import { BehaviorSubject, Subject } from 'rxjs';
import type { CompletionEngine, CompletionField, CompletionRef, CompletionState } from '../../src/index.js';

type Context = Readonly<Record<string, unknown>>;

export class StreamField implements CompletionField {
  readonly required = false;
  readonly #value$ = new BehaviorSubject('');
  readonly #context$ = new BehaviorSubject<Context>({});
  readonly #active$ = new BehaviorSubject(false);
  readonly #composing$ = new BehaviorSubject(false);
  readonly #refresh$ = new Subject<void>();
  readonly #result: ReturnType<ReturnType<CompletionEngine['complete']>['subscribe']>;
  readonly state$ = new Subject<CompletionState>();
  #state: CompletionState | undefined;

  constructor(
    engine: CompletionEngine,
    ref: CompletionRef,
    readonly name: string,
    minLength: number,
  ) {
    this.#result = engine
      .complete({
        ref,
        argument: name,
        value$: this.#value$,
        context$: this.#context$,
        active$: this.#active$,
        composing$: this.#composing$,
        refresh$: this.#refresh$,
        minLength,
      })
      .subscribe({
        next: (state) => {
          this.#state = state;
          this.state$.next(state);
        },
        complete: () => this.state$.complete(),
      });
  }

  get value(): string {
    return this.#value$.value;
  }

  get state(): CompletionState {
    if (!this.#state) throw new Error('no state was told at once');
    return this.#state;
  }

  /** Whether the engine still listens to any of the host's streams. */
  get isHeld(): boolean {
    return [this.#value$, this.#context$, this.#active$, this.#composing$, this.#refresh$].some(
      ({ observed }) => observed,
    );
  }

  /** The last text of a composition comes before its end, as from most browsers. */
  setValue(text: string, { composing = false }: { composing?: boolean | undefined } = {}): void {
    if (composing && !this.#composing$.value) this.#composing$.next(true);
    this.#value$.next(text);
    if (!composing && this.#composing$.value) this.#composing$.next(false);
  }

  setContext(context: Context): void {
    this.#context$.next(context);
  }

  focus(): void {
    this.#active$.next(true);
  }

  blur(): void {
    this.#active$.next(false);
  }

  refresh(): void {
    this.#refresh$.next();
  }

  end(): void {
    this.#result.unsubscribe();
    this.state$.complete();
  }

  /** A stream knows texts only. */
  accept(): void {}

  dismiss(): void {}
}
