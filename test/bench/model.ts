/** What a modelled server answers to one text in one context. */
import type { ArgumentModel, Match } from './trace.js';

export type Context = Readonly<Record<string, string>>;

export interface ModelAnswer {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

const MAX_VALUES = 100;

/** Every value that matches, in the server's order. */
export function matching(model: ArgumentModel, text: string, context: Context): readonly string[] {
  if (text.length < (model.from ?? 0)) return [];
  return MATCHERS[model.match](valuesIn(model, context), text);
}

/** The answer on the wire: the first page. */
export function answerOf(model: ArgumentModel, text: string, context: Context): ModelAnswer {
  const all = matching(model, text, context);
  const values = all.slice(0, model.page ?? MAX_VALUES);
  if (model.silent) return { values };
  return { values, total: all.length, hasMore: all.length > values.length };
}

function valuesIn(model: ArgumentModel, context: Context): readonly string[] {
  if (Array.isArray(model.values)) return model.values;
  const by = model.values as Readonly<Record<string, readonly string[]>>;
  const key = model.by === undefined ? undefined : context[model.by];
  return key !== undefined && Object.hasOwn(by, key) ? by[key]! : [];
}

type Matcher = (values: readonly string[], text: string) => readonly string[];

const MATCHERS: Record<Match, Matcher> = {
  prefix: (values, text) => values.filter((value) => value.startsWith(text)),
  'ignore-case': (values, text) => {
    const wanted = text.toLowerCase();
    return values.filter((value) => value.toLowerCase().startsWith(wanted));
  },
  substring: (values, text) => {
    const wanted = text.toLowerCase();
    return values.filter((value) => value.toLowerCase().includes(wanted));
  },
  fuzzy: (values, text) =>
    values.filter((value) => isSubsequence(text, value)).sort((a, b) => a.length - b.length),
  ranked: (values, text) =>
    values.filter((value) => isSubsequence(text, value)).sort((a, b) => rank(a, text) - rank(b, text)),
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
};

function isSubsequence(text: string, value: string): boolean {
  const wanted = text.toLowerCase();
  let at = 0;
  for (const character of value.toLowerCase()) if (character === wanted[at]) at++;
  return at >= wanted.length;
}

/** Matches at the start first, then at the start of a word, then anywhere, then scattered; shorter before longer. */
function rank(value: string, text: string): number {
  const at = value.toLowerCase().indexOf(text.toLowerCase());
  const place = at === 0 ? 0 : at < 0 ? 3 : /[^a-z0-9]/i.test(value[at - 1]!) ? 1 : 2;
  return place * 1000 + value.length;
}
