/** One argument of a form: an imperative handle over one pipeline. */
import { Observable, Subject, Subscription } from 'rxjs';
import type { EngineParts, PipelineTarget } from './answering.js';
import { refKeyOf } from './cache.js';
import { textOf } from './context.js';
import { completionPipeline, resetsOf } from './pipeline.js';
import { replayed } from './replayed.js';
import {
  beside,
  blurred,
  chosen,
  dismissed,
  filled,
  focused,
  refreshed,
  reset,
  type Signal,
  typed,
} from './situation.js';
import { type CompletionState, foldState, INITIAL_STATE } from './state.js';
import type { TargetArgument } from './target.js';

/**
 * One argument of a form. When `setValue`, `accept`, `focus`, `blur`, `dismiss` or `refresh` returns, `state` already
 * reflects it. None of them throws; once the form or its engine is disposed of they only keep the text.
 */
export interface CompletionField {
  /** The argument's name in the protocol. */
  readonly name: string;
  /** The server's own label; where there is none, show `name`. */
  readonly title?: string;
  /** The server's own explanation, as plain text. */
  readonly description?: string;
  /** Whether it is needed by itself. One of a group that any member satisfies is not: see `form.missing`. */
  readonly required: boolean;
  /** The text now. */
  readonly value: string;
  /** A snapshot: the same object until a member changes. */
  readonly state: CompletionState;
  /** Replays the current state synchronously. Completes when the form or the engine is disposed of. */
  readonly state$: Observable<CompletionState>;
  /** A person typed, pasted or cleared. `composing`: an input method is still at work on the text. */
  setValue(text: string, how?: { composing?: boolean | undefined }): void;
  /** A person chose this option. */
  accept(option: string): void;
  /** The field is in use: it asks at once, and again whenever its text or its siblings change. */
  focus(): void;
  /** The field is left: a waiting request is dropped, one under way may still fill the cache. */
  blur(): void;
  /** Escape, Enter or a click outside: drops a waiting request, and late answers no longer show. */
  dismiss(): void;
  /** An explicit request (Alt+Down, a "refresh" button): asks at once, whatever the cache, a back-off or a latch say, while the field is focused and its text within its limits. */
  refresh(): void;
}

/** What a field needs of its form. */
export interface FieldHost {
  /** The resolved siblings, read whenever they may matter. */
  context(): Record<string, string>;
  isContainer(option: string): boolean;
  /** The text changed. */
  changed(field: FormField): void;
  /** A person chose an option that has no children. */
  chosen(field: FormField): void;
  /** The state changed while the field was in use, or its use ended. */
  moved(field: FormField): void;
}

export class FormField implements CompletionField {
  readonly name: string;
  declare readonly title?: string;
  declare readonly description?: string;
  readonly required: boolean;
  readonly state$: Observable<CompletionState>;
  /** Focused, or since its context changed last it was: its list may stand, and a request be under way. */
  used = false;

  readonly #engine: EngineParts;
  readonly #refKey: string;
  readonly #host: FieldHost;
  readonly #signals = new Subject<Signal>();
  readonly #told = new Subject<void>();
  readonly #pipeline: Subscription;
  #state: CompletionState = INITIAL_STATE;
  #text: string;
  #focused = false;
  #observers = 0;
  #ended = false;
  /** The engine's resets, listened to only while the field is in use, so that an abandoned form can be collected. */
  #resets = Subscription.EMPTY;
  #revision: number;

  constructor(
    argument: TargetArgument,
    text: string,
    target: PipelineTarget,
    engine: EngineParts,
    host: FieldHost,
  ) {
    this.name = argument.name;
    if (argument.title !== undefined) this.title = argument.title;
    if (argument.description !== undefined) this.description = argument.description;
    this.required = argument.required;
    this.#engine = engine;
    this.#refKey = refKeyOf(target.ref);
    this.#host = host;
    this.#text = text;
    this.#revision = engine.revision(this.#refKey);
    this.#pipeline = completionPipeline(this.#signals, target, engine).subscribe((state) =>
      this.#tell(state),
    );
    this.#signals.next(filled(text, host.context()));
    const state$ = replayed(() => this.#state, this.#told);
    this.state$ = new Observable((subscriber) => {
      this.#observers++;
      this.#listen();
      subscriber.add(state$.subscribe(subscriber));
      subscriber.add(() => {
        this.#observers--;
        this.#unlisten();
      });
    });
  }

