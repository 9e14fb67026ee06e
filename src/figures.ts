/** The engine's figures: how long, how many, how large. Chosen with the benchmark, and changed by nobody but us: options have their own. */

/** A longer text is not asked for: nobody completes it, and it may be a pasted document. In UTF-16 units. */
export const MAX_ASKED_LENGTH = 2_000;

/** A longer sibling is left out unless a host names it: it is a document, and no server completes by it. In UTF-16 units. */
export const MAX_SIBLING_LENGTH = 2_000;

/** The least and the most that typing rests by the engine's own pace, with nothing on screen. */
export const MIN_UNCOVERED_MS = 100;
export const MAX_UNCOVERED_MS = 250;

/** So much longer than the usual of the last gaps between keys means that the typist has stopped. */
export const REST_FACTOR = 1.3;
export const GAPS = 5;

/** Somebody who types on without a pause, and cannot see the list for it, is asked for after this long, unless an answer is on its way. */
export const PATIENCE_MS = 400;

/** So many changes from outside within a second are a program's: no person fills siblings that fast. */
export const BURST = 3;
export const BURST_MS = 1_000;

/** A typed text that equals the only option counts as settled after resting this long: after its own question went out, if that is soon. */
export const REST_MS = 320;

/** A request under way for this long is worth a spinner. */
export const SLOW_MS = 400;

/** Answers slower than this, on average, mark a slow connection or server. */
export const SLOW_LINK_MS = 300;

/** A request under way for this long may have got lost: a younger one is more likely to be back sooner. */
export const OVERDUE_MS = 2_000;

/** A proxy's error page may be the message; a status line is a line. In UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 300;

/** A JSON-RPC error is short; an error page need not be parsed to know that it is none. In UTF-16 units. */
export const MAX_BODY_LENGTH = 10_000;

/** The SDK's own timer must never win: v1 follows its timeout with a second cancellation when we abort. */
export const SDK_TIMEOUT_MARGIN_MS = 5_000;

/** A longer timer overflows its 31 bits and fires at once; "never" is three weeks. */
export const LONGEST_TIMER_MS = 2_000_000_000;

/** The wait after a second failure in a row, doubled with each further one up to the longest. */
export const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 30_000;

/** A server's hint is believed up to an hour: a longer one is a mistake, and a timer's 31 bits would overflow. */
export const LONGEST_HINT_MS = 3_600_000;

/** So many discriminating predictions must have proved exact before one replaces a request. */
export const PROOFS_NEEDED = 2;

/** A rule that proved right n times in a row may go unconfirmed for n seconds, up to this many. */
export const MOST_TRUST = 3;

/** After so many lists that stood in for requests one is sent all the same, to see whether the rule still holds. */
export const VERIFY_EVERY = 8;

/** So many empty answers in a row, the last for a text this long, make an argument quiet. */
export const QUIET_AFTER = 3;
export const QUIET_LENGTH = 4;

/** How many refs or arguments something is remembered of; a form has a handful. */
export const MAX_KEYS = 500;

/**
 * All answers that are remembered together, in UTF-16 units: a server that fills every value to its limit, or a context
 * that holds a document, must not fill a page's memory.
 */
export const MAX_WEIGHT = 10_000_000;
