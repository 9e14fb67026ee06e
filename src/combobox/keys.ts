/** What each key means to the combobox: a pure function from the facts of a keydown to an action. */

/** A keydown as plain facts. Every one may be missing: browsers' autofill dispatches keydowns without a key. */
export interface KeyFacts {
  /** `KeyboardEvent.key`. */
  readonly key?: string | undefined;
  /** `KeyboardEvent.keyCode`: 229 is a key that an input method has taken. */
  readonly keyCode?: number | undefined;
  /** `KeyboardEvent.isComposing`. */
  readonly isComposing?: boolean | undefined;
  /** Whether Shift is held; so for the other modifiers. */
  readonly shift?: boolean | undefined;
  /** Alt, or Option: with Down it opens and asks, with Up it closes. */
  readonly alt?: boolean | undefined;
  /** Control: the key is the text's or the page's. */
  readonly ctrl?: boolean | undefined;
  /** Command, or the Windows key: the key is the text's or the page's. */
  readonly meta?: boolean | undefined;
}

/**
 * What is to be done. `ask`: open without moving, and request a list explicitly, unless one that is settled was merely
 * closed. `dismiss`: close, and let no late answer reopen. `leave`: the focus is about to move on. `accept`: take the
 * active option. `acceptAndLeave`: take it and stay closed.
 */
export type KeyAction =
  | 'none'
  | 'next'
  | 'previous'
  | 'ask'
  | 'dismiss'
  | 'accept'
  | 'leave'
  | 'acceptAndLeave';

/** The meaning of one keydown, and what becomes of the event. */
export interface KeyMeaning {
  /** What the combobox does. */
  readonly action: KeyAction;
  /** Whether the browser must not act on it: move the caret, submit the form. */
  readonly preventDefault: boolean;
  /** Whether it must not reach what is around the input: Escape that closed a popup would close the dialog, too. */
  readonly stopPropagation: boolean;
}

/** What the meaning of a key depends on; a `ComboboxView` fits. */
export interface KeySituation {
  /** Whether the list can be asked for and shown at all. */
  readonly ready: boolean;
  /** Whether the list is shown. */
  readonly open: boolean;
  /** What would be shown; Down and Up open a closed list of these. */
  readonly options: readonly string[];
  /** The index of the active option, or -1. */
  readonly activeIndex: number;
  /** The visible status line: Escape puts it away, too. */
  readonly status?: string | undefined;
}

const meaning = (
  action: KeyAction,
  fate: 'leave be' | 'prevent' | 'prevent and stop' = 'leave be',
): KeyMeaning => ({
  action,
  preventDefault: fate !== 'leave be',
  stopPropagation: fate === 'prevent and stop',
});

/** The key belongs to the text, or to the page. */
export const untouched: KeyMeaning = meaning('none');

/**
 * The meaning of a keydown, after the ARIA Authoring Practices' editable combobox with list autocomplete and manual
 * selection. Keys that an input method may consume (`isComposing`, or the key code 229 that Safari gives to the Enter
 * which ends a composition) mean nothing; Left, Right, Home, End and every modified key belong to the text.
 */
export function keyMeaning(facts: KeyFacts, situation: KeySituation): KeyMeaning {
  const { key, shift, alt, ctrl, meta } = facts;
  if (!situation.ready || facts.isComposing || facts.keyCode === 229 || ctrl || meta) return untouched;
  const listed = situation.options.length > 0;
  const active = situation.activeIndex >= 0;

  if (key === 'Tab' && !alt) return meaning(active && !shift ? 'acceptAndLeave' : 'leave');
  if (shift) return untouched;
  if (alt) {
    if (key === 'ArrowDown') return meaning('ask', listed ? 'prevent' : 'leave be');
    if (key === 'ArrowUp' && situation.open) return meaning('dismiss', 'prevent');
    return untouched;
  }
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
      return listed ? meaning(key === 'ArrowDown' ? 'next' : 'previous', 'prevent') : meaning('ask');
    case 'Enter':
      return active ? meaning('accept', 'prevent') : meaning('dismiss');
    case 'Escape':
      return situation.open || situation.status ? meaning('dismiss', 'prevent and stop') : meaning('dismiss');
    default:
      return untouched;
  }
}
