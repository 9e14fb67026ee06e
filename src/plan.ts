/** What to show and what to ask in a field's situation: the engine's policy, in one decision. */
import { type Query, queryOf } from './cache.js';
import { MAX_ASKED_LENGTH } from './figures.js';
import type { Knowledge, Sight } from './knowledge.js';
import type { Pace } from './pace.js';
import type { CompletionRef } from './protocol.js';
import { isFromOutside, isGiven, type Situation } from './situation.js';
import type { EmptyReason, StateChange } from './state.js';
import type { Verdict } from './support.js';

/** One question, and when to put it. */
export interface Ask {
  readonly query: Query;
  readonly delayMs: number;
  /** The longest that one key after another may put it off; `undefined`: for as long as they go on. */
  readonly patienceMs?: number | undefined;
  /** Why an empty list is empty meanwhile, if not for the pause alone. */
  readonly reason?: 'composing' | undefined;
  /** An explicit request does not wait for a back-off. */
  readonly explicit: boolean;
}

/** What follows from a situation. */
export interface Plan {
  readonly show: StateChange;
  readonly query: Query;
  /** Where the list came from, if it stands in for a request. */
  readonly hit?: 'fresh' | 'stale' | 'learned' | undefined;
  /** A question whose answer will tell more than this one's, worth having under way. */
  readonly lead?: Query | false | undefined;
  /** `rest`: nothing is wanted; `release`: nothing new is wanted, but a request under way may finish into the cache. */
  readonly next: Ask | 'rest' | 'release';
}

/** What a plan is made from. */
export interface Grounds {
  readonly ref: CompletionRef;
  readonly argument: string;
  readonly minLength: number;
  readonly composingMs: number;
  readonly verdict: Verdict;
  readonly knowledge: Knowledge;
  readonly pace: Pace;
  /** Answers take long: what can be had from one request is not asked for in two. */
  readonly isSlow: boolean;
  /** What the list on screen is for; `undefined` once it is known to be wrong. */
  readonly shown: Query | undefined;
  /** `due`: the pause is over, ask now. */
  readonly moment: 'signal' | 'due';
}

export function planFor(situation: Situation & { readonly text: string }, grounds: Grounds): Plan {
  const { text, context, cause } = situation;
  const { verdict, knowledge, shown, moment } = grounds;
  const query = queryOf(grounds.ref, grounds.argument, text, context);
  const explicit = cause === 'refresh';
  const base = { support: verdict.support, value: text };

  const settled = (
    reason: EmptyReason,
    list: StateChange['list'],
    next: 'rest' | 'release' = 'rest',
  ): Plan => ({ show: { ...base, list, activity: 'idle', reason }, query, next });
  const pending = (list: StateChange['list'], { delayMs, ...how }: Urgency): Plan => ({
    show: { ...base, list, activity: 'waiting' },
    query,
    next: { query, delayMs: moment === 'due' ? 0 : delayMs, explicit, ...how },
  });

  if (verdict.reason) return settled(verdict.reason, null);
  const unmoved = shown?.key === query.key ? undefined : null;
  if (!situation.active) return settled('inactive', unmoved, 'release');
  if (text.length > MAX_ASKED_LENGTH) return settled('too-long', null);
  if (Array.from(text).length < grounds.minLength) return settled('too-short', null);
  if (isGiven(situation)) return settled('chosen', null);
  if (situation.dismissed) return settled('inactive', unmoved, 'release');
  if (situation.composing && moment !== 'due' && !explicit) {
    const list = shown?.groupKey === query.groupKey ? undefined : null;
    return pending(list, { delayMs: grounds.composingMs, reason: 'composing' });
  }

  const sight = knowledge.look(query);
  const { from, listing = null } = sight;
  // No children: what a chosen container is to list is not its own row.
  const childless = situation.container && listing?.options.every((option) => option === text);
  const list = childless ? null : listing;
  if (!explicit) {
    if (from === 'invalid') return settled('invalid-params', list);
    if (from === 'fresh' || from === 'learned')
      return { ...settled(childless ? 'chosen' : 'no-values', list), hit: from };
    if (cause === 'typed' && from !== 'stale' && knowledge.quiet.isQuiet(query))
      return settled('quiet', null);
  }
  const { lead, ...urgency } = urgencyOf(situation, sight, query, grounds);
  return { ...pending(list, urgency), hit: from === 'stale' ? from : undefined, lead };
}

type Urgency = Pick<Ask, 'delayMs' | 'patienceMs' | 'reason'>;

/** How long the question may wait, and what else is worth having under way meanwhile. */
function urgencyOf(
  { cause, text, shrunk }: Situation,
  { cover, trust }: Sight,
  query: Query,
  grounds: Grounds,
): Urgency & Pick<Plan, 'lead'> {
  const { knowledge, pace, isSlow } = grounds;
  const root = cover !== 'sure' && rootOf(query, grounds);
  if (cause === 'focus') {
    // The text's own list follows from the whole one, where the rule has proved right and a request is worth saving.
    const saves = (knowledge.replaces || isSlow) && knowledge.rules.trust(query.argumentKey) > 0;
    // On a slow link the whole list goes first in any case: it is what the next keys need.
    const derives = root ? saves || isSlow : saves && cover === 'sure';
    return derives ? { delayMs: pace.delay('sure'), lead: root } : { delayMs: 0 };
  }
  if (cause !== 'typed' && cause !== 'edited') return { delayMs: isFromOutside(cause) ? pace.settling() : 0 };
  // With nothing to show, an edited choice and a cleared field are asked at once, as on focus: no more such keys follow.
  const waits = cover !== 'none' || (cause === 'typed' && text !== '');
  // On a slow link the server's word on a whole list takes so long that a person has seldom rested for it.
  const wait = isSlow && cover === 'whole' ? 'sure' : cover;
  // Without narrowing the next key cancels what was asked meanwhile.
  const patienceMs = knowledge.narrows ? pace.patience(cover) : undefined;
  return { delayMs: waits ? pace.delay(wait, trust) : 0, patienceMs, lead: shrunk && root };
}

/**
 * Deleting starves a debounce, and few lists survive it: the empty text's answer is fetched ahead, since every list on the
 * way back follows from it. Only by the default pace: a fixed one is a host's word on how much to ask.
 */
function rootOf(query: Query, { knowledge, minLength, pace }: Grounds): Query | false {
  const { ref, argument, context } = query.asked;
  const useful = query.value !== '' && minLength === 0 && pace.isAdaptive && knowledge.narrows;
  if (!useful || knowledge.quiet.isSilent(query) || !knowledge.rules.hasWholeRoot(query.argumentKey))
    return false;
  const root = queryOf(ref, argument, '', context);
  return !knowledge.cache.get(root) && root;
}
