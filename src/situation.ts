/** A field's situation, and what becomes of it with each thing that a host or a person does to the field. */
import { contextKeyOf } from './cache.js';

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
  readonly text?: string;
  readonly context: Readonly<Record<string, string>>;
  readonly contextKey: string;
  readonly active: boolean;
  readonly composing: boolean;
  /** Closed by Escape, Enter or a click outside; until the next key, focus or explicit request. */
  readonly dismissed: boolean;
  /** The text was chosen or filled in, in this context: it is not asked for by itself. */
  readonly given?: { readonly by: 'choice' | 'fill'; readonly contextKey: string } | undefined;
  /** The text just lost its end: someone is deleting. */
  readonly shrunk: boolean;
  /** The text is a container that was just chosen: its children are wanted, not itself. */
  readonly container: boolean;
}

/** Before anything happened: no text, no siblings, not in use. */
export const INITIAL_SITUATION: Situation = {
  cause: 'blur',
  context: {},
  contextKey: contextKeyOf({}),
  active: false,
  composing: false,
  dismissed: false,
  shrunk: false,
  container: false,
};

/** One thing that happened to a field: makes its next situation; the same object when it changes nothing. */
export type Signal = (now: Situation) => Situation;

/** A person typed, pasted or cleared. */
export function typed(text: string, composing?: boolean): Signal {
  return (now) => {
    const same = text === now.text;
    return {
      ...now,
      cause: now.text === undefined ? 'first' : isGiven(now) && !same ? 'edited' : 'typed',
      text,
      composing: composing ?? now.composing,
      dismissed: false,
      given: same ? now.given : undefined,
      shrunk: !same && now.text?.startsWith(text) === true,
      container: same && now.container,
    };
  };
}

/** The host set the text, and perhaps its siblings at once; nobody asked for a list. */
export function filled(text: string, context: Readonly<Record<string, string>>): Signal {
  const contextKey = contextKeyOf(context);
  const given = { by: 'fill', contextKey } as const;
  return (now) =>
    text === now.text
      ? beside(context)(now)
      : { ...now, cause: 'filled', text, context, contextKey, given, container: false };
}

/** A person chose an option, or typed it to the end; with the siblings, where the field may not know of them yet. */
export function chosen(text: string, container = false, siblings?: Readonly<Record<string, string>>): Signal {
  return (now) => {
    const context = siblings ?? now.context;
    const contextKey = contextKeyOf(context);
    const given = container ? undefined : ({ by: 'choice', contextKey } as const);
    const how = { container, given, composing: false, dismissed: false };
    return { ...now, cause: 'chosen', text, context, contextKey, ...how };
  };
}

/** These are the resolved siblings. */
export function beside(context: Readonly<Record<string, string>>): Signal {
  const contextKey = contextKeyOf(context);
  return (now) => (contextKey === now.contextKey ? now : { ...now, cause: 'context', context, contextKey });
}

export const focused: Signal = (now) => {
  // To focus what is focused matters only after a dismissal.
  if (now.active && !now.dismissed) return now;
  const given = now.given?.by === 'choice' ? now.given : undefined;
  return { ...now, cause: 'focus', active: true, dismissed: false, given };
};

export const blurred: Signal = (now) =>
  now.active ? { ...now, cause: 'blur', active: false, composing: false } : now;

/** An input method began or ended. */
export function composed(composing: boolean): Signal {
  return (now) => (composing === now.composing ? now : { ...now, cause: 'typed', composing });
}

export const refreshed: Signal = (now) => ({
  ...now,
  cause: 'refresh',
  dismissed: false,
  given: undefined,
});

export const dismissed: Signal = (now) => ({ ...now, cause: 'dismiss', dismissed: true });

/** `reset`: what was known of the server is forgotten; `support`: only what was known of support changed. */
export function reset(cause: 'reset' | 'support'): Signal {
  return (now) => ({ ...now, cause });
}

/** Whether the text stands by choice and is neither asked for nor listed. */
export function isGiven({ given, contextKey }: Situation): boolean {
  return given?.contextKey === contextKey;
}

/** Whether it was neither the person at the field nor its host: siblings and connections may change in a stream. */
export function isFromOutside(cause: Cause): boolean {
  return cause === 'context' || cause === 'reset' || cause === 'support';
}
