/** Scores what is on screen, moment by moment, against what the server would answer. */
import { answerOf, type Context, matching } from './model.js';
import type { Screen } from './policy.js';
import type { ArgumentModel, FormModel } from './trace.js';
import { type Exchange, questionKey } from './wire.js';

/** Milliseconds are virtual. */
export interface Score {
  readonly requests: number;
  readonly cancellations: number;
  /** Answers that arrived, and whose list was never on screen at their text. */
  readonly unseen: number;
  /** Requests that the server turned down. */
  readonly refused: number;
  readonly focusedMs: number;
  readonly blindMs: number;
  readonly wrongFinalMs: number;
  /** From focus to the first right list, over the fields whose list was due at focus: the mean, and the worst. */
  readonly firstRightMs: number;
  readonly firstRightWorstMs: number;
  readonly lateCancellations: number;
}

/** The field that a person looks at: a new object whenever something was done there. */
export interface Focused {
  readonly form: string;
  readonly field: string;
  readonly text: string;
  readonly context: Context;
  /** An option that is no container was chosen, and nothing was done in this field since. */
  readonly chosen: boolean;
}

type Verdict = 'right' | 'blind' | 'wrong-final';

export class Meter {
  #focusedMs = 0;
  #blindMs = 0;
  #wrongFinalMs = 0;
  readonly #firstRight: number[] = [];
  #awaitedSince: number | undefined;
  #verdict: Verdict | undefined;
  #judged: { focused: Focused; options: readonly string[]; isRight: boolean; key: string } | undefined;
  #at = 0;
  readonly #forms: Readonly<Record<string, FormModel>>;
  readonly #exchanges: readonly Exchange[];

  constructor(forms: Readonly<Record<string, FormModel>>, exchanges: readonly Exchange[]) {
    this.#forms = forms;
    this.#exchanges = exchanges;
  }

  /** Call when a field has just gained focus. */
  focusGained(now: number, focused: Focused): void {
    this.focusLost(now);
    const { values } = answerOf(this.#model(focused), focused.text, focused.context);
    if (!closedIsRight(values, focused)) this.#awaitedSince = now;
  }

  /** Call when the focused field is left: a list that was still due by then counts for as long as it was waited for. */
  focusLost(now: number): void {
    if (this.#awaitedSince !== undefined) this.#firstRight.push(now - this.#awaitedSince);
    this.#awaitedSince = undefined;
  }

  /** Call whenever the screen may have changed; the time up to `now` goes to what was on screen before. */
  sample(now: number, focused: Focused | undefined, screen: Screen | undefined): void {
    this.#pass(now);
    this.#verdict = focused && screen && this.#judge(now, focused, screen);
  }

  score(lateCancellations: number): Score {
    const count = (outcome: Exchange['outcome']) =>
      this.#exchanges.filter((exchange) => exchange.outcome === outcome).length;
    const waits = this.#firstRight;
    return {
      requests: this.#exchanges.length,
      cancellations: count('cancelled'),
      unseen: this.#exchanges.filter(({ outcome, seen }) => outcome === 'answered' && !seen).length,
      refused: count('refused'),
      focusedMs: this.#focusedMs,
      blindMs: this.#blindMs,
      wrongFinalMs: this.#wrongFinalMs,
      firstRightMs: waits.length ? Math.round(waits.reduce((sum, ms) => sum + ms, 0) / waits.length) : 0,
      firstRightWorstMs: Math.max(0, ...waits),
      lateCancellations,
    };
  }

  #pass(now: number): void {
    const ms = now - this.#at;
    this.#at = now;
    if (this.#verdict === undefined) return;
    this.#focusedMs += ms;
    if (this.#verdict !== 'right') this.#blindMs += ms;
    if (this.#verdict === 'wrong-final') this.#wrongFinalMs += ms;
  }

  #judge(now: number, focused: Focused, screen: Screen): Verdict {
    const { isRight, key } = this.#compare(focused, screen.options);
    if (isRight) {
      if (this.#awaitedSince !== undefined) this.#firstRight.push(now - this.#awaitedSince);
      this.#awaitedSince = undefined;
      const answer = this.#exchanges.findLast((one) => one.key === key && one.outcome === 'answered');
      if (answer) answer.seen = true;
      return 'right';
    }
    return screen.provisional || screen.awaiting || screen.failed ? 'blind' : 'wrong-final';
  }

  /** Most samples find the same list for the same text. */
  #compare(focused: Focused, options: readonly string[]): { isRight: boolean; key: string } {
    const before = this.#judged;
    if (before?.focused === focused && before.options === options) return before;
    const key = questionKey(focused.form, focused.field, focused.text, focused.context);
    this.#judged = { focused, options, isRight: isRight(this.#model(focused), focused, options), key };
    return this.#judged;
  }

  #model(focused: Focused): ArgumentModel {
    return this.#forms[focused.form]![focused.field]!;
  }
}

function isRight(model: ArgumentModel, focused: Focused, options: readonly string[]): boolean {
  const { values } = answerOf(model, focused.text, focused.context);
  if (options.length === 0) return closedIsRight(values, focused);
  if (options.length < values.length || values.length === 0) return false;
  if (values.some((value, at) => options[at] !== value)) return false;
  if (options.length === values.length) return true;
  const known = new Set(matching(model, focused.text, focused.context));
  return options.every((option) => known.has(option));
}

function closedIsRight(values: readonly string[], { text, chosen }: Focused): boolean {
  return chosen || values.length === 0 || (values.length === 1 && values[0] === text);
}
