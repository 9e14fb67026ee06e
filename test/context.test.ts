// What goes along as context.arguments: the resolved siblings, as strings, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolvedContext } from '../src/context.js';

describe('context.arguments', () => {
  it('A11: holds no unset sibling', () => {
    expect(resolvedContext({ a: '', b: undefined, c: 'v' }, 'd')).toEqual({ c: 'v' });
    expect(resolvedContext({ a: '', b: null }, 'd')).toEqual({});
  });

  it('A12: never holds the argument itself', () => {
    expect(resolvedContext({ language: 'python', framework: 'flask' }, 'language')).toEqual({
      framework: 'flask',
    });
  });

  it('A13: holds strings; numbers and booleans are written out, the rest is dropped', () => {
    const siblings = {
      a: 'x',
      b: 5,
      c: true,
      d: null,
      e: ['a'],
      f: {},
      g: undefined,
      h: Number.NaN,
      i: -0.5,
    };
    expect(resolvedContext(siblings, 'z')).toEqual({ a: 'x', b: '5', c: 'true', i: '-0.5' });
  });

  it('A14: takes a sibling named __proto__ like any other', () => {
    const context = resolvedContext(JSON.parse('{"__proto__":"x","constructor":"y"}'), 'toString');
    expect(JSON.stringify(context)).toBe('{"__proto__":"x","constructor":"y"}');
    expect(Object.keys(resolvedContext(Object.create({ inherited: 'x' }), 'a'))).toEqual([]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('never holds an excluded argument, even where another depends on it', () => {
    expect(resolvedContext({ token: 's', a: 'x' }, 'b', { exclude: ['token'] })).toEqual({ a: 'x' });
    expect(resolvedContext({ token: 's' }, 'b', { exclude: ['token'], dependsOn: ['token'] })).toEqual({});
  });

  it('holds only the siblings that the argument depends on, if a host says which', () => {
    expect(resolvedContext({ a: 'x', b: 'y' }, 'c', { dependsOn: ['b', 'unknown'] })).toEqual({ b: 'y' });
    expect(resolvedContext({ a: 'x' }, 'c', { dependsOn: [] })).toEqual({});
  });

  it('leaves out a text of more than 2,000 characters, unless a host names it', () => {
    const [long, longest] = ['x'.repeat(2001), 'x'.repeat(2000)];
    expect(resolvedContext({ long, longest }, 'a')).toEqual({ longest });
    expect(resolvedContext({ long, longest }, 'a', { dependsOn: ['long'] })).toEqual({ long });
  });

  it('is the same by content, whatever the argument repeats of its own', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string()),
        fc.string(),
        fc.string(),
        (siblings, argument, own) => {
          const repeated = resolvedContext({ ...siblings, [argument]: own }, argument);
          expect(repeated).toEqual(resolvedContext(siblings, argument));
        },
      ),
    );
  });
});
