/**
 * The variables of an RFC 6570 URI template, and its expansion. The grammar is read here, because a form needs names and
 * what is optional, and because servers write malformed templates; what each operator writes is npm `url-template`'s.
 */
import { parseTemplate } from 'url-template';

/** What a form needs to know of a template. */
export interface UriTemplate {
  /** The names of all variables, each once, in the order of their first appearance. */
  readonly variables: readonly string[];
  /**
   * What must be filled in for the URI to make sense; any one name of a group satisfies it. `?` and `&` expressions are
   * optional: a query may leave out what it does not use.
   */
  readonly required: readonly (readonly string[])[];
  /** What RFC 6570 does not allow in it; there are no variables then. */
  readonly problem?: string;
}

/** Each expression as far as its brace, and what stands between them. */
const PIECES = /\{[^}]*\}?|[^{]+/g;
const EXPRESSION = /^\{([+#./;?&]?)([^{]*)\}$/;
/** The prefix modifier `:n` counts characters (code points); `*` changes nothing for a string. */
const VARIABLE = /^(?!\.)((?:\.?(?:\w|%[\dA-Fa-f]{2}))+)(?::[1-9]\d{0,3}|\*)?$/;
/** Section 2.1, with erratum 6937: an apostrophe is allowed. */
const INVALID_LITERAL = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point} "<>\\^`|}]|%(?![\dA-Fa-f]{2})/u;

/**
 * Takes a template apart. Never throws: the server wrote it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
export function parseUriTemplate(template: string): UriTemplate {
  const groups: string[][] = [];
  const variables = new Set<string>();
  const malformed = (problem: string): UriTemplate => ({ variables: [], required: [], problem });
  for (const source of template.match(PIECES) ?? []) {
    if (!source.startsWith('{')) {
      const [invalid] = INVALID_LITERAL.exec(source) ?? [];
      if (invalid) return malformed(`${quote(invalid)} in ${quote(source)} must be percent-encoded`);
      continue;
    }
    const [, operator, specs] = EXPRESSION.exec(source) ?? [];
    if (specs === undefined) return malformed(`${quote(source)} is not closed`);
    const names = new Set<string>();
    for (const spec of specs.split(',')) {
      const name = VARIABLE.exec(spec)?.[1];
      if (!name) return malformed(`${quote(spec)} in ${quote(source)} is not a variable`);
      names.add(name);
      variables.add(name);
    }
    if (operator !== '?' && operator !== '&') groups.push([...names]);
  }
  return { variables: [...variables], required: narrowest(groups) };
}

/**
 * Expands a template. Only own members of `values` count, so a variable may be called `constructor`; `''` is a value
 * here, and leaving it out is for the caller. A malformed template comes back as it is.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-3
 */
export function expandUriTemplate(template: string, values: Readonly<Record<string, string>>): string {
  if (parseUriTemplate(template).problem) return template;
  const context: Record<string, string> = Object.create(null);
  // Half a surrogate pair has no UTF-8, and the encoders throw on it.
  for (const name of Object.keys(values)) context[name] = values[name]!.replace(/\p{Cs}/gu, '\uFFFD');
  return template.replace(PIECES, (source) =>
    source.startsWith('{') ? expandExpression(source, context) : parseTemplate(source).expand({}),
  );
}

function expandExpression(source: string, context: Readonly<Record<string, string>>): string {
  // url-template counts UTF-16 units, RFC 6570 characters: say the same length in its measure.
  const measured = source.replace(/([\w%][\w%.]*):(\d+)/g, (_, name: string, length: string) => {
    const prefix = Array.from(context[name] ?? '').slice(0, Number(length));
    return `${name}:${prefix.join('').length}`;
  });
  const text = parseTemplate(measured).expand(context);
  if (!/^\{[;?&]/.test(source)) return text;
  // A percent sign in a name is part of an encoded character already; url-template encodes it again.
  return text.replace(/[;?&][^=;&]*/g, (key) => key.replaceAll('%25', '%'));
}

/** Without those that another one is within: `{a,b}` beside `{a}` asks for nothing more. */
function narrowest(groups: readonly string[][]): string[][] {
  // By the first name, or a template of thousands of variables compares each with each.
  const kept = new Map<string, string[][]>();
  for (const group of [...groups].sort((a, b) => a.length - b.length)) {
    const isWithin = (other: string[]) => other.every((name) => group.includes(name));
    if (group.some((name) => kept.get(name)?.some(isWithin))) continue;
    const [first = ''] = group;
    kept.set(first, [...(kept.get(first) ?? []), group]);
  }
  return groups.filter((group) => kept.get(group[0]!)?.includes(group));
}

/** JSON shows control characters and half surrogates; a message stays a line. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}\u2026` : text);
}
