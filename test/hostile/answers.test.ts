/** Answers that break the protocol, through the real clients of both SDK generations. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmptyReason } from '../../src/index.js';
import { GENERATIONS } from './clients.js';
import { complete } from './server.js';
import { open, rest, TIMEOUT_MS } from './session.js';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);
const big = 'x'.repeat(10 * 1024 * 1024);
const odd = [
  '\u0000nul',
  'line\nbreak\ttab',
  '\u202Ertl\u202C',
  '\u200Bzero\u2066isolate',
  '\uD800',
  '\u{1F600}',
  ' ',
];

interface Expected {
  readonly options: readonly string[];
  readonly hasMore?: boolean;
  readonly total?: number;
  readonly reason?: EmptyReason;
}

interface Case {
  readonly title: string;
  readonly result: unknown;
  readonly expected: Expected;
  /** What a client with a schema of its own leaves of it. */
  readonly strict: 'same' | 'malformed';
}

const CASES: readonly Case[] = [
  {
    title: 'A1: 101 values are cut to 100, and there is more',
    result: complete(numbered(101)),
    expected: { options: numbered(100), hasMore: true },
    strict: 'malformed',
  },
  {
    title: 'A1: 10,000 values are cut to 100, and there is more',
    result: complete(numbered(10_000)),
    expected: { options: numbered(100), hasMore: true },
    strict: 'malformed',
  },
  {
    title: 'A2: null for total and hasMore is no word on either',
    result: complete(['a', 'b'], { total: null, hasMore: null }),
    expected: { options: ['a', 'b'] },
    strict: 'malformed',
  },
  {
    title: 'A2: a total that is no whole number is ignored',
    result: complete(['a'], { total: 1.5 }),
    expected: { options: ['a'] },
    strict: 'malformed',
  },
  {
    title: 'a total below the number of values is ignored',
    result: complete(['a', 'b'], { total: 1 }),
    expected: { options: ['a', 'b'] },
    strict: 'same',
  },
  {
    title: 'a negative total is ignored',
    result: complete(['a'], { total: -1 }),
    expected: { options: ['a'] },
    strict: 'same',
  },
  {
    title: 'hasMore as a string is ignored',
    result: complete(['a'], { hasMore: 'false' }),
    expected: { options: ['a'] },
    strict: 'malformed',
  },
  {
    title: "A3: null for values, a Go server's nil slice, is an empty answer",
    result: complete(null),
    expected: { options: [], reason: 'no-values' },
    strict: 'malformed',
  },
  { title: 'A4: an empty result', result: {}, expected: MALFORMED(), strict: 'malformed' },
  { title: 'A4: completion null', result: { completion: null }, expected: MALFORMED(), strict: 'malformed' },
  {
    title: 'A4: completion without values is an empty answer',
    result: { completion: {} },
    expected: { options: [], reason: 'no-values' },
    strict: 'malformed',
  },
  {
    title: "A4: another API's choices",
    result: { choices: [{ text: '' }] },
    expected: MALFORMED(),
    strict: 'malformed',
  },
  {
    title: 'A4: values as one string is not spelled out',
    result: complete('abc'),
    expected: MALFORMED(),
    strict: 'malformed',
  },
  {
    title: 'A4: values as an object',
    result: complete({ 0: 'a', length: 1 }),
    expected: MALFORMED(),
    strict: 'malformed',
  },
  {
    title: 'A4: completion as an array',
    result: { completion: [['a']] },
    expected: MALFORMED(),
    strict: 'malformed',
  },
  {
    title: 'A6: unknown members are ignored',
    result: { resultType: 'complete', ...complete(['a'], { x: 1 }), y: { z: [] } },
    expected: { options: ['a'] },
    strict: 'same',
  },
  {
    title: 'what is no string among the values is dropped, an object with a value counts as that value',
    result: complete([1, null, 'a', { value: 'b' }, ['c'], true, { label: 'd' }]),
    expected: { options: ['a', 'b'] },
    strict: 'malformed',
  },
  {
    title: 'duplicates are dropped',
    result: complete(['x', 'x', 'y', 'x']),
    expected: { options: ['x', 'y'] },
    strict: 'same',
  },
  {
    title: 'a value of 10 MB is dropped and its neighbours are kept',
    result: complete(['before', big, 'after']),
    expected: { options: ['before', 'after'] },
    strict: 'same',
  },
  {
    title: 'control characters, bidirectional marks and half of a surrogate pair arrive untouched',
    result: complete(odd),
    expected: { options: odd },
    strict: 'same',
  },
  {
    title: 'names of Object.prototype are values like any other',
    result: complete(['__proto__', 'constructor', 'toString']),
    expected: { options: ['__proto__', 'constructor', 'toString'] },
    strict: 'same',
  },
  {
    title: 'a __proto__ member of the result changes nothing',
    result: JSON.parse('{"completion":{"values":["a"],"__proto__":{"hasMore":true}}}'),
    expected: { options: ['a'] },
    strict: 'same',
  },
];

