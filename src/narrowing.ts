/**
 * How a server matches, learned from its answers by elimination, and an earlier answer narrowed to a longer text.
 * Nothing here asks or shows; it only tells what would follow from what was answered.
 */
import { Book } from './book.js';
import { MOST_TRUST, PROOFS_NEEDED, VERIFY_EVERY } from './figures.js';
import { type CompletionAnswer, isSame } from './protocol.js';

/** How a server may match a value with a text: exactly, or (`-i`) whatever the case. */
const MATCHES = {
  prefix: (value: string, text: string) => value.startsWith(text),
  substring: (value: string, text: string) => value.includes(text),
  subsequence: isSubsequence,
};

type Match = keyof typeof MATCHES;
export type MatchRule = Match | `${Match}-i`;

/** In the order in which they are taken for the server's. */
const ALL_RULES: readonly MatchRule[] = [
  'prefix',
  'prefix-i',
  'substring-i',
  'substring',
  'subsequence-i',
  'subsequence',
];

/** Before any evidence: tight enough to be right for nearly every server, loose enough for a careless shift key. */
const DEFAULT_RULE: MatchRule = 'prefix-i';

export function narrow(values: readonly string[], text: string, rule: MatchRule): readonly string[] {
  const [match, ignoresCase] = rule.split('-') as [Match, string?];
  const cased = (some: string) => (ignoresCase ? some.toLowerCase() : some);
  const wanted = cased(text);
  return values.filter((value) => MATCHES[match](cased(value), wanted));
}

/** An answer with the text that it was for. */
export interface Answered {
  readonly text: string;
  readonly answer: CompletionAnswer;
}

interface Learned {
  /** The rules that no answer has contradicted; empty: the server's matching is opaque. */
  rules: readonly MatchRule[];
  /** Whether any answer could have contradicted a rule yet. */
  tested: boolean;
  /** Since the last miss. */
  proofs: number;
  /** Those of several values: a single one says nothing of how a server ranks. */
  rankings: number;
  /** Whether a narrowing that was on screen ever proved wrong. */
  missed: boolean;
  /** The list that stood in for requests last, and how many did since the last answer that a narrowing could be held against. */
  standIn?: Answered;
  standIns: number;
  /** For answers that say nothing of completeness: which text got this many values. `null`: several did. */
  readonly texts: Map<number, string | null>;
  largest: number;
  /** The empty text's answer was partial: fetching it ahead would tell little. */
  rootIsPartial: boolean;
  /** Counts at which such an answer proved to be cut. */
  readonly pages: Set<number>;
}

/** What was learned, by argument key. */
export class MatchRules extends Book<Learned> {
  /** Whether all narrowing so far has proved right, of whatever argument: servers tend to match them all alike. */
  #isRight: boolean | undefined;

  /** The first rule that stands, or `undefined` once the server's matching is opaque. */
  rule(argumentKey: string): MatchRule | undefined {
    const { tested, rules } = this.#of(argumentKey);
    return tested ? rules[0] : DEFAULT_RULE;
  }

  /** Whether an answer holds all that matches its text: the server said so, or nothing speaks against it. */
  isComplete(argumentKey: string, { answer }: Answered): boolean {
    if (answer.completeness !== 'assumed') return answer.completeness === 'stated';
    const learned = this.#of(argumentKey);
    const count = answer.values.length;
    // No page is empty.
    if (count === 0) return true;
    if (learned.pages.has(count)) return false;
    // A page limit shows as its full count coming back for different texts; a smaller answer was not cut by it.
    return count < learned.largest || learned.texts.get(count) !== null;
  }

  /** Takes an answer as evidence, beside the nearest complete answer to a beginning of its text. */
  learn(argumentKey: string, answered: Answered, ancestors: readonly Answered[]): void {
    const learned = this.#of(argumentKey);
    this.set(argumentKey, learned);
    const { text, answer } = answered;
    if (answer.completeness === 'assumed') countText(learned, answered);
    if (text === '') learned.rootIsPartial = !this.isComplete(argumentKey, answered);
    const ancestor = ancestors.find((earlier) => this.isComplete(argumentKey, earlier));
    if (!ancestor) return;

    const { values } = answer;
    const known = ancestor.answer.values;
    const missing = values.filter((value) => !known.includes(value));
    // A server that answers from so many characters on has said nothing yet.
    if (missing.length > 0 && known.length === 0) return;
    const shown = this.rule(argumentKey);
    if (missing.length > 0 && shown && isPage(ancestor, missing, shown)) {
      learned.pages.add(known.length);
      this.#missed(learned);
      return;
    }

    const rules = learned.rules.filter((rule) => agrees(narrow(known, text, rule), answer));
    const isStruck = rules.length < learned.rules.length;
    // Beyond one of its values a path completer answers with another level, which tells nothing of how it matches.
    if (isStruck && hasPassed(ancestor, text)) return;
    learned.tested = true;
    learned.standIns = 0;
    learned.rules = rules;
    if (shown && !rules.includes(shown)) this.#missed(learned);
    const isExact = rules.length > 0 && this.isComplete(argumentKey, answered);
    if (!isExact || values.length === 0 || values.length >= known.length) return;
    learned.proofs++;
    if (values.length > 1) learned.rankings++;
    this.#isRight ??= true;
  }

