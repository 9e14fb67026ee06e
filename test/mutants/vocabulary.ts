/** Mutants of what is read of errors, options, templates and prompts. */
import { mutantsOf } from './mutant.js';

export const VOCABULARY = [
  ...mutantsOf(
    'errors.ts',
    ['a proxy’s page is the message', 'message.slice(0, MAX_MESSAGE_LENGTH)', 'message'],
    ["a server's hint is in milliseconds", 'retryAfter * 1000', 'retryAfter'],
    ['a hint of the past is believed', 'retryAfter < 0 ? undefined : retryAfter * 1000', 'retryAfter * 1000'],
    ['a hint limits no rate', ' || retryAfterMs !== undefined) return', ') return'],
    ['HTTP 429 is any other error', 'code === TOO_MANY_REQUESTS || ', ''],
    [
      'a strict client is asked for ever',
      "message.startsWith('Server does not support completions')",
      'false',
    ],
    [
      "a refused answer is the server's failure",
      "if (isCalled(error, 'ZodError', '$ZodError', 'INVALID_RESULT')) return 'malformed';",
      '',
    ],
    [
      'every -32001 is a timeout',
      'code === REQUEST_TIMEOUT && /timed? ?out/i.test(message)',
      'code === REQUEST_TIMEOUT',
    ],
    [
      "v2's timeout is not noticed",
      "isCalled(error, 'REQUEST_TIMEOUT', 'TimeoutError')",
      "isCalled(error, 'TimeoutError')",
    ],
    [
      'every -32000 is a lost connection',
      'return /^(MCP error -32000: )?Connection closed$/.test(message);',
      'return true;',
    ],
    ["v2's lost connection is not noticed", 'CONNECTION_CLOSED|NOT_CONNECTED|', ''],
    ['a broken pipe is not noticed', 'EPIPE|', ''],
    ['a refused fetch is not noticed', 'fetch failed|failed to fetch', 'never'],
    ['-1 is a code', 'return code === -1 ? undefined : code;', 'return code;'],
    [
      "a DOMException's legacy number is a code",
      "if (isCalled(error, 'AbortError', 'TimeoutError', 'NetworkError')) return undefined;",
      '',
    ],
    [
      "v1's HTTP status in words is not read",
      'return status ? Number(status) : undefined;',
      'return undefined;',
    ],
    [
      'an error in an HTTP body is not read',
      'const inner = errorInBody(http);',
      'const inner = undefined as ReturnType<typeof errorInBody>;',
    ],
    ['an error page ends the engine', 'return undefined; // an error page', "throw new Error('page');"],
    [
      'an error without words stays without',
      "firstText(inner?.message, error.message, cause, 'The request failed')",
      "firstText(inner?.message, error.message, cause, ' ')",
    ],
    [
      "another copy's error is none",
      "error.name === 'CompletionError' && 'kind' in error",
      'error instanceof CompletionError',
    ],
  ),
  ...mutantsOf(
    'options.ts',
    ['nonsense is a number of requests', 'options.maxConcurrent ?? 4, 1)', 'options.maxConcurrent ?? 4)'],
    [
      'a debounce may be negative',
      "typeof value === 'number' && value >= least",
      "typeof value === 'number'",
    ],
  ),
  ...mutantsOf(
    'target.ts',
    [
      'an argument without a name is asked for',
      'if (!own) continue;',
      'if (own === undefined && argument === null) continue;',
    ],
    [
      'the later of two of one name decides',
      'title: earlier?.title ?? text(argument.title),',
      'title: text(argument.title) ?? earlier?.title,',
    ],
    ['required once is not required', ' || earlier?.required === true', ''],
    ['anything is required', 'argument.required === true', 'Boolean(argument.required)'],
    ['a prompt is known by its title', 'title: text(prompt.title) ?? name', 'title: name'],
    [
      'a malformed template says nothing',
      'problem: problem && `The URI template is malformed: ${problem}.`,',
      'problem: undefined,',
    ],
    [
      'equal targets have different keys',
      'return { key, ...JSON.parse(key) };',
      'return { ...JSON.parse(key), key: `${Math.random()}` };',
    ],
    ['an empty title is a title', "typeof value === 'string' && value !== ''", "typeof value === 'string'"],
    ['one of several is required by itself', 'group.length === 1 ? group : []', 'group'],
  ),
  ...mutantsOf(
    'uri-template.ts',
    ['a query is required', "operator !== '?' && operator !== '&'", "operator !== '&'"],
    [
      'a variable named twice is asked twice',
      'const variables = new Set<string>();',
      'const variables = Object.assign([] as string[], { add: (name: string) => variables.push(name) });',
    ],
    [
      'a group within another asks twice',
      'if (group.some((name) => kept.get(name)?.some(isWithin))) continue;',
      '',
    ],
    ['the modifier is part of the name', 'variables.add(name)', 'variables.add(spec)'],
    ['an unclosed brace is text', 'return malformed(`${quote(source)} is not closed`);', 'continue;'],
    ['a closing brace is text', '"<>\\\\^`|}]|%', '"<>\\\\^`|]|%'],
    [
      'a reserved operator is part of a name',
      'if (!name) return malformed(`${quote(spec)} in ${quote(source)} is not a variable`);',
      'if (!name) {\n        variables.add(spec);\n        continue;\n      }',
    ],
    ['a prefix counts UTF-16 units', "prefix.join('').length", 'length'],
    ['half a surrogate pair throws', ".replace(/\\p{Cs}/gu, '\\uFFFD')", ''],
    [
      'a variable called constructor is filled in',
      'const context: Record<string, string> = Object.create(null);',
      'const context: Record<string, string> = {};',
    ],
    ['a malformed template is expanded', 'if (parseUriTemplate(template).problem) return template;', ''],
    ['an encoded name is encoded again', ".replaceAll('%25', '%')", ''],
  ),
  ...mutantsOf(
    'replayed.ts',
    ['the same again is told', ', distinctUntilChanged()', ''],
    ['nothing is replayed', 'merge(changed$, of(undefined))', 'changed$'],
  ),
];
