/** Keys that cannot collide, ages from the answer on, ancestors, and a bound that bounds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompletionCache, contextKeyOf, type Query, queryOf, refKeyOf } from '../src/cache.js';
import type { CompletionAnswer, CompletionRef } from '../src/protocol.js';

const PROMPT = { type: 'ref/prompt', name: 'p' } as const;
const q = (
  value: string,
  context: Record<string, string> = {},
  argument = 'a',
  ref: CompletionRef = PROMPT,
) => queryOf(ref, argument, value, context);
const answer = (...values: string[]): CompletionAnswer => ({ values, completeness: 'stated' });

function open(limits: { maxEntries?: number; freshMs?: number; maxAgeMs?: number } = {}) {
  const clock = { now: 0 };
  const all = { maxEntries: 100, freshMs: 1_000, maxAgeMs: 5_000, ...limits };
  const cache = new CompletionCache(all, { now: () => clock.now });
  const put = (query: Query, ...values: string[]) => cache.set(query, answer(...values), 'answer');
  const texts = (entries: Iterable<{ text: string }>) => [...entries].map(({ text }) => text);
  return { cache, clock, put, texts };
}

describe('keys', () => {
  it.each<[string, Query, Query]>([
    ['a delimiter in argument or text', q('b|c', {}, 'a'), q('c', {}, 'a|b')],
    ['a line break in argument or text', q('b\nc', {}, 'a'), q('c', {}, 'a\nb')],
    ['a line break in the text or a context', q('\n[]', {}), q('', { '': '[]' })],
    ['the borders of names and values', q('', { a: 'bc', d: 'e' }), q('', { a: 'b', cd: 'e' })],
    ['a pair that looks like two', q('', { a: '","b":"c' }), q('', { a: '', b: 'c' })],
    ['a prompt and a template of one name', q(''), q('', {}, 'a', { type: 'ref/resource', uri: 'p' })],
    ['NUL, quotes and colons', q('\u0000"::'), q('\u0000":')],
    ['a lone surrogate and its escape', q('\ud800'), q('\\ud800')],
    ['a lone surrogate in a context and its escape', q('', { a: '\ud800' }), q('', { a: '\\ud800' })],
    ['white space', q('uk'), q('uk ')],
    ['case', q('mel'), q('MEL')],
    ['Unicode forms', q('\u00e9'), q('e\u0301')],
  ])('A48: differ by %s', (_what, one, other) => {
    expect(one.key).not.toBe(other.key);
    const { cache, put } = open();
    put(one, 'one');
    expect(cache.get(other)).toBeUndefined();
    put(other, 'other');
    expect([cache.get(one)?.answer.values, cache.get(other)?.answer.values]).toEqual([['one'], ['other']]);
  });

  it('A48: are equal only for equal questions, whatever the texts', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\\', '\n', ',', '[', ']', '{', ':', '\u0000'),
    });
    const question = fc.record({
      argument: text,
      value: text,
      context: fc.dictionary(text, text, { maxKeys: 2 }),
      ref: fc.oneof(
        fc.record({ type: fc.constant('ref/prompt' as const), name: text }),
        fc.record({ type: fc.constant('ref/resource' as const), uri: text }),
      ),
    });
    const content = ({
      argument,
      value,
      context,
      ref,
    }: typeof question extends fc.Arbitrary<infer T> ? T : never) =>
      JSON.stringify([
        argument,
        value,
        Object.entries(context).sort(),
        ref.type,
        'name' in ref ? ref.name : ref.uri,
      ]);
    fc.assert(
      fc.property(question, question, (one, other) => {
        const [a, b] = [one, other].map(
          ({ ref, argument, value, context }) => queryOf(ref, argument, value, context).key,
        );
        expect(a === b).toBe(content(one) === content(other));
      }),
    );
  });

  it('A49: do not depend on the order in which a context was filled', () => {
    expect(contextKeyOf({ owner: '1', org: '2' })).toBe(contextKeyOf({ org: '2', owner: '1' }));
    expect(q('x', { b: '1', a: '2' }).key).toBe(q('x', { a: '2', b: '1' }).key);
  });

  it('of a ref begin the keys of all that belongs to it, and of nothing else', () => {
    expect(q('x').argumentKey.startsWith(`${refKeyOf(PROMPT)}\n`)).toBe(true);
    const longer = { type: 'ref/prompt', name: 'p2' } as const;
    expect(q('x', {}, 'a', longer).argumentKey.startsWith(`${refKeyOf(PROMPT)}\n`)).toBe(false);
  });
});

describe('age', () => {
  it('C5: counts from the answer, not from the last use', () => {
    const { cache, clock, put } = open({ maxAgeMs: 1_000 });
    put(q('x'), 'x1');
    for (clock.now of [300, 600, 900, 999.9]) expect(cache.get(q('x'))?.text).toBe('x');
    clock.now = 1_000;
    expect(cache.get(q('x'))).toBeUndefined();
  });

  it('is fresh for freshMs, then stale; a refused text lives no longer than that', () => {
    const { cache, clock, put } = open();
    put(q('x'), 'x1');
    cache.set(q('y'), answer(), 'invalid');
    expect(cache.isFresh(cache.get(q('x'))!)).toBe(true);
    clock.now = 1_000;
    expect(cache.isFresh(cache.get(q('x'))!)).toBe(false);
    expect(cache.get(q('y'))).toBeUndefined();
  });

  it('is unknown once the clock was set back, and an answer of unknown age counts for nothing', () => {
    const { cache, clock, put, texts } = open();
    clock.now = 100_000;
    put(q(''), 'x1');
    put(q('x'), 'x1');
    cache.set(q('y'), answer(), 'invalid');
    clock.now = 50_000;
    expect([cache.get(q('x')), cache.get(q('y'))]).toEqual([undefined, undefined]);
    expect(texts(cache.ancestors(q('xy')))).toEqual([]);
    put(q('x'), 'x2');
    expect(cache.isFresh(cache.get(q('x'))!)).toBe(true);
  });

  it('starts anew with a new answer to the same text', () => {
    const { cache, clock, put, texts } = open();
    put(q('x'), 'old');
    clock.now = 4_999;
    put(q('x'), 'new');
    clock.now = 9_000;
    expect(cache.get(q('x'))?.answer.values).toEqual(['new']);
    expect(texts(cache.ancestors(q('xy')))).toEqual(['x']);
  });
});

describe('relatives of a text', () => {
  it('are the answers to its beginnings, the nearest first, in this context alone', () => {
    const { cache, put, texts } = open();
    for (const text of ['', 'py', 'p', 'pyt', 'q', 'python']) put(q(text), text);
    put(q('pyth', { b: '1' }), 'elsewhere');
    expect(texts(cache.ancestors(q('pyth')))).toEqual(['pyt', 'py', 'p', '']);
    expect(texts(cache.ancestors(q('')))).toEqual([]);
    expect(texts(cache.ancestors(q('x', { c: '1' })))).toEqual([]);
  });

  it('leave out the refused and the aged, also when many have the same length', () => {
    const { cache, clock, put, texts } = open();
    put(q(''), 'old');
    clock.now = 4_000;
    for (const text of ['a', 'b', 'c']) put(q(text), text);
    cache.set(q('ab'), answer(), 'invalid');
    expect(texts(cache.ancestors(q('abc')))).toEqual(['a', '']);
    clock.now = 5_000;
    expect(texts(cache.ancestors(q('abc')))).toEqual(['a']);
    expect(texts(cache.fresh(q('x')))).toEqual([]);
  });

  it('are the shortest longer text as well, for a text that was shortened', () => {
    const { cache, put } = open();
    for (const text of ['pyth', 'pyt', 'python', 'q']) put(q(text), text);
    expect(cache.descendant(q('py'))?.text).toBe('pyt');
    expect(cache.descendant(q('z'))).toBeUndefined();
  });

  it('and every fresh answer of the context', () => {
    const { cache, clock, put, texts } = open();
    put(q('a'), 'a');
    clock.now = 900;
    put(q('b'), 'b');
    cache.set(q('c'), answer(), 'invalid');
    expect(texts(cache.fresh(q('')))).toEqual(['a', 'b']);
    clock.now = 1_000;
    expect(texts(cache.fresh(q('')))).toEqual(['b']);
  });
});

describe('the bound', () => {
  it('C6: holds over 10,000 texts, at most twice maxEntries, and the index with it', () => {
    const { cache, put, texts } = open({ maxEntries: 50 });
    const indexed = () =>
      Array.from({ length: 7 }, (_, group) => texts(cache.fresh(q('', { group: `${group}` }))));
    for (let i = 0; i < 10_000; i++) {
      put(q(`t${i}`, { group: `${i % 7}` }), 'v');
      const size = indexed().flat().length;
      if (size > 100) throw new Error(`${size} entries`);
    }
    expect(indexed().flat().length).toBeGreaterThanOrEqual(50);
    for (const [group, all] of indexed().entries())
      for (const text of all) expect(cache.get(q(text, { group: `${group}` }))?.text).toBe(text);
  });

  it('keeps what is used and drops what is not', () => {
    const { cache, put } = open({ maxEntries: 10 });
    put(q('used'), 'v');
    for (let i = 0; i < 100; i++) {
      put(q(`t${i}`), 'v');
      expect(cache.get(q('used'))).toBeDefined();
    }
    expect(cache.get(q('t0'))).toBeUndefined();
  });

  it('index and answers agree through any sequence of answers, look-ups, ageing and forgetting', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), text: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ do: fc.constant('get' as const), text: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ do: fc.constant('age' as const), ms: fc.integer({ min: 0, max: 3_000 }) }),
      fc.record({ do: fc.constant('drop' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { cache, clock, put } = open({ maxEntries: 3 });
        for (const one of steps) {
          if (one.do === 'put') put(q('x'.repeat(one.text)), `${one.text}`);
          if (one.do === 'get') cache.get(q('x'.repeat(one.text)));
          if (one.do === 'age') clock.now += one.ms;
          if (one.do === 'drop') cache.drop(q('').refKey);
          const [nearest] = cache.ancestors(q('x'.repeat(10)));
          if (nearest) {
            expect(nearest.answer.values).toEqual([`${nearest.text.length}`]);
            expect(cache.get(q(nearest.text))?.answer).toBe(nearest.answer);
          }
          expect(cache.ancestors(q('x'.repeat(10))).length).toBeLessThanOrEqual(6);
        }
      }),
    );
  });

  it.each([{ maxEntries: 0 }, { maxEntries: 0.5 }, { maxAgeMs: 0 }])('of %j remembers nothing', (limits) => {
    const { cache, put, texts } = open(limits);
    put(q('x'), 'x1');
    expect(cache.get(q('x'))).toBeUndefined();
    expect(texts(cache.ancestors(q('xy')))).toEqual([]);
    expect(cache.isOn).toBe(false);
  });
});

describe('forgetting', () => {
  it('takes one ref, or all', () => {
    const { cache, put } = open();
    const other = q('x', {}, 'a', { type: 'ref/resource', uri: 'p' });
    for (const query of [q('x'), q('y', { b: '1' }), other]) put(query, 'v');
    cache.drop(refKeyOf(PROMPT));
    expect([cache.get(q('x')), cache.get(q('y', { b: '1' }))]).toEqual([undefined, undefined]);
    expect(cache.get(other)).toBeDefined();
    cache.drop();
    expect(cache.get(other)).toBeUndefined();
    expect(cache.fresh(other)).toEqual([]);
  });
});