  /**
   * The whole list that the server would answer for `text`, where that is proved well enough to replace a request:
   * all rules left agree, the list is not empty and the text has not reached one of the values (a path completer lists
   * children there).
   */
  predict(argumentKey: string, text: string, complete: Answered): readonly string[] | undefined {
    const { rules, proofs, rankings } = this.#of(argumentKey);
    const [rule] = rules;
    if (!rule || proofs < PROOFS_NEEDED) return undefined;
    const values = narrow(complete.answer.values, text, rule);
    if (values.length === 0 || !this.isSettled(argumentKey, text, complete, values)) return undefined;
    return values.length > 1 && rankings < PROOFS_NEEDED ? undefined : values;
  }

  /** Whether every rule that stands narrows to these very values, short of reaching another level. */
  isSettled(argumentKey: string, text: string, complete: Answered, values: readonly string[]): boolean {
    const { rules } = this.#of(argumentKey);
    const all = complete.answer.values;
    if (rules.length === 0 || all.length === 0 || hasPassed(complete, text)) return false;
    return rules.every((rule) => isSame(narrow(all, text, rule), values));
  }

  /**
   * How well a narrowed list on screen can wait for the server's word: how often this argument's narrowing has proved right
   * since it was wrong (then twice at least), 0 to 3; 1 while all narrowing of this server's answers has been right so far.
   */
  trust(argumentKey: string): number {
    const { proofs, missed } = this.#of(argumentKey);
    if (proofs >= (missed ? PROOFS_NEEDED : 1)) return Math.min(proofs, MOST_TRUST);
    return !missed && this.#isRight ? 1 : 0;
  }

  /** Whether the answer to the empty text may be expected to hold every value there is. */
  hasWholeRoot(argumentKey: string): boolean {
    return !this.#of(argumentKey).rootIsPartial;
  }

  #missed(learned: Learned): void {
    learned.missed = true;
    learned.proofs = learned.rankings = 0;
    this.#isRight = false;
  }

  /** Counts the lists that stand in for requests; false once so many did that the rule is to be verified. */
  mayReplace(argumentKey: string, complete: Answered): boolean {
    const learned = this.#of(argumentKey);
    if (learned.standIn !== complete) learned.standIns++;
    learned.standIn = complete;
    return learned.standIns <= VERIFY_EVERY;
  }

  override drop(refKey?: string): void {
    super.drop(refKey);
    if (this.size === 0) this.#isRight = undefined;
  }

  #of(argumentKey: string): Learned {
    return (
      this.get(argumentKey) ?? {
        rules: ALL_RULES,
        tested: false,
        proofs: 0,
        rankings: 0,
        missed: false,
        standIns: 0,
        texts: new Map(),
        largest: 0,
        rootIsPartial: false,
        pages: new Set(),
      }
    );
  }
}

/**
 * Whether an ancestor that nobody vouched for lacks values though they match its text: it was a page, and is no evidence
 * against any rule.
 */
function isPage({ text, answer }: Answered, missing: readonly string[], rule: MatchRule): boolean {
  return answer.completeness === 'assumed' && narrow(missing, text, rule).length === missing.length;
}

function countText(learned: Learned, { text, answer }: Answered): void {
  const count = answer.values.length;
  const seen = learned.texts.get(count);
  learned.texts.set(count, seen === undefined || seen === text ? text : null);
  learned.largest = Math.max(learned.largest, count);
}

/** Whether a text has reached or passed one of the values, where path completers go on to another level. */
function hasPassed({ answer }: Answered, text: string): boolean {
  return answer.values.some((value) => value !== '' && text.startsWith(value));
}

/** A partial answer need only begin the prediction; any other must equal it, in content and order. */
function agrees(predicted: readonly string[], { values, completeness }: CompletionAnswer): boolean {
  return isSame(completeness === 'partial' ? predicted.slice(0, values.length) : predicted, values);
}

function isSubsequence(value: string, text: string): boolean {
  let from = 0;
  for (const character of text) {
    const at = value.indexOf(character, from);
    if (at < 0) return false;
    from = at + character.length;
  }
  return true;
}
