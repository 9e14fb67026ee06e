/** A prediction is made only where the rules that stand agree on it. */
import { expect, it } from 'vitest';
import { type Answered, MatchRules } from '../src/narrowing.js';

const KEY = 'argument';
const VALUES = ['Alpha', 'Alps', 'Beta', 'Java', 'jQuery', 'jasmine'];
const answered = (text: string): Answered => ({
  text,
  answer: { values: VALUES.filter((value) => value.startsWith(text)), completeness: 'stated' },
});

it('not for a text on whose case the evidence is silent', () => {
  const rules = new MatchRules();
  const root = answered('');
  rules.learn(KEY, root, []);
  for (const text of ['A', 'Al']) rules.learn(KEY, answered(text), [root]);
  expect(rules.predict(KEY, 'B', root)).toEqual(['Beta']);
  expect(rules.predict(KEY, 'J', root)).toBeUndefined();
});
