/** ComboboxView: what a skin renders. */
import type { CompletionState } from '../state.js';

/** One combobox, as a skin renders it. Immutable; the same object until a member changes. */
export interface ComboboxView {
  /** Render a combobox; while false the input is a plain field, exactly as the host made it. */
  readonly enabled: boolean;
  /** Enabled, and the server can be asked now; while connecting anew a combobox stays one, closed. */
  readonly ready: boolean;
  /** Whether the listbox is shown; only ever with at least one option. */
  readonly open: boolean;
  /** All is closed, but only while the input is out of sight: keep watching, see {@link Combobox.setInSight}. */
  readonly outOfSight: boolean;
  /** The list to render while open. Between pointerdown and click it does not change. */
  readonly options: readonly string[];
  /** The index of the option that the keyboard made active, or -1. */
  readonly activeIndex: number;
  /** The text that `options` answer: the part to mark in each. */
  readonly query: string;
  /** The answer takes long: the one moment for a busy cue. Not for `aria-busy`, which hides the old list from some readers. */
  readonly busy: boolean;
  /** The visible status line's text, or "". */
  readonly status: string;
  /** The live region's text, or "". Never the active option. */
  readonly announcement: string;
  /** The field's own state. */
  readonly state: CompletionState;
}

/** The old view while nothing changed, so that a store's snapshot stays the same object. */
export function sameOrNew(before: ComboboxView | undefined, after: ComboboxView): ComboboxView {
  const keys = Object.keys(after) as (keyof ComboboxView)[];
  return before && keys.every((key) => before[key] === after[key]) ? before : after;
}

/** What is rendered where nothing can be known yet, such as on a server: a plain field. */
export function plainView(state: CompletionState): ComboboxView {
  return {
    enabled: false,
    ready: false,
    open: false,
    outOfSight: false,
    options: [],
    activeIndex: -1,
    query: '',
    busy: false,
    status: '',
    announcement: '',
    state,
  };
}
