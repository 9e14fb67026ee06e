/** Combobox: the handle that a skin drives with plain facts, and how one is set up. */
import type { SchedulerLike } from 'rxjs';
import type { CompletionField } from '../field.js';
import type { ComboboxIds } from './attributes.js';
import type { KeyFacts, KeyMeaning } from './keys.js';
import type { ComboboxMessages } from './messages.js';
import type { ComboboxView } from './view.js';

/** How a combobox is set up. */
export interface ComboboxOptions {
  /** The prefix of every id; unique in the document. Default: counted. */
  id?: string | undefined;
  /** Localisation; what is left out stays English. */
  messages?: Partial<ComboboxMessages> | undefined;
  /** The clock of announcements; virtual in tests. Default: RxJS's `asyncScheduler`. */
  scheduler?: SchedulerLike | undefined;
  /** A person chose an option and the field has taken it: write it into the element. */
  onAccept?: ((option: string) => void) | undefined;
}

/**
 * A headless combobox over one field. Hand every event of the input and its list to the method of its name; render the
 * view. It holds the field's `state$`, and timers, only while subscribed to.
 */
export interface Combobox {
  /** The field that it was made for. */
  readonly field: CompletionField;
  /** The ids of its elements, for `comboboxAttributes`. */
  readonly ids: ComboboxIds;
  /** The same object until something changed. */
  getSnapshot(): ComboboxView;
  /** Calls back after each change of the view. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;

  /** The input got the focus: the field asks, and what it finds may open. */
  focus(): void;
  /** The input lost the focus: the list closes, and nothing is chosen. */
  blur(): void;
  /** A click into the input. */
  click(): void;
  /** An `input` event: the element's text, and the event's `isComposing`. */
  input(text: string, how?: { composing?: boolean | undefined }): void;
  /** An input method has begun: keys are its own, and nothing is asked before it ends or pauses. */
  compositionStart(): void;
  /** It has ended with this text; the `input` event that some browsers send afterwards may be handed on, too. */
  compositionEnd(text: string): void;
  /** Acts on the key; the caller applies `preventDefault` and `stopPropagation`. */
  keydown(facts: KeyFacts): KeyMeaning;
  /** pointerdown on the list: it is frozen until the click, so that a late answer moves nothing under the finger. */
  press(): void;
  /** pointerup or pointercancel anywhere. */
  release(): void;
  /** A click on an option of the view. */
  choose(index: number): void;
  /** Whether the input is in sight: the list of one that was scrolled away is closed, until it is back. */
  setInSight(inSight: boolean): void;
  /** A press outside of the input and its list. */
  dismiss(): void;
}
