/** CompletionState, what a UI renders, and the pure function that folds the next event into it. */
import type { CompletionError } from './errors.js';

/** Whether this field completes at all. Only `supported` renders a combobox. */
export type Support = 'unknown' | 'supported' | 'unsupported';

/**
 * What is going on. `waiting`: a request is due (typing pause, back-off or a free slot). `loading`: it is under way.
 * `slow`: it has been under way so long that a spinner is worth showing.
 */
export type Activity = 'idle' | 'waiting' | 'loading' | 'slow';

/** Why `options` is empty. MCP cannot say "waiting for another argument": that looks like `no-values`. */
export type EmptyReason =
  /** No client, or one that has not finished connecting, or was closed. */
  | 'not-connected'
  /** The server does not declare the `completions` capability. */
  | 'not-declared'
  /** The server answered "Method not found" for this prompt or template. */
  | 'method-not-found'
  /** The field is not in use; nothing was asked. */
  | 'inactive'
  /** Shorter than `minLength`. */
  | 'too-short'
  /** Longer than the engine sends (2,000 characters). */
  | 'too-long'
  /** An input method is composing; the request waits for its end. */
  | 'composing'
  /** The text is the option that was just chosen; it is not asked for again. */
  | 'chosen'
  /** The server answered, with no values. */
  | 'no-values'
  /** The server refused this request as invalid (-32602). */
  | 'invalid-params'
  /** The server's answer made no sense. */
  | 'malformed'
  /** Free text: the server kept answering with no values, so it is not asked while the text grows. */
  | 'quiet'
  /** The last request failed; `error` says how. */
  | 'failing'
  /** Failed repeatedly; the next request waits until `error.retryAt`. */
  | 'backing-off';

/** One field, as a UI renders it. Immutable; the same object until a member changes. */
export interface CompletionState {
  /** Whether this is a combobox at all; `unsupported` and `unknown` are plain fields. */
  readonly support: Support;
  /** What is on its way; show a spinner at `slow` only. */
  readonly activity: Activity;
  /** The field's text now. */
  readonly value: string;
  /** The text that `options` were answered for, or narrowed to. */
  readonly answered: string;
  /** In the server's order, unique, at most 100. */
  readonly options: readonly string[];
  /** `options` come from an earlier answer: the server's own for this text is pending, or could not be had. */
  readonly provisional: boolean;
  /** `options` are a part of what matches. MCP has no next page: only more typing brings the rest. */
  readonly hasMore: boolean;
  /** How many values match in all, where the server's figure can be true. */
  readonly total?: number;
  /** Present only while `options` is empty and nothing is on its way. */
  readonly reason?: EmptyReason;
  /** The last request's failure; the last good options stay beside it. */
  readonly error?: CompletionError;
}

/** A list, and what it is worth. */
export interface Listing {
  readonly answered: string;
  readonly options: readonly string[];
  readonly provisional: boolean;
  readonly hasMore: boolean;
  readonly total?: number | undefined;
}

/** What happens to a field, as its state sees it. */
export type StateEvent =
  | Shown
  /** A request is due, once a pause is over, or what `reason` says. */
  | { readonly type: 'waiting'; readonly reason?: EmptyReason | undefined }
  | { readonly type: 'sent' }
  | { readonly type: 'slow' }
  | { readonly type: 'answered'; readonly listing: Listing }
  /** Answered with nothing to show, and no failure either. */
  | { readonly type: 'refused'; readonly reason: EmptyReason }
  | { readonly type: 'failed'; readonly error: CompletionError };

/** The situation changed: this is what can be shown at once. */
export interface Shown {
  readonly type: 'shown';
  readonly support: Support;
  readonly value: string;
  /** `keep`: the list stays as it is. */
  readonly list: Listing | 'keep' | 'none';
  /** Why an empty list is empty; without it, a request is about to wait or go out. */
  readonly reason?: EmptyReason;
  /** The request that is awaited already stays so. */
  readonly isAwaited?: boolean;
}

const NO_LIST = { answered: '', options: [], provisional: false, hasMore: false };

export const INITIAL_STATE: CompletionState = {
  support: 'unknown',
  activity: 'idle',
  value: '',
  ...NO_LIST,
  reason: 'inactive',
};

/** The next state. The same object when nothing changed, and the same `options` when their content did not. */
export function foldState(state: CompletionState, event: StateEvent): CompletionState {
  switch (event.type) {
    case 'shown':
      return shown(state, event);
    case 'waiting':
      return next(state, { activity: 'waiting', reason: event.reason });
    case 'sent':
      return next(state, { activity: 'loading', reason: undefined });
    case 'slow':
      return next(state, { activity: 'slow' });
    case 'answered':
      return next(state, {
        ...listed(event.listing),
        activity: 'idle',
        reason: 'no-values',
        error: undefined,
      });
    case 'refused':
      return next(state, {
        ...listed({ ...NO_LIST, answered: state.value }),
        activity: 'idle',
        reason: event.reason,
        error: undefined,
      });
    case 'failed':
      return next(state, { activity: 'idle', reason: 'failing', error: event.error });
  }
}

type Change = { -readonly [K in keyof CompletionState]?: CompletionState[K] | undefined };

function shown(state: CompletionState, { support, value, list, reason, isAwaited }: Shown): CompletionState {
  const change: Change = { support, value };
  if (list !== 'keep')
    Object.assign(change, listed(list === 'none' ? { ...NO_LIST, answered: value } : list));
  if (!isAwaited) {
    change.activity = reason ? 'idle' : 'waiting';
    change.reason = reason;
  }
  // An earlier failure is told beside what is awaited, and beside a list that was kept; anything settled anew outdates it.
  if (reason && list !== 'keep') change.error = undefined;
  return next(state, change);
}

function listed(listing: Listing): Change {
  return { ...listing, total: listing.total };
}

function next(state: CompletionState, change: Change): CompletionState {
  const merged: Change = { ...state, ...change };
  if (sameList(state.options, merged.options)) merged.options = state.options;
  if (merged.options?.length) merged.reason = undefined;
  const keys = Object.keys(merged) as (keyof CompletionState)[];
  if (keys.every((key) => merged[key] === state[key])) return state;
  for (const key of keys) if (merged[key] === undefined) delete merged[key];
  return merged as CompletionState;
}

function sameList(a: readonly string[], b: readonly string[] = []): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]));
}
