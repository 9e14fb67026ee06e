/**
 * The variables of an RFC 6570 URI template, and its expansion. The grammar is read here, because a form needs names and
 * what is optional, and because servers write malformed templates; what each operator writes is npm `url-template`'s.
 */
import { parseTemplate } from 'url-template';

/** RFC 6570's expression operators; `''` is simple string expansion. */
export type TemplateOperator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

/** One variable of an expression. */
export interface TemplateVariable {
  /** Bare: without operator and modifier. */
  readonly name: string;
  /** The prefix modifier `:n`, in characters (code points). */
  readonly maxLength?: number;
  /** The modifier `*`. It changes nothing for a string, and forms hold strings. */
  readonly explode: boolean;
}

/** One `{...}`. */
export interface TemplateExpression {
  readonly operator: TemplateOperator;
  readonly variables: readonly TemplateVariable[];
}

/** A template, taken apart: literals as strings, in order. */
export interface UriTemplate {
  readonly parts: readonly (string | TemplateExpression)[];
  /** What RFC 6570 does not allow in it; `parts` is then empty. */
  readonly problem?: string;
}

const OPERATORS = '+#./;?&';
const RESERVED_OPERATORS = '=,!@|';
const VARCHAR = '(?:\\w|%[\\dA-Fa-f]{2})';
const VARIABLE = new RegExp(`^(${VARCHAR}(?:\\.?${VARCHAR})*)(?::([1-9]\\d{0,3})|(\\*))?$`);
/** Section 2.1, with erratum 6937: an apostrophe is allowed. */
const INVALID_LITERAL = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point} "<>\\^`|]|%(?![\dA-Fa-f]{2})/u;

/**
 * Takes a template apart. Never throws: the server wrote it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
export function parseUriTemplate(template: string): UriTemplate {
  const parts: (string | TemplateExpression)[] = [];
  for (let at = 0; at < template.length; ) {
    const open = template.indexOf('{', at);
    const literal = template.slice(at, open < 0 ? undefined : open);
    const problem = literalProblem(literal);
    if (problem) return { parts: [], problem };
    if (literal) parts.push(literal);
    if (open < 0) break;

    const close = template.indexOf('}', open);
    if (close < 0) return { parts: [], problem: `${quote(template.slice(open))} is not closed` };
    const expression = parseExpression(template.slice(open + 1, close));
    if (typeof expression === 'string') return { parts: [], problem: expression };
    parts.push(expression);
    at = close + 1;
  }
  return { parts };
}

/** The names of all variables, each once, in the order of their first appearance. */
export function templateVariables(template: UriTemplate): string[] {
  return [...new Set(expressions(template).flatMap(names))];
}

/**
 * What must be filled in for the URI to make sense; any one name of a group satisfies it. `?` and `&` expressions are
 * optional: a query may leave out what it does not use.
 */
export function requiredVariables(template: UriTemplate): string[][] {
  const groups = expressions(template)
    .filter(({ operator }) => operator !== '?' && operator !== '&')
    .map((expression) => [...new Set(names(expression))]);
  // By the first name, or a template of thousands of variables compares each with each.
  const byFirst = new Map<string, number[]>();
  for (const [at, [first = '']] of groups.entries()) {
    const same = byFirst.get(first);
    if (same) same.push(at);
    else byFirst.set(first, [at]);
  }
  // `{a,b}` beside `{a}` asks for nothing more.
  return groups.filter((group, index) =>
    group.every(
      (first) =>
        byFirst.get(first)?.every((at) => {
          const other = groups[at]!;
          const within = at !== index && other.every((name) => group.includes(name));
          return !within || (other.length === group.length && at > index);
        }) ?? true,
    ),
  );
}

/**
 * Expands a template. Only own members of `values` count, so a variable may be called `constructor`; `''` is a value
 * here, and leaving it out is for the caller. A malformed template comes back as it is.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-3
 */
export function expandUriTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const { parts, problem } = parseUriTemplate(template);
  if (problem !== undefined) return template;
  const context: Record<string, string> = Object.create(null);
  // Half a surrogate pair has no UTF-8, and the encoders throw on it.
  for (const name of Object.keys(values)) context[name] = values[name]!.replace(/\p{Cs}/gu, '\uFFFD');
  return parts
    .map((part) =>
      typeof part === 'string' ? parseTemplate(part).expand({}) : expandExpression(part, context),
    )
    .join('');
}

function expandExpression(
  { operator, variables }: TemplateExpression,
  context: Readonly<Record<string, string>>,
) {
  const specs = variables.map(({ name, maxLength }) => {
    if (maxLength === undefined || !context[name]) return name;
    // url-template counts UTF-16 units, RFC 6570 characters: say the same length in its measure.
    return `${name}:${Array.from(context[name]).slice(0, maxLength).join('').length}`;
  });
  const text = parseTemplate(`{${operator}${specs.join(',')}}`).expand(context);
  if (!';?&'.includes(operator) || operator === '') return text;
  // A percent sign in a name is part of an encoded character already; url-template encodes it again.
  return text.replace(/[;?&][^=;&]*/g, (key) => key.replaceAll('%25', '%'));
}

function parseExpression(source: string): TemplateExpression | string {
  if (source.includes('{')) return `${quote(`{${source}`)} is not closed`;
  const first = source.charAt(0);
  if (first && RESERVED_OPERATORS.includes(first))
    return `the operator ${quote(first)} in ${quote(`{${source}}`)} is reserved`;
  const operator = (first && OPERATORS.includes(first) ? first : '') as TemplateOperator;

  const variables: TemplateVariable[] = [];
  for (const spec of source.slice(operator.length).split(',')) {
    const [matched, name, prefix, explode] = VARIABLE.exec(spec) ?? [];
    if (matched === undefined || name === undefined)
      return `${quote(spec)} in ${quote(`{${source}}`)} is not a variable`;
    variables.push({ name, ...(prefix && { maxLength: Number(prefix) }), explode: explode !== undefined });
  }
  return { operator, variables };
}

function literalProblem(literal: string): string | undefined {
  if (literal.includes('}')) return `${quote(literal)} closes a brace that was never opened`;
  const invalid = INVALID_LITERAL.exec(literal)?.[0];
  return invalid === undefined ? undefined : `${quote(invalid)} in ${quote(literal)} must be percent-encoded`;
}

function expressions(template: UriTemplate): TemplateExpression[] {
  return template.parts.filter((part) => typeof part !== 'string');
}

function names({ variables }: TemplateExpression): string[] {
  return variables.map(({ name }) => name);
}

/** JSON shows control characters and half surrogates; a message stays a line. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}\u2026` : text);
}
