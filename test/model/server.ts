/**
 * The server of the model test: what it would answer to any question, worked out afresh each time. Every value carries a
 * tag of the question's ref, argument, context and of the data it was taken from, so that a value shown in the wrong
 * place gives itself away.
 */
import type { CompleteParams, CompletionRef } from '../../src/protocol.js';

/** How an argument's values are matched. `silent` has none at all: free text. */
export type Matching = 'prefix' | 'ignore-case' | 'substring' | 'fuzzy' | 'ranked' | 'path' | 'silent';

/** How an argument is answered. */
export interface ArgumentModel {
  readonly matching: Matching;
  /** The most values in one answer; 100 by the protocol. */
  readonly page: number;
  /** Whether answers say `total` and `hasMore`. */
  readonly vouches: boolean;
  /** How many values there are before any is matched. */
  readonly size: 12 | 130;
}

/** One question, told apart from the same one put to other data. */
export interface Question {
  readonly ref: CompletionRef;
  readonly argument: string;
  readonly text: string;
  readonly context: Readonly<Record<string, string>>;
  /** Counts connections and invalidations. */
  readonly data: string;
}

/** What a server says to one question: the values an answer may hold, and whether they are all. */
export interface Word {
  readonly values: readonly string[];
  readonly partial: boolean;
  readonly total: number | undefined;
}

export const MAX_VALUES = 100;

export const questionOf = ({ ref, argument, context }: CompleteParams, data: string): Question => ({
  ref: ref.type === 'ref/prompt' ? { type: ref.type, name: ref.name } : { type: ref.type, uri: ref.uri },
  argument: argument.name,
  text: argument.value,
  context: context?.arguments ?? {},
  data,
});

/** Equal for questions that have the same answer but for the text. */
export function groupOf({ ref, argument, context, data }: Question): string {
  const id = ref.type === 'ref/prompt' ? ref.name : ref.uri;
  return JSON.stringify([data, ref.type, id, argument, Object.entries(context).sort()]);
}

export const keyOf = (question: Question): string => `${groupOf(question)} ${question.text}`;

/** Whether a value could be listed for a text under any way of matching: its characters, in order. */
export function couldMatch(value: string, text: string): boolean {
  const wanted = text.toLowerCase();
  let at = 0;
  for (const character of value.toLowerCase()) if (character === wanted[at]) at++;
  return at >= wanted.length;
}

export class ModelServer {
  readonly #models: (argument: string) => ArgumentModel;
  readonly #tags = new Map<string, string>();

  constructor(models: (argument: string) => ArgumentModel) {
    this.#models = models;
  }

  model(argument: string): ArgumentModel {
    return this.#models(argument);
  }

  /** Every value that matches, in the server's order. */
  matching(question: Question): readonly string[] {
    const { matching } = this.model(question.argument);
    return MATCHERS[matching](this.#values(question), question.text);
  }

  /** The server's own answer. */
  word(question: Question): Word {
    const { page, vouches } = this.model(question.argument);
    const all = this.matching(question);
    const values = all.slice(0, Math.min(page, MAX_VALUES));
    if (!vouches) return { values, partial: values.length === MAX_VALUES, total: undefined };
    return { values, partial: all.length > values.length, total: all.length };
  }

  /** Whether this value belongs to this ref, argument, context and data, whatever the text. */
  owns(question: Question, value: string): boolean {
    if (this.model(question.argument).matching === 'silent') return false;
    const tag = this.#tag(question);
    return value.split('/')[0]?.endsWith(tag) === true;
  }

  #values(question: Question): readonly string[] {
    const { matching, size } = this.model(question.argument);
    if (matching === 'silent') return [];
    const tag = this.#tag(question);
    if (matching === 'path') return PATHS.map((path) => path.replace(/^[^/]+/, (root) => root + tag));
    return (size === 12 ? WORDS : MANY_WORDS).map((word) => word + tag);
  }

  #tag(question: Question): string {
    const group = groupOf(question);
    const known = this.#tags.get(group);
    if (known !== undefined) return known;
    const tag = `~${this.#tags.size}`;
    this.#tags.set(group, tag);
    return tag;
  }
}

const WORDS = ['ba', 'a', 'Ab', 'c', 'abc', 'b', 'cab', 'aBc', 'ab', 'Ba', 'bab', 'ca'];

const MANY_WORDS = ((): readonly string[] => {
  let words: readonly string[] = [''];
  const all: string[] = [];
  while (all.length < 130) {
    words = words.flatMap((word) => [...'bAac'].map((character) => word + character));
    all.push(...words);
  }
  return all.slice(0, 130);
})();

const PATHS = ['a/b', 'a/ab', 'a/c/a', 'b', 'ab', 'ba/a', 'c/'];

type Matcher = (values: readonly string[], text: string) => readonly string[];

const MATCHERS: Record<Matching, Matcher> = {
  prefix: (values, text) => values.filter((value) => value.startsWith(text)),
  'ignore-case': (values, text) =>
    values.filter((value) => value.toLowerCase().startsWith(text.toLowerCase())),
  substring: (values, text) => values.filter((value) => value.toLowerCase().includes(text.toLowerCase())),
  fuzzy: (values, text) => values.filter((value) => couldMatch(value, text)),
  // The order depends on the text: no rule of narrowing describes it.
  ranked: (values, text) =>
    values
      .filter((value) => couldMatch(value, text))
      .map((value) => ({ value, rank: value.toLowerCase().indexOf(text.toLowerCase()) }))
      .sort(
        (a, b) => (a.rank < 0 ? 99 : a.rank) - (b.rank < 0 ? 99 : b.rank) || a.value.length - b.value.length,
      )
      .map(({ value }) => value),
  path: (values, text) => {
    const level = text.lastIndexOf('/') + 1;
    const found = new Set<string>();
    for (const value of values) {
      if (!value.startsWith(text)) continue;
      const end = value.indexOf('/', level);
      found.add(end < 0 ? value : value.slice(0, end + 1));
    }
    return [...found];
  },
  silent: () => [],
};
