/** How a server matches, learned by elimination; lists narrowed by it; predictions and what they need. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf, refKeyOf } from '../src/cache.js';
import { type Answered, type MatchRule, MatchRules, narrow } from '../src/narrowing.js';
import type { Completeness } from '../src/protocol.js';

const REF = { type: 'ref/prompt', name: 'greet' } as const;
const KEY = queryOf(REF, 'a', '', {}).argumentKey;
const answered = (
  text: string,
  values: readonly string[],
  completeness: Completeness = 'stated',
): Answered => ({ text, answer: { values, completeness } });

const LANGUAGES = ['Java', 'JavaScript', 'Kotlin', 'Python', 'Ruby', 'TypeScript'];

/** Learns from a server that matches `LANGUAGES` like this, asked for these texts. */
function taught(matches: (value: string, text: string) => boolean, texts: readonly string[]): MatchRules {
  const rules = new MatchRules();
  const root = answered('', LANGUAGES);
  rules.learn(KEY, root, []);
  for (const text of texts) {
    const values = LANGUAGES.filter((value) => matches(value, text));
    rules.learn(KEY, answered(text, values), [root]);
  }
  return rules;
}

const subsequence = (value: string, text: string): boolean => {
  const rest = [...value];
  return [...text].every((one) => rest.includes(one) && rest.splice(0, rest.indexOf(one) + 1));
};
const MATCHERS: Record<MatchRule, (value: string, text: string) => boolean> = {
  prefix: (value, text) => value.startsWith(text),
  'prefix-i': (value, text) => value.toLowerCase().startsWith(text.toLowerCase()),
  substring: (value, text) => value.includes(text),
  'substring-i': (value, text) => value.toLowerCase().includes(text.toLowerCase()),
  subsequence,
  'subsequence-i': (value, text) => subsequence(value.toLowerCase(), text.toLowerCase()),
};

describe('narrowing', () => {
  it.each<[MatchRule, string, readonly string[]]>([
    ['prefix', 'java', []],
    ['prefix', 'Java', ['Java', 'JavaScript']],
    ['prefix-i', 'java', ['Java', 'JavaScript']],
    ['substring', 'script', []],
    ['substring-i', 'script', ['JavaScript', 'TypeScript']],
    ['subsequence', 'JSt', ['JavaScript']],
    ['subsequence', 'jst', []],
    ['subsequence-i', 'jst', ['JavaScript']],
    ['subsequence-i', 'tj', []],
  ])('by %s to %j', (rule, text, expected) => {
    expect(narrow(LANGUAGES, text, rule)).toEqual(expected);
  });

  it('keeps order and content, and each rule admits all that a tighter one does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.string(), (values, text) => {
        const by = (rule: MatchRule) => narrow(values, text, rule);
        const exact = [by('prefix'), by('substring'), by('subsequence')];
        const caseless = [by('prefix-i'), by('substring-i'), by('subsequence-i')];
        for (const list of [...exact, ...caseless])
          expect(values.filter((value) => list.includes(value))).toEqual(list);
        for (const lists of [exact, caseless, ...exact.map((list, i) => [list, caseless[i]!])])
          for (let i = 1; i < lists.length; i++)
            expect(lists[i]).toEqual(expect.arrayContaining([...lists[i - 1]!]));
      }),
    );
  });

  it('takes a text for what it is, not for a pattern', () => {
    for (const text of ['(', '[a', 'a+', '\\', '*', '(a+)+$'])
      expect(narrow([text, 'aaaa'], text, 'subsequence-i')).toEqual([text]);
  });
});

