// The tolerant decoder: what a server's answer means, however it is written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAnswer, MAX_VALUE_LENGTH, MAX_VALUES } from '../src/protocol.js';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
const decode = (completion: unknown) => decodeAnswer({ completion });

describe('an answer as the specification has it', () => {
  it('one value', () => {
    expect(decode({ values: ['python'], total: 1, hasMore: false })).toEqual({
      values: ['python'],
      completeness: 'stated',
      total: 1,
    });
  });

  it('some of many values', () => {
    expect(decode({ values: ['python', 'pytorch', 'pyside'], total: 10, hasMore: true })).toEqual({
      values: ['python', 'pytorch', 'pyside'],
      completeness: 'partial',
      total: 10,
    });
  });

  it('values alone: nothing is known of more', () => {
    expect(decode({ values: ['a'] })).toEqual({ values: ['a'], completeness: 'assumed' });
  });

  it('no values', () => {
    expect(decode({ values: [], hasMore: false })).toEqual({ values: [], completeness: 'stated' });
  });
});

describe('the values', () => {
  it.each([101, 10_000])('A1: of %i values the first 100 count, and there is more', (count) => {
    expect(decode({ values: numbered(count) })).toEqual({
      values: numbered(100),
      completeness: 'partial',
    });
  });

  it('A1: a total beside more than 100 values stays', () => {
    expect(decode({ values: numbered(101), total: 101, hasMore: false })).toEqual({
      values: numbered(100),
      completeness: 'partial',
      total: 101,
    });
  });

  it('100 values without a word on more are probably not all', () => {
    expect(decode({ values: numbered(100) })?.completeness).toBe('partial');
    expect(decode({ values: numbered(99) })?.completeness).toBe('assumed');
    expect(decode({ values: numbered(100), hasMore: false })?.completeness).toBe('stated');
    expect(decode({ values: numbered(100), total: 100 })?.completeness).toBe('stated');
  });

  it.each([
    ['null', { values: null }],
    ['absent', {}],
  ])('A3: %s values are an empty answer', (_what, completion) => {
    expect(decode(completion)).toEqual({ values: [], completeness: 'assumed' });
  });

  it('B8: keep the order of the server', () => {
    expect(decode({ values: ['zeta', 'Alpha', '10', '9'] })?.values).toEqual(['zeta', 'Alpha', '10', '9']);
  });

  it('B9: exact duplicates count once, others stay', () => {
    expect(decode({ values: ['x', 'x', 'y', 'X', 'x ', '\u00e9', 'e\u0301'] })?.values).toEqual([
      'x',
      'y',
      'X',
      'x ',
      '\u00e9',
      'e\u0301',
    ]);
  });

  it('B9: of a hundred values, what is dropped or double counts: a server that stops there has more, whatever they are', () => {
    const doubled = (count: number) => numbered(count).flatMap((value) => [value, value]);
    expect(decode({ values: doubled(49) })).toEqual({ values: numbered(49), completeness: 'assumed' });
    expect(decode({ values: doubled(50) })).toEqual({ values: numbered(50), completeness: 'partial' });
    expect(decode({ values: [...numbered(99), null] })).toEqual({
      values: numbered(99),
      completeness: 'partial',
    });
    expect(decode({ values: doubled(50), hasMore: false })?.completeness).toBe('stated');
  });

  it('what is no text is dropped, and an object with a text as its value is that text', () => {
    expect(
      decode({ values: ['a', 5, null, true, ['b'], { value: 'c' }, { value: 5 }, {}, { label: 'd' }] })
        ?.values,
    ).toEqual(['a', 'c']);
  });

  it('longer texts than anybody picks from a list are dropped', () => {
    const longest = 'x'.repeat(MAX_VALUE_LENGTH);
    expect(decode({ values: [longest, `${longest}x`] })?.values).toEqual([longest]);
  });

  it('the empty text is a value', () => {
    expect(decode({ values: ['', 'a'] })?.values).toEqual(['', 'a']);
  });
});

