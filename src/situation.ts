/** What a field is told, and the pure function that folds it into the field's situation. */
import { contextKeyOf } from './cache.js';

/** One thing that a host or a person did to a field. */
export type Signal =
  /** A person typed, pasted or cleared. */
  | { readonly type: 'value'; readonly text: string; readonly composing?: boolean | undefined }
  /** The host set the text, and perhaps its siblings at once; nobody asked for a list. */
  | { readonly type: 'fill'; readonly text: string; readonly context: Readonly<Record<string, string>> }
  /** With the siblings, where the field may not know of them yet. */
  | {
      readonly type: 'choose';
      readonly text: string;
      readonly container: boolean;
      readonly context?: Readonly<Record<string, string>>;
    }
  /** The resolved siblings. */
  | { readonly type: 'context'; readonly context: Readonly<Record<string, string>> }
  | { readonly type: 'active'; readonly active: boolean }
  | { readonly type: 'composing'; readonly composing: boolean }
  | { readonly type: 'refresh' }
  | { readonly type: 'dismiss' }
  /** `all`: what was known of the server is forgotten; `support`: only what was known of support changed. */
  | { readonly type: 'reset'; readonly what: 'all' | 'support' };

/** Why the situation is as it is: decides how urgently to ask. */
export type Cause =
  | 'first'
  | 'typed'
  /** Typed over a given text, which was not asked for when the field was focused. */
  | 'edited'
  | 'filled'
  | 'chosen'
  | 'context'
  | 'focus'
  | 'blur'
  | 'refresh'
  | 'dismiss'
  | 'reset'
  | 'support';

export interface Situation {
  readonly cause: Cause;
  /** `undefined` before the first value. */
  readonly text: string | undefined;
  readonly context: Readonly<Record<string, string>>;
  readonly contextKey: string;
  readonly active: boolean;
  readonly composing: boolean;
  /** Closed by Escape, Enter or a click outside; until the next key, focus or explicit request. */
  readonly dismissed: boolean;
  /** The text was chosen or filled in, in this context: it is not asked for by itself. */
  readonly given: { readonly by: 'choice' | 'fill'; readonly contextKey: string } | undefined;
  /** The text just lost its end: someone is deleting. */
  readonly shrunk: boolean;
  /** The text is a container that was just chosen: its children are wanted, not itself. */
  readonly container: boolean;
}

/** Before anything happened: no text, no siblings, not in use. */
export const INITIAL_SITUATION: Situation = {
  cause: 'blur',
  text: undefined,
  context: {},
  contextKey: contextKeyOf({}),
  active: false,
  composing: false,
  dismissed: false,
  given: undefined,
  shrunk: false,
  container: false,
};

/** The next situation; the same object when a signal changes nothing. */
export function foldSignal(now: Situation, signal: Signal): Situation {
  switch (signal.type) {
    case 'value': {
      const same = signal.text === now.text;
      const cause = now.text === undefined ? 'first' : isGiven(now) && !same ? 'edited' : 'typed';
      const given = same ? now.given : undefined;
      return {
        ...now,
        cause,
        text: signal.text,
        composing: signal.composing ?? now.composing,
        dismissed: false,
        given,
        shrunk: !same && now.text?.startsWith(signal.text) === true,
        container: same && now.container,
      };
    }
    case 'fill': {
      const { text, context } = signal;
      if (text === now.text) return foldSignal(now, { type: 'context', context });
      const contextKey = contextKeyOf(context);
      const given = { by: 'fill', contextKey } as const;
      return { ...now, cause: 'filled', text, context, contextKey, given, container: false };
    }
    case 'choose': {
      const { text, container, context = now.context } = signal;
      const contextKey = contextKeyOf(context);
      const given = container ? undefined : ({ by: 'choice', contextKey } as const);
      return {
        ...now,
        cause: 'chosen',
        text,
        context,
        contextKey,
        container,
        given,
        composing: false,
        dismissed: false,
      };
    }
    case 'context': {
      const contextKey = contextKeyOf(signal.context);
      if (contextKey === now.contextKey) return now;
      return { ...now, cause: 'context', context: signal.context, contextKey };
    }
    case 'active': {
      // To focus what is focused matters only after a dismissal.
      if (signal.active === now.active && !(now.active && now.dismissed)) return now;
      if (!signal.active) return { ...now, cause: 'blur', active: false, composing: false };
      const given = now.given?.by === 'choice' ? now.given : undefined;
      return { ...now, cause: 'focus', active: true, dismissed: false, given };
    }
    case 'composing':
      if (signal.composing === now.composing) return now;
      return { ...now, cause: 'typed', composing: signal.composing };
    case 'refresh':
      return { ...now, cause: 'refresh', dismissed: false, given: undefined };
    case 'dismiss':
      return { ...now, cause: 'dismiss', dismissed: true };
    case 'reset':
      return { ...now, cause: signal.what === 'all' ? 'reset' : 'support' };
  }
}

/** Whether the text stands by choice and is neither asked for nor listed. */
export function isGiven({ given, contextKey }: Situation): boolean {
  return given !== undefined && given.contextKey === contextKey;
}

/** Whether it was neither the person at the field nor its host: siblings and connections may change in a stream. */
export function isFromOutside(cause: Cause): boolean {
  return cause === 'context' || cause === 'reset' || cause === 'support';
}
