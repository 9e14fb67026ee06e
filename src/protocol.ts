/**
 * The MCP completion vocabulary, and the tolerant decoder that turns whatever a server answered into a
 * {@link CompletionAnswer}. Knows nothing of clients, time or state.
 */

/**
 * What is being completed: a prompt by its name (never its title), or a resource template by its `uriTemplate`,
 * byte for byte as the server listed it. MCP completes nothing else; tool arguments in particular have no
 * completions.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion#reference-types
 */
export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

/**
 * The params of one `completion/complete`. A type alias, not an interface: only an alias is assignable to the
 * record type that the v2 SDK client's `request` asks for.
 */
export type CompleteParams = {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
  context?: { arguments: Record<string, string> };
};

/** How much a server vouched for the completeness of an answer. */
export type Completeness =
  /** It said that there is no more (`hasMore: false`, or a `total` equal to the values). */
  | 'stated'
  /** It said nothing; a page of ten of a server that omits both members looks like this too. */
  | 'assumed'
  /** It said that there is more, or sent as many values as an answer may hold without a word. */
  | 'partial';

/** One decoded answer: unique strings in the server's order, at most {@link MAX_VALUES}. */
export interface CompletionAnswer {
  /** What the server offers: unique, in its order, at most 100. */
  readonly values: readonly string[];
  /** Whether these are all that match, as far as the server says. */
  readonly completeness: Completeness;
  /** How many values match in all; present only where the server's figure can be true. */
  readonly total?: number;
}

/** JSON-RPC's error codes, and one of HTTP's statuses. */
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const CONNECTION_CLOSED = -32000;
export const REQUEST_TIMEOUT = -32001;
export const TOO_MANY_REQUESTS = 429;

/** The most values that one answer may carry, by the specification. */
export const MAX_VALUES = 100;

/** Longer values are dropped: nobody picks them from a list, and a list of them would stall a page. In UTF-16 units. */
export const MAX_VALUE_LENGTH = 10_000;

/** What the server knows it by. */
export function idOf(ref: CompletionRef): string {
  return ref.type === 'ref/prompt' ? ref.name : ref.uri;
}

/**
 * Decodes the `result` of a `completion/complete`.
 *
 * Lenient where the intent is plain (`values: null` is a Go server's empty slice; `total: null` is no total;
 * more than 100 values are cut), and `undefined` where it is not: the answer is then malformed, which is no failure
 * of the server's and nothing to remember.
 */
export function decodeAnswer(result: unknown): CompletionAnswer | undefined {
  const { completion } = record(result);
  if (!isRecord(completion) || Array.isArray(completion)) return undefined;

  const { hasMore } = completion;
  const raw = completion.values ?? [];
  if (!Array.isArray(raw)) return undefined;

  const unique = new Set<string>();
  for (const item of raw) {
    const value = textOf(item);
    if (value === undefined || value.length > MAX_VALUE_LENGTH) continue;
    unique.add(value);
    if (unique.size > MAX_VALUES) break;
  }
  const cut = unique.size > MAX_VALUES;
  const values = [...unique].slice(0, MAX_VALUES);

  const total = totalOf(completion.total, raw.length);
  const partial =
    cut ||
    hasMore === true ||
    (total !== undefined && total > raw.length) ||
    (hasMore !== false && total === undefined && raw.length >= MAX_VALUES);
  const completeness = partial ? 'partial' : hasMore === false || total !== undefined ? 'stated' : 'assumed';

  // "There is more" and "these are all" cannot both be true: the flag is what servers get right.
  if (total === undefined || (hasMore === true && total <= raw.length)) return { values, completeness };
  // Values that the server counted but nobody will see are not "more": take them off its figure.
  const unseen = cut ? 0 : raw.length - unique.size;
  return { values, completeness, total: total - unseen };
}

/** Whether two lists hold the same strings in the same order. */
export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((value, i) => value === others[i]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What members it has, if any. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function textOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  const { value } = record(item);
  return typeof value === 'string' ? value : undefined;
}

function totalOf(total: unknown, count: number): number | undefined {
  // A server may write -0: to a person that is none.
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= count ? total || 0 : undefined;
}
