/** One argument of a form: an imperative handle over one pipeline. */
import type { Observable } from 'rxjs';
import type { CompletionState } from './state.js';

/**
 * One argument of a form. When `setValue`, `accept`, `focus`, `blur`, `dismiss` or `refresh` returns, `state` already
 * reflects it.
 */
export interface CompletionField {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  /** The text now. */
  readonly value: string;
  /** A snapshot: the same object until a member changes. */
  readonly state: CompletionState;
  /** Replays the current state synchronously. */
  readonly state$: Observable<CompletionState>;
  /** A person typed, pasted or cleared. `composing`: an input method is still at work on the text. */
  setValue(text: string, how?: { composing?: boolean | undefined }): void;
  /** A person chose this option. */
  accept(option: string): void;
  focus(): void;
  blur(): void;
  /** Escape, Enter or a click outside: drops a waiting request, and late answers no longer show. */
  dismiss(): void;
  /** An explicit request (Alt+Down on an empty list, a "refresh" button): asks at once, whatever the cache, a back-off or a latch say. */
  refresh(): void;
}
