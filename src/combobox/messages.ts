/** The words of the status line and of the announcements, and when each is said. */
import type { CompletionState } from '../state.js';

/** Every text that the combobox itself shows or announces; give your own to localise it. */
export interface ComboboxMessages {
  /** A complete list. Default: "5 suggestions". */
  count(shown: number): string;
  /** A partial list; `total` only where the server's figure can be true. Default: "100 of 1,532 - keep typing". */
  more(shown: number, total: number | undefined): string;
  /** Default: "no suggestions". */
  none: string;
  /** The answer takes long. Default: "slow - still waiting". */
  slow: string;
  /** Default: "could not load suggestions". */
  failed: string;
}

const figure = (n: number) => n.toLocaleString('en');

/** The defaults. */
export const englishMessages: ComboboxMessages = {
  count: (shown) => (shown === 1 ? '1 suggestion' : `${figure(shown)} suggestions`),
  more: (shown, total) =>
    total === undefined
      ? `first ${figure(shown)} - keep typing`
      : `${figure(shown)} of ${figure(total)} - keep typing`,
  none: 'no suggestions',
  slow: 'slow - still waiting',
  failed: 'could not load suggestions',
};

/**
 * The visible line beside an attended list: only what the list itself does not say. A list that waits for a slow answer
 * keeps its line: one that comes and goes at every key would have the list jump.
 */
export function statusText(state: CompletionState, messages: ComboboxMessages): string {
  const shown = state.options.length;
  if (state.activity === 'slow' && shown === 0) return messages.slow;
  if (state.error) return messages.failed;
  if (state.reason === 'no-values') return messages.none;
  return shown > 0 && state.hasMore ? messages.more(shown, state.total) : '';
}

/** What a live region is to say; no text: nothing. */
export interface Announcement {
  readonly text: string;
  /** `text`: what was found, worth saying for every text anew. `server`: how it is doing, said once until that changes. */
  readonly about: 'text' | 'server';
}

/**
 * What to announce of a state; `undefined` while it has not settled. A list that was narrowed and is not cut counts as
 * settled: the surer it is, the later comes the server's word.
 */
export function announcementOf(state: CompletionState, messages: ComboboxMessages): Announcement | undefined {
  const { activity, provisional, error } = state;
  const shown = state.options.length;
  const isWhole = provisional && !state.hasMore && state.answered === state.value;
  if (!isWhole || !shown) {
    if (activity === 'slow') return { text: messages.slow, about: 'server' };
    if (activity !== 'idle' || (provisional && !error)) return undefined;
  }
  const text = statusText(state, messages) || (shown > 0 ? messages.count(shown) : '');
  return { text, about: error ? 'server' : 'text' };
}
