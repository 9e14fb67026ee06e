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
  /** The answer takes long. Default: "slow". */
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
  slow: 'slow',
  failed: 'could not load suggestions',
};

/** The visible line beside an attended list: only what the list itself does not say. */
export function statusText(state: CompletionState, messages: ComboboxMessages): string {
  if (state.activity === 'slow') return messages.slow;
  if (state.error) return messages.failed;
  if (state.reason === 'no-values') return messages.none;
  return state.options.length > 0 && state.hasMore ? messages.more(state.options.length, state.total) : '';
}

/** What to announce of a state; `undefined` while it has not settled, or has nothing worth saying. */
export function announcementText(state: CompletionState, messages: ComboboxMessages): string | undefined {
  const { options, hasMore, total } = state;
  if (state.activity !== 'idle' || state.provisional) return undefined;
  if (options.length > 0)
    return hasMore ? messages.more(options.length, total) : messages.count(options.length);
  if (state.error) return messages.failed;
  return state.reason === 'no-values' ? messages.none : undefined;
}