describe('the rule', () => {
  it('is case-insensitive prefix before any evidence', () => {
    expect(new MatchRules().rule(KEY)).toBe('prefix-i');
    expect(taught(MATCHERS.prefix, []).rule(KEY)).toBe('prefix-i');
  });

  it.each<[MatchRule, readonly string[]]>([
    ['prefix', ['java', 'J']],
    ['prefix-i', ['java', 'script']],
    ['substring', ['Script', 'script']],
    ['substring-i', ['script', 'jst']],
    ['subsequence', ['JSt', 'jst', 'Jat']],
    ['subsequence-i', ['jst']],
  ])('%s is found out by what is answered for %j', (rule, texts) => {
    expect(taught(MATCHERS[rule], texts).rule(KEY)).toBe(rule);
  });

  it('is none once no candidate explains the answers: another order, or values that were not there', () => {
    const reversed = new MatchRules();
    reversed.learn(KEY, answered('J', ['JavaScript', 'Java']), [answered('', LANGUAGES)]);
    expect(reversed.rule(KEY)).toBeUndefined();
    const synonyms = new MatchRules();
    synonyms.learn(KEY, answered('c', ['C++', 'C#']), [answered('', LANGUAGES)]);
    expect(synonyms.rule(KEY)).toBeUndefined();
  });

  it('is not judged by an incomplete ancestor, nor by one that held nothing', () => {
    const rules = new MatchRules();
    rules.learn(KEY, answered('J', ['Java']), [answered('', ['Ada'], 'partial')]);
    rules.learn(KEY, answered('Ja', ['Java']), [answered('J', [])]);
    expect(rules.rule(KEY)).toBe('prefix-i');
  });

  it('lets a partial answer be a beginning of the prediction', () => {
    const rules = new MatchRules();
    rules.learn(KEY, answered('j', ['Java'], 'partial'), [answered('', LANGUAGES)]);
    expect(rules.rule(KEY)).toBe('prefix-i');
  });

  it('is not judged by what a path completer lists below one of the values', () => {
    const rules = new MatchRules();
    const root = answered('', ['src/', 'test/']);
    rules.learn(KEY, answered('src/', ['src/a', 'src/b']), [root]);
    expect(rules.rule(KEY)).toBe('prefix-i');
    rules.learn(KEY, answered('src/a', []), [root]);
    expect(rules.rule(KEY)).toBe('prefix');
  });

  it('is held for each argument apart, and forgotten on demand', () => {
    const rules = taught(MATCHERS['substring-i'], ['script']);
    const other = { type: 'ref/prompt', name: `${REF.name}e` } as const;
    expect(rules.rule(queryOf(other, 'a', '', {}).argumentKey)).toBe('prefix-i');
    rules.drop(refKeyOf(other));
    rules.drop(refKeyOf({ ...REF, name: REF.name.slice(0, -1) }));
    expect(rules.rule(KEY)).toBe('substring-i');
    rules.drop(refKeyOf(REF));
    expect(rules.rule(KEY)).toBe('prefix-i');
  });
});

describe('completeness', () => {
  it('is what the server states', () => {
    const rules = new MatchRules();
    expect(rules.isComplete(KEY, answered('', ['a'], 'stated'))).toBe(true);
    expect(rules.isComplete(KEY, answered('', ['a'], 'partial'))).toBe(false);
  });

  it('is assumed until another text gets as many values: that is a page', () => {
    const rules = new MatchRules();
    const page = (text: string, count: number) =>
      answered(
        text,
        Array.from({ length: count }, (_, i) => `${text}${i}`),
        'assumed',
      );
    rules.learn(KEY, page('', 10), []);
    rules.learn(KEY, page('', 10), []);
    expect(rules.isComplete(KEY, page('', 10))).toBe(true);
    rules.learn(KEY, page('x', 10), []);
    expect(rules.isComplete(KEY, page('', 10))).toBe(false);
    rules.learn(KEY, page('xy', 3), []);
    rules.learn(KEY, page('xz', 3), []);
    expect(rules.isComplete(KEY, page('xy', 3))).toBe(true);
  });

  it('is disproved by values that a longer text brings to light: no evidence against any rule', () => {
    const rules = new MatchRules();
    const root = answered('', ['Java', 'Kotlin'], 'assumed');
    rules.learn(KEY, root, []);
    rules.learn(KEY, answered('P', ['Python'], 'assumed'), [root]);
    expect(rules.isComplete(KEY, root)).toBe(false);
    expect(rules.rule(KEY)).toBe('prefix-i');
  });

  it('is never in doubt for an empty answer: no page is empty', () => {
    const rules = new MatchRules();
    for (const text of ['a', 'b', 'c']) rules.learn(KEY, answered(text, [], 'assumed'), []);
    expect(rules.isComplete(KEY, answered('d', [], 'assumed'))).toBe(true);
  });
});

