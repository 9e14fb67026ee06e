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
  /** The prefix modifier `:n`, in characters (code points). The modifier `*` changes nothing for a string. */
  readonly maxLength?: number | undefined;
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

const OPERATOR = /^\{([+#./;?&])/;
const VARCHAR = '(?:\\w|%[\\dA-Fa-f]{2})';
const VARIABLE = new RegExp(`^(${VARCHAR}(?:\\.?${VARCHAR})*)(?::([1-9]\\d{0,3})|\\*)?$`);
/** Section 2.1, with erratum 6937: an apostrophe is allowed. */
const INVALID_LITERAL = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point} "<>\\^`|}]|%(?![\dA-Fa-f]{2})/u;

/**
 * Takes a template apart. Never throws: the server wrote it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2
 */
export function parseUriTemplate(template: string): UriTemplate {
  const parts: Parts = [];
  // Each expression as far as its brace, and what stands between them.
  for (const source of template.match(/\{[^}]*\}?|[^{]+/g) ?? []) {
    const problem = source.startsWith('{') ? addExpression(source, parts) : addLiteral(source, parts);
    if (problem) return { parts: [], problem };
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
    if (!maxLength || !context[name]) return name;
    // url-template counts UTF-16 units, RFC 6570 characters: say the same length in its measure.
    return `${name}:${Array.from(context[name]).slice(0, maxLength).join('').length}`;
  });
  const text = parseTemplate(`{${operator}${specs.join(',')}}`).expand(context);
  if (!/[;?&]/.test(operator)) return text;
  // A percent sign in a name is part of an encoded character already; url-template encodes it again.
  return text.replace(/[;?&][^=;&]*/g, (key) => key.replaceAll('%25', '%'));
}

type Parts = (string | TemplateExpression)[];

/** Returns what is wrong with it. */
function addExpression(source: string, parts: Parts): string | undefined {
  if (!source.endsWith('}') || source.includes('{', 1)) return `${quote(source)} is not closed`;
  const operator = (OPERATOR.exec(source)?.[1] ?? '') as TemplateOperator;
  const variables: TemplateVariable[] = [];
  for (const spec of source.slice(1 + operator.length, -1).split(',')) {
    const [, name, prefix] = VARIABLE.exec(spec) ?? [];
    if (name === undefined) return `${quote(spec)} in ${quote(source)} is not a variable`;
    variables.push({ name, maxLength: prefix ? Number(prefix) : undefined });
  }
  parts.push({ operator, variables });
  return undefined;
}

/** Returns what is wrong with it. */
function addLiteral(source: string, parts: Parts): string | undefined {
  const [invalid] = INVALID_LITERAL.exec(source) ?? [];
  if (invalid !== undefined) return `${quote(invalid)} in ${quote(source)} must be percent-encoded`;
  parts.push(source);
  return undefined;
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
