/** A field without an engine: a test says what its state is, and sees what it was told. */
import { BehaviorSubject } from 'rxjs';
import type { CompletionField } from '../../src/field.js';
import type { CompletionState } from '../../src/state.js';
import type { TargetArgument } from '../../src/target.js';

export class FakeField implements CompletionField {
  readonly required: boolean = false;
  declare readonly title?: string;
  declare readonly description?: string;
  /** Every call in order, such as `setValue("ab")` or `setValue("ab", composing)`. */
  readonly calls: string[] = [];
  /** What an accepted option leads to; by default nothing, as for an option that is not a container. */
  children: (option: string) => readonly string[] = () => [];
  readonly state$: BehaviorSubject<CompletionState>;

  constructor(
    readonly name = 'city',
    state: Partial<CompletionState> = {},
    argument: Partial<TargetArgument> = {},
  ) {
    Object.assign(this, argument);
    this.state$ = new BehaviorSubject<CompletionState>({
      support: 'supported',
      activity: 'idle',
      value: '',
      answered: '',
      options: [],
      provisional: false,
      hasMore: false,
      ...state,
    });
  }

  get state(): CompletionState {
    return this.state$.value;
  }
  get value(): string {
    return this.state.value;
  }

  /** The state is now this; what is left out stays. */
  is(state: Partial<CompletionState>): void {
    this.state$.next({ ...this.state, ...state });
  }
  /** The server has answered the text. */
  answer(...options: string[]): void {
    const { reason: _, error: __, total: ___, ...rest } = this.state;
    const empty = options.length === 0 ? { reason: 'no-values' as const } : {};
    this.state$.next({
      ...rest,
      answered: this.value,
      options,
      activity: 'idle',
      provisional: false,
      ...empty,
    });
  }
  /** The calls since the last time. */
  told(): string[] {
    return this.calls.splice(0);
  }

  setValue(text: string, how?: { composing?: boolean | undefined }): void {
    this.calls.push(
      how?.composing ? `setValue(${JSON.stringify(text)}, composing)` : `setValue(${JSON.stringify(text)})`,
    );
    this.is({ value: text });
  }
  accept(option: string): void {
    this.calls.push(`accept(${JSON.stringify(option)})`);
    const options = this.children(option);
    const { reason: _, ...rest } = this.state;
    this.state$.next({
      ...rest,
      value: option,
      answered: option,
      options,
      ...(options.length > 0 ? {} : { reason: 'chosen' }),
    });
  }
  focus(): void {
    this.calls.push('focus');
  }
  blur(): void {
    this.calls.push('blur');
  }
  dismiss(): void {
    this.calls.push('dismiss');
  }
  refresh(): void {
    this.calls.push('refresh');
  }
}