describe('a prediction', () => {
  const root = answered('', LANGUAGES);
  const PROVING = ['java', 'J', 'Ty'];

  it('needs two exact answers to shorter lists', () => {
    expect(taught(MATCHERS.prefix, ['J']).predict(KEY, 'P', root)).toBeUndefined();
    expect(taught(MATCHERS.prefix, PROVING).predict(KEY, 'P', root)).toEqual(['Python']);
  });

  it('of several values needs two proofs of how several are ranked', () => {
    expect(taught(MATCHERS.prefix, ['Ty', 'ja', 'Py', 'Ru']).predict(KEY, 'J', root)).toBeUndefined();
    expect(taught(MATCHERS.prefix, ['ja', 'J', 'Jav']).predict(KEY, 'Ja', root)).toEqual([
      'Java',
      'JavaScript',
    ]);
  });

  it('is not made where a server that has only met small letters may mind capitals', () => {
    const cased = taught(MATCHERS.substring, ['va', 'av', 'ot', 'ub']);
    expect(cased.rule(KEY)).toBe('substring-i');
    expect(cased.predict(KEY, 'lin', root)).toEqual(['Kotlin']);
    // "t" without regard to case: JavaScript, Kotlin, Python, TypeScript; "T": one of them.
    expect(cased.predict(KEY, 'T', root)).toBeUndefined();
  });

  it('is not made where the rules left disagree, where nothing is left, or at one of the values', () => {
    const vague = taught(MATCHERS['prefix-i'], ['j', 'ja', 'k']);
    expect(vague.predict(KEY, 'r', root)).toBeUndefined();
    expect(vague.predict(KEY, 'ru', root)).toEqual(['Ruby']);
    const sure = taught(MATCHERS.prefix, PROVING);
    expect(sure.predict(KEY, 'Z', root)).toBeUndefined();
    expect(sure.predict(KEY, 'Java', root)).toBeUndefined();
    expect(sure.predict(KEY, 'JavaScript', root)).toBeUndefined();
  });

  it('costs fresh proofs after a miss', () => {
    const rules = taught(MATCHERS['prefix-i'], ['script', 'java', 'Ty']);
    expect(rules.predict(KEY, 'P', root)).toEqual(['Python']);
    rules.learn(KEY, answered('R', ['Ruby', 'Rust'], 'assumed'), [answered('', LANGUAGES, 'assumed')]);
    expect(rules.predict(KEY, 'P', root)).toBeUndefined();
  });

  it('replaces requests until the rule is to be verified, and again once an answer bore it out', () => {
    const rules = taught(MATCHERS.prefix, PROVING);
    const replaced = () => {
      let count = 0;
      while (rules.mayReplace(KEY, { ...root })) if (++count > 100) throw new Error('never verified');
      return count;
    };
    expect(replaced()).toBe(8);
    expect(replaced()).toBe(0);
    rules.learn(KEY, answered('K', ['Kotlin']), [root]);
    expect(replaced()).toBe(8);
  });

  it('counts a list once, however many texts it stands in for', () => {
    const rules = taught(MATCHERS.prefix, PROVING);
    for (let key = 0; key < 100; key++) expect(rules.mayReplace(KEY, root)).toBe(true);
  });

  it('needs no fresh proofs when an answer strikes rules that were not shown', () => {
    // "J" and "Ja" fit every rule but the subsequences; "R" fits only those that look at the beginning.
    const rules = taught(MATCHERS.prefix, ['Ja', 'J', 'T']);
    expect(rules.rule(KEY)).toBe('prefix');
    expect(rules.predict(KEY, 'R', root)).toEqual(['Ruby']);
  });
});

describe('trust', () => {
  it('comes with a proof, in this argument or, while nothing was ever wrong, in any', () => {
    const rules = taught(MATCHERS.prefix, ['J']);
    expect([rules.trust(KEY), rules.trust('other')]).toEqual([1, 1]);
    rules.learn('third', answered('x', ['other']), [answered('', ['xy'])]);
    expect([rules.trust(KEY), rules.trust('other'), rules.trust('third')]).toEqual([1, 0, 0]);
  });

  it('grows with each proof, to three, and is lost with a miss', () => {
    const root = answered('', LANGUAGES);
    const rules = taught(MATCHERS.prefix, []);
    const trusted = ['J', 'K', 'P', 'R'].map((text) => {
      rules.learn(KEY, answered(text, narrow(LANGUAGES, text, 'prefix')), [root]);
      return rules.trust(KEY);
    });
    expect(trusted).toEqual([1, 2, 3, 3]);
    rules.learn(KEY, answered('T', ['Go']), [root]);
    expect(rules.trust(KEY)).toBe(0);
  });

  it('does not outlive what it was learned from', () => {
    const rules = taught(MATCHERS.prefix, ['J']);
    rules.drop();
    expect(rules.trust(KEY)).toBe(0);
  });
});
