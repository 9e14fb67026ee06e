/** How the demo server finds values. */
import { describe, expect, it } from 'vitest';
import { byLevel, byPrefix, bySubsequence, bySubstring } from '../../demo/server/matching.js';

describe('byPrefix', () => {
  it('keeps the order and the case of the values', () => {
    expect(byPrefix(['Beta', 'alpha', 'Able'], 'a')).toEqual(['alpha', 'Able']);
    expect(byPrefix(['Beta', 'alpha'], '')).toEqual(['Beta', 'alpha']);
  });
});

describe('bySubstring', () => {
  it('puts the values that start with the text first', () => {
    expect(bySubstring(['xab', 'abc', 'zab', 'q'], 'AB')).toEqual(['abc', 'xab', 'zab']);
  });
});

describe('bySubsequence', () => {
  it('needs every letter, in order', () => {
    expect(bySubsequence(['abc', 'acb', 'bac'], 'abc')).toEqual(['abc']);
  });

  it('ranks runs and beginnings of words above scattered letters, and shorter names first', () => {
    expect(bySubsequence(['xmaxp', 'map', 'mapper', 'get.map'], 'map')).toEqual([
      'map',
      'mapper',
      'get.map',
      'xmaxp',
    ]);
  });

  it('finds a value even where preferring beginnings of words would run past a letter', () => {
    expect(bySubsequence(['a1b c.b'], 'abc')).toEqual(['a1b c.b']);
  });

  it('takes the letters of a pattern as letters', () => {
    expect(bySubsequence(['a+b', 'ab', '(a'], '(')).toEqual(['(a']);
  });
});

describe('byLevel', () => {
  const paths = ['a/b/c.ts', 'a/b/d.ts', 'a/e.ts', 'f.ts'];
  it('offers one level, each folder once, folders first', () => {
    expect(byLevel(paths, '')).toEqual(['a/', 'f.ts']);
    expect(byLevel(paths, 'a/')).toEqual(['a/b/', 'a/e.ts']);
    expect(byLevel(paths, 'a/b/d')).toEqual(['a/b/d.ts']);
    expect(byLevel(paths, 'z')).toEqual([]);
  });
});