/** Messages that are not JSON-RPC: both SDKs drop them unseen. */
const OUTSIDE: readonly { title: string; message: (id: unknown) => unknown }[] = [
  { title: 'a null result', message: (id) => ({ jsonrpc: '2.0', id, result: null }) },
  { title: 'a result that is an array', message: (id) => ({ jsonrpc: '2.0', id, result: [] }) },
  { title: 'a result that is a string', message: (id) => ({ jsonrpc: '2.0', id, result: 'python' }) },
  {
    title: 'A6: _meta null',
    message: (id) => ({ jsonrpc: '2.0', id, result: { _meta: null, ...complete(['a']) } }),
  },
  { title: 'an error without a message', message: (id) => ({ jsonrpc: '2.0', id, error: { code: 1 } }) },
  {
    title: 'an error whose code is a string',
    message: (id) => ({ jsonrpc: '2.0', id, error: { code: 'x', message: 'x' } }),
  },
  { title: 'neither result nor error', message: (id) => ({ jsonrpc: '2.0', id }) },
  {
    title: 'another version of JSON-RPC',
    message: (id) => ({ jsonrpc: '1.0', id, result: complete(['a']) }),
  },
  { title: 'no id', message: () => ({ jsonrpc: '2.0', result: complete(['a']) }) },
];

function MALFORMED(): Expected {
  return { options: [], reason: 'malformed' };
}

describe.each(GENERATIONS)('with $name', (generation) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each(CASES)('$title', async ({ result, expected, strict }) => {
    const session = await open(generation, { script: ({ answer }) => answer(result) });
    const { field, server } = session;
    const {
      options,
      hasMore = false,
      total,
      reason,
    } = generation.strict && strict === 'malformed' ? MALFORMED() : expected;

    expect(field.state).toMatchObject({
      options,
      hasMore,
      activity: 'idle',
      support: 'supported',
      value: '',
    });
    expect(field.state.total).toBe(total);
    expect(field.state.reason).toBe(reason);
    expect(field.state.error).toBeUndefined();

    server.script = ({ answer }) => answer(complete(['python']));
    await session.type('py');
    expect(field.state.options).toEqual(['python']);
    await session.close();
  });

  it('A4: a malformed answer is not remembered: the same text asks again', async () => {
    const session = await open(generation, { script: ({ answer }) => answer({ completion: null }) });
    const { field, server } = session;
    await session.type('p');
    server.script = ({ answer, value }) => answer(complete([`${value}!`]));
    await session.type('q');
    await session.type('p');
    expect(server.asked.map(({ value }) => value)).toEqual(['', 'p', 'q', 'p']);
    expect(field.state.options).toEqual(['p!']);
    await session.close();
  });

  it.each(OUTSIDE)(
    '$title is no answer: a timeout, the text untouched, and the next key asks',
    async ({ message }) => {
      const session = await open(generation, { script: ({ raw, id }) => raw(message(id)) });
      const { field, server } = session;
      expect(field.state.activity).not.toBe('idle');
      await rest(TIMEOUT_MS);
      expect(field.state).toMatchObject({ activity: 'idle', options: [], error: { kind: 'timeout' } });

      server.script = ({ answer }) => answer(complete(['python']));
      await session.type('py');
      expect(field.state).toMatchObject({ value: 'py', options: ['python'] });
      expect(field.state.error).toBeUndefined();
      await session.close();
    },
  );
});
