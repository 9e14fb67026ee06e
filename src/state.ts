/** CompletionState, what a UI renders, and the pure function that folds the next change into it. */
import type { CompletionError } from './errors.js';
import { isSame } from './protocol.js';

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
  /** Present only while `options` is empty and no answer is under way. */
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

/** What changes in a field's state. */
export interface StateChange {
  readonly support?: Support;
  readonly value?: string;
  readonly activity?: Activity;
  /** Why an empty list is empty; told anew with each activity. */
  readonly reason?: EmptyReason | undefined;
  readonly error?: CompletionError;
  /** `null`: there is none now. Without it the list stays as it is. */
  readonly list?: Listing | null | undefined;
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
export function foldState(state: CompletionState, { list, ...change }: StateChange): CompletionState {
  const next: Draft = { ...state, ...change };
  if (change.activity) next.reason = change.reason;
  if (list !== undefined) Object.assign(next, NO_LIST, { answered: next.value, total: undefined }, list);
  // An earlier failure is told beside what is awaited, and beside a list that was kept; anything settled anew outdates it.
  if (list !== undefined && change.reason) next.error = undefined;
  if (isSame(state.options, next.options)) next.options = state.options;
  if (next.options.length) next.reason = undefined;
  const keys = Object.keys(next) as (keyof CompletionState)[];
  if (keys.every((key) => next[key] === state[key])) return state;
  for (const key of keys) if (next[key] === undefined) delete next[key];
  return next as CompletionState;
}

type Draft = { -readonly [Member in keyof CompletionState]: CompletionState[Member] | undefined } & {
  options: CompletionState['options'];
};