describe('total and hasMore', () => {
  it('a total of -0 is one of 0', () => {
    expect(decode({ values: [], total: -0 })?.total).toBe(0);
  });

  it('A2: null is no total and no word on more', () => {
    expect(decode({ values: ['a', 'b'], total: null, hasMore: null })).toEqual({
      values: ['a', 'b'],
      completeness: 'assumed',
    });
  });

  it.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, '3', {}, [], true, 2 ** 60, 0])(
    'A2: a total that cannot be true is ignored: %s',
    (total) => {
      expect(decode({ values: ['a'], total })).toEqual({ values: ['a'], completeness: 'assumed' });
    },
  );

  it.each(['true', 1, 0, [], {}, ''])('a hasMore that is no boolean is no word on more: %j', (hasMore) => {
    expect(decode({ values: ['a'], hasMore })).toEqual({ values: ['a'], completeness: 'assumed' });
  });

  it('a total beyond the values is more, whatever hasMore says', () => {
    expect(decode({ values: ['a'], total: 3, hasMore: false })).toEqual({
      values: ['a'],
      completeness: 'partial',
      total: 3,
    });
  });

  it('a total of just the values cannot stand beside a promise of more', () => {
    expect(decode({ values: ['a', 'b'], total: 2, hasMore: true })).toEqual({
      values: ['a', 'b'],
      completeness: 'partial',
    });
  });

  it('values that nobody will see are taken off the total', () => {
    expect(decode({ values: ['x', 'x', 5, 'y'], total: 4 })).toEqual({
      values: ['x', 'y'],
      completeness: 'stated',
      total: 2,
    });
    expect(decode({ values: ['x', 'x', 'y'], total: 10, hasMore: true })).toEqual({
      values: ['x', 'y'],
      completeness: 'partial',
      total: 9,
    });
  });
});

describe('an answer that makes no sense', () => {
  it.each([
    [{}],
    [{ completion: null }],
    [{ completion: 'abc' }],
    [{ completion: ['a'] }],
    [{ completion: 5 }],
    [{ choices: [{ text: '' }] }],
    [{ completion: { values: 'abc' } }],
    [{ completion: { values: { 0: 'a', length: 1 } } }],
    [{ completion: { values: 5 } }],
    [{ completion: { values: false } }],
    [null],
    [undefined],
    ['abc'],
    [[]],
    [7],
  ])('A4: %j is malformed', (result) => {
    expect(decodeAnswer(result)).toBeUndefined();
  });

  it('A4: a completion without values is an empty answer, not a malformed one', () => {
    expect(decodeAnswer({ completion: {} })).toEqual({ values: [], completeness: 'assumed' });
  });

  it('A6: members that nobody knows are ignored', () => {
    const result = { resultType: 'complete', _meta: null, completion: { values: ['a'], x: 1 }, y: {} };
    expect(decodeAnswer(result)).toEqual({ values: ['a'], completeness: 'assumed' });
  });
});

describe('properties', () => {
  const completion = fc.record(
    {
      values: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom('a', 'b')), { maxLength: 150 }),
      ),
      total: fc.oneof(fc.nat(200), fc.jsonValue()),
      hasMore: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );

  it('whatever JSON arrives, the decoder never throws, and what it gives back holds together', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          completion.map((body) => ({ completion: body })),
        ),
        (result) => {
          const answer = decodeAnswer(result);
          if (answer === undefined) return;
          expect(answer.values.length).toBeLessThanOrEqual(MAX_VALUES);
          expect(new Set(answer.values).size).toBe(answer.values.length);
          for (const value of answer.values) expect(typeof value).toBe('string');
          if (answer.total === undefined) return;
          expect(Number.isSafeInteger(answer.total)).toBe(true);
          if (answer.completeness === 'stated') expect(answer.total).toBe(answer.values.length);
          else expect(answer.total).toBeGreaterThan(answer.values.length);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('a strict answer comes back as it is', () => {
    const strict = fc.uniqueArray(fc.string(), { maxLength: 99 });
    fc.assert(
      fc.property(strict, fc.boolean(), (values, hasMore) => {
        expect(decode({ values, hasMore })).toEqual({
          values,
          completeness: hasMore ? 'partial' : 'stated',
        });
      }),
    );
  });
});
