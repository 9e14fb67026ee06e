/** The modelled servers answer the way the servers they stand for do. */
import { describe, expect, it } from 'vitest';
import { answerOf, matching } from './model.js';
import type { Match } from './trace.js';

const words = ['Engineering', 'engine', 'search-engine', 'eng'];
const matched = (match: Match, text: string) => matching({ values: words, match }, text, {});

describe('a modelled server', () => {
  it('matches a prefix by case, or regardless of case', () => {
    expect(matched('prefix', 'eng')).toEqual(['engine', 'eng']);
    expect(matched('ignore-case', 'ENG')).toEqual(['Engineering', 'engine', 'eng']);
  });

  it('matches a substring in the order of its values', () => {
    expect(matched('substring', 'gin')).toEqual(['Engineering', 'engine', 'search-engine']);
  });

  it('matches a subsequence, shortest first', () => {
    expect(matched('fuzzy', 'ee')).toEqual(['engine', 'Engineering', 'search-engine']);
    expect(matched('fuzzy', '')).toEqual(['eng', 'engine', 'Engineering', 'search-engine']);
  });

  it('ranks by where the text stands, so that a longer text may reorder the list', () => {
    const values = ['a-bc', 'bcd', 'xbc'];
    expect(matching({ values, match: 'ranked' }, 'b', {})).toEqual(['bcd', 'a-bc', 'xbc']);
    expect(matching({ values, match: 'ranked' }, 'a', {})).toEqual(['a-bc']);
  });

  it('lists one level of a path, and the file itself at the end', () => {
    const model = { values: ['src/a.ts', 'src/b/c.ts', 'README.md'], match: 'path' } as const;
    expect(matching(model, '', {})).toEqual(['src/', 'README.md']);
    expect(matching(model, 'src', {})).toEqual(['src/']);
    expect(matching(model, 'src/', {})).toEqual(['src/a.ts', 'src/b/']);
    expect(matching(model, 'README.md', {})).toEqual(['README.md']);
  });

  it('answers by the sibling that it depends on, and with nothing while that is unknown', () => {
    const model = { by: 'owner', values: { acme: ['web'] }, match: 'prefix' } as const;
    expect(matching(model, '', { owner: 'acme' })).toEqual(['web']);
    expect(matching(model, '', { owner: 'toString' })).toEqual([]);
    expect(matching(model, '', {})).toEqual([]);
  });

  it('answers a page at a time, and says how many match unless it is silent', () => {
    const model = { values: words, match: 'ignore-case', page: 2 } as const;
    expect(answerOf(model, 'e', {})).toEqual({ values: ['Engineering', 'engine'], total: 3, hasMore: true });
    expect(answerOf({ ...model, silent: true }, 'e', {})).toEqual({ values: ['Engineering', 'engine'] });
  });

  it('answers nothing to a text that is too short for it', () => {
    expect(matching({ values: words, match: 'prefix', from: 2 }, 'e', {})).toEqual([]);
    expect(matching({ values: words, match: 'prefix', from: 2 }, 'en', {})).toEqual(['engine', 'eng']);
  });
});