  get value(): string {
    return this.#text;
  }

  get state(): CompletionState {
    if (!this.#isLive) this.#catchUp();
    return this.#state;
  }

  setValue(text: string, { composing = false }: { composing?: boolean | undefined } = {}): void {
    // Form libraries written in JavaScript clear a field with null.
    const value = textOf(text) ?? '';
    this.#change(value, typed(value, composing));
  }

  accept(option: string): void {
    const container = this.#host.isContainer(option);
    this.#change(option, chosen(option, container, this.#host.context()));
    if (!container) this.#host.chosen(this);
  }

  focus(): void {
    this.#focused = this.used = true;
    this.#listen();
    this.readContext();
    // Unless that had the host leave the field again.
    if (this.#focused) this.#signals.next(focused);
  }

  blur(): void {
    const { options } = this.#state;
    // Typed to the end: as good as chosen, and as little worth asking for when the field is focused again.
    if (options.length === 1 && options[0] === this.#text && !this.#host.isContainer(this.#text))
      this.#signals.next(chosen(this.#text));
    this.#focused = false;
    this.#signals.next(blurred);
    this.#unlisten();
    this.#host.moved(this);
  }

  dismiss(): void {
    this.#signals.next(dismissed);
  }

  refresh(): void {
    if (!this.#isLive) this.#catchUp();
    this.#signals.next(refreshed);
  }

  /** Sets the text without opening anything, and reads the siblings with it; the form tells everyone afterwards. */
  fill(text: string): void {
    this.#write(text, filled(text, this.#host.context()));
  }

  /** Has the form's values looked at again. */
  readContext(): void {
    this.#signals.next(beside(this.#host.context()));
  }

  /** Its context changed. With that it shows and asks nothing, unless focused, and needs to hear of no further change. */
  siblingsChanged(): void {
    this.readContext();
    // A list still stands where, by the time it hears of it, its context is again what it was.
    this.used = this.#focused || this.#state.options.length > 0;
  }

  /** Keeps the text, cancels what is under way, and completes `state$`. Idempotent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#focused = false;
    this.#pipeline.unsubscribe();
    this.#resets.unsubscribe();
    this.#tell(this.#inert());
    this.#told.complete();
    this.#host.moved(this);
  }

  get focused(): boolean {
    return this.#focused;
  }

  get #isLive(): boolean {
    return this.#focused || this.#observers > 0;
  }

  /** A person's change: what it cancels here must not let out what the siblings are about to cancel. */
  #change(text: string, signal: Signal): void {
    this.#engine.requests.batch(() => {
      this.#write(text, signal);
      this.#host.changed(this);
    });
  }

  #write(text: string, signal: Signal): void {
    if (!this.#isLive) this.#catchUp();
    this.#text = text;
    if (this.#ended) this.#tell(this.#inert());
    else this.#signals.next(signal);
  }

  #tell(state: CompletionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#told.next();
    if (this.#focused) this.#host.moved(this);
  }

  #listen(): void {
    if (this.#ended || !this.#resets.closed) return;
    this.#resets = resetsOf(this.#refKey, this.#engine).subscribe({
      next: () => this.#catchUp(),
      complete: () => this.end(),
    });
    this.#catchUp();
  }

  #unlisten(): void {
    if (!this.#isLive) this.#resets.unsubscribe();
  }

  /** What happened to the engine since it was listened to last. */
  #catchUp(): void {
    if (this.#ended) return;
    if (this.#engine.isDisposed()) {
      this.end();
      return;
    }
    const revision = this.#engine.revision(this.#refKey);
    const cause = revision === this.#revision ? 'support' : 'reset';
    this.#revision = revision;
    this.#signals.next(reset(cause));
  }

  #inert(): CompletionState {
    return foldState(this.#state, {
      support: this.#state.support === 'unsupported' ? 'unsupported' : 'unknown',
      value: this.#text,
      list: null,
      activity: 'idle',
      reason: 'not-connected',
    });
  }
}
