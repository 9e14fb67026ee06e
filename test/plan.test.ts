/** What to show and what to ask, situation by situation: the policy as a table. */
import { describe, expect, it } from 'vitest';
import { type Query, queryOf } from '../src/cache.js';
import { Knowledge, type Narrowing } from '../src/knowledge.js';
import { type DebounceOption, Pace } from '../src/pace.js';
import { type Grounds, type Plan, planFor } from '../src/plan.js';
import { decodeAnswer } from '../src/protocol.js';
import {
  beside,
  blurred,
  chosen,
  dismissed,
  filled,
  focused,
  INITIAL_SITUATION,
  refreshed,
  reset,
  type Signal,
  type Situation,
  typed,
} from '../src/situation.js';
import type { Verdict } from '../src/support.js';
import { REF } from './support/scene.js';

const q = (value: string, context: Record<string, string> = {}): Query => queryOf(REF, 'a', value, context);
const SUPPORTED: Verdict = { support: 'supported' };
const container = (text: string) => chosen(text, true);

interface Given {
  readonly signals: readonly Signal[];
  /** What was answered, in this order; `at` in milliseconds before now. */
  readonly answers?: readonly { text: string; values: readonly string[]; more?: object; age?: number }[];
  readonly invalid?: string;
  readonly verdict?: Verdict;
  readonly shown?: Query;
  readonly moment?: Grounds['moment'];
  readonly narrowing?: Narrowing;
  readonly debounceMs?: DebounceOption;
  readonly minLength?: number;
}

function plan({ signals, answers = [], invalid, narrowing = 'display', ...given }: Given): Plan {
  const clock = { now: 100_000 };
  const limits = { maxEntries: 100, freshMs: 30_000, maxAgeMs: 300_000 };
  const scheduler = { now: () => clock.now };
  const knowledge = new Knowledge({ support: 'declared', narrowing, cache: limits, scheduler });
  for (const { text, values, more = { hasMore: false }, age = 0 } of answers) {
    clock.now = 100_000 - age;
    const answer = decodeAnswer({ completion: { values, ...more } })!;
    knowledge.learn(q(text), { type: 'answer', answer });
  }
  clock.now = 100_000;
  if (invalid !== undefined)
    knowledge.learn(q(invalid), {
      type: 'error',
      failure: { kind: 'invalid-params', message: '', cause: undefined },
    });
  const situation = signals.reduce((now, signal) => signal(now), INITIAL_SITUATION) as Situation & {
    text: string;
  };
  return planFor(situation, {
    ref: REF,
    argument: 'a',
    minLength: given.minLength ?? 0,
    composingMs: 1_000,
    verdict: given.verdict ?? SUPPORTED,
    knowledge,
    pace: new Pace(given.debounceMs),
    isSlow: false,
    shown: given.shown,
    moment: given.moment ?? 'signal',
  });
}

/** The plan in a few words: what list, why it is empty, and what is asked when. */
function told({ show, next, hit, lead }: Plan): string {
  const { list } = show;
  const words = list
    ? [`[${list.options}]${list.provisional ? '?' : ''}`]
    : [list === undefined ? 'keep' : 'none'];
  if (show.reason && !list?.options.length) words.push(show.reason);
  if (typeof next === 'string') words.push(next);
  else words.push(`${next.explicit ? 'insist' : (next.reason ?? 'pause')} ${next.delayMs}`);
  if (hit) words.push(`hit ${hit}`);
  if (lead) words.push(`lead "${lead.value}"`);
  return words.join(', ');
}

const X: Given['answers'] = [{ text: 'x', values: ['x1', 'x2'] }];
const EMPTY: Given['answers'] = [{ text: 'x', values: [] }];
const ROOT: Given['answers'] = [{ text: '', values: ['x1', 'x2', 'y'] }];
const QUIET: Given['answers'] = ['', 'c', 'cons'].map((text) => ({ text, values: [] }));

describe('the plan', () => {
  it.each<[string, Given, string]>([
    [
      'not connected',
      {
        signals: [focused, typed('x')],
        answers: X,
        verdict: { support: 'unknown', reason: 'not-connected' },
      },
      'none, not-connected, rest',
    ],
    ['probing', { signals: [focused, typed('x')], verdict: { support: 'unknown' } }, 'none, pause 0'],
    ['not in use', { signals: [typed('x')], answers: X }, 'none, inactive, release'],
    [
      'left, the list unmoved',
      { signals: [focused, typed('x'), blurred], shown: q('x') },
      'keep, inactive, release',
    ],
    ['too short', { signals: [focused, typed('x')], answers: X, minLength: 2 }, 'none, too-short, rest'],
    ['too long', { signals: [focused, typed('x'.repeat(2_001))] }, 'none, too-long, rest'],
    ['chosen', { signals: [focused, chosen('x')], answers: X }, 'none, chosen, rest'],
    [
      'chosen, then focused again',
      { signals: [focused, chosen('x'), blurred, focused], answers: X },
      'none, chosen, rest',
    ],
    ['chosen, in another context', { signals: [focused, chosen('x'), beside({ b: '1' })] }, 'none, pause 0'],
    [
      'chosen, then asked for',
      { signals: [focused, chosen('x'), refreshed], answers: X },
      '[x1,x2], insist 0',
    ],
    [
      'filled in by the host',
      { signals: [focused, typed(''), filled('x', {})], answers: X },
      'none, chosen, rest',
    ],
    ['dismissed', { signals: [focused, typed('x'), dismissed], shown: q('x') }, 'keep, inactive, release'],
    [
      'dismissed, and the context changed',
      { signals: [focused, typed('x'), dismissed, beside({ b: '1' })], shown: q('x') },
      'none, inactive, release',
    ],
    ['composing', { signals: [focused, typed('x', true)], answers: X, shown: q('') }, 'keep, composing 1000'],
    [
      'composing in another context',
      { signals: [focused, typed('x', true), beside({ b: '1' })], shown: q('') },
      'none, composing 1000',
    ],
    ['composing for a second', { signals: [focused, typed('x', true)], moment: 'due' }, 'none, pause 0'],
    ['the first text', { signals: [focused, typed('x')] }, 'none, pause 0'],
    ['typed, nothing known', { signals: [focused, typed(''), typed('x')] }, 'none, pause 100'],
    ['typed, and rested', { signals: [focused, typed(''), typed('x')], moment: 'due' }, 'none, pause 0'],
    [
      'typed, by a pace of the host',
      { signals: [focused, typed(''), typed('x')], debounceMs: 40 },
      'none, pause 40',
    ],
    [
      'typed, narrowed from a whole list',
      { signals: [focused, typed(''), typed('x')], answers: ROOT },
      '[x1,x2]?, pause 300',
    ],
    [
      'typed, narrowed from a part',
      { signals: [focused, typed(''), typed('x')], answers: [{ ...ROOT![0]!, more: { hasMore: true } }] },
      '[x1,x2]?, pause 250',
    ],
    [
      'typed, narrowed to nothing',
      { signals: [focused, typed(''), typed('q')], answers: ROOT },
      '[]?, pause 300',
    ],
    [
      'typed, with narrowing off',
      { signals: [focused, typed(''), typed('x')], answers: ROOT, narrowing: 'off' },
      'none, pause 100',
    ],
    ['typed, fresh', { signals: [focused, typed(''), typed('x')], answers: X }, '[x1,x2], rest, hit fresh'],
    [
      'typed, fresh and empty',
      { signals: [focused, typed(''), typed('x')], answers: EMPTY },
      '[], no-values, rest, hit fresh',
    ],
    [
      'typed, stale',
      { signals: [focused, typed(''), typed('x')], answers: [{ ...X![0]!, age: 30_000 }] },
      '[x1,x2], pause 300, hit stale',
    ],
    [
      'focused, stale',
      { signals: [typed('x'), focused], answers: [{ ...X![0]!, age: 30_000 }] },
      '[x1,x2], pause 0, hit stale',
    ],
    [
      'typed, too old',
      { signals: [focused, typed(''), typed('x')], answers: [{ ...X![0]!, age: 300_000 }] },
      'none, pause 100',
    ],
    [
      'refused before',
      { signals: [focused, typed(''), typed('x')], invalid: 'x' },
      '[], invalid-params, rest',
    ],
    [
      'refused before, asked for',
      { signals: [focused, typed('x'), refreshed], invalid: 'x' },
      '[], insist 0',
    ],
    ['focused', { signals: [typed(''), focused] }, 'none, pause 0'],
    ['cleared, nothing known', { signals: [focused, typed('x'), typed('')] }, 'none, pause 0'],
    [
      'a choice edited, nothing known',
      { signals: [focused, chosen('xy'), typed('x')], debounceMs: 40 },
      'none, pause 0',
    ],
    [
      'deleting, by the default pace: the whole list is fetched ahead',
      { signals: [focused, typed('xy'), typed('x')] },
      'none, pause 100, lead ""',
    ],
    [
      'deleting, by a pace of the host',
      { signals: [focused, typed('xy'), typed('x')], debounceMs: 40 },
      'none, pause 40',
    ],
    [
      'deleting, from a length on',
      { signals: [focused, typed('xyz'), typed('xy')], minLength: 1 },
      'none, pause 100',
    ],
    [
      'deleting, the whole list known',
      { signals: [focused, typed('xy'), typed('x')], answers: ROOT },
      '[x1,x2]?, pause 300',
    ],
    [
      'a sibling changed',
      { signals: [focused, typed(''), typed('x'), beside({ b: '1' })], answers: ROOT },
      'none, pause 0',
    ],
    [
      'what was known is forgotten',
      { signals: [focused, typed(''), typed('x'), reset('reset')] },
      'none, pause 0',
    ],
    [
      'support changed',
      { signals: [focused, typed(''), typed('x'), reset('support')], answers: X },
      '[x1,x2], rest, hit fresh',
    ],
    ['quiet', { signals: [focused, typed('cons'), typed('const')], answers: QUIET }, 'none, quiet, rest'],
    ['quiet, focused', { signals: [typed('const'), focused], answers: QUIET }, '[]?, pause 0'],
    [
      'quiet, asked for',
      { signals: [focused, typed('cons'), typed('const'), refreshed], answers: QUIET },
      '[]?, insist 0',
    ],
    [
      'quiet, another text',
      { signals: [focused, typed('cons'), typed('let x')], answers: QUIET },
      '[]?, pause 100',
    ],
    [
      'a container chosen',
      { signals: [focused, container('x/')], answers: [{ text: 'x', values: ['x/'] }] },
      'none, pause 0',
    ],
    [
      'a container chosen, its children known',
      { signals: [focused, container('x/')], answers: [{ text: 'x/', values: ['x/1'] }] },
      '[x/1], rest, hit fresh',
    ],
    [
      'a container chosen, known to be empty',
      { signals: [focused, container('x/')], answers: [{ text: 'x/', values: [] }] },
      'none, chosen, rest, hit fresh',
    ],
    [
      'a container chosen, known to hold itself, long ago',
      { signals: [focused, container('x/')], answers: [{ text: 'x/', values: ['x/'], age: 40_000 }] },
      'none, pause 0, hit stale',
    ],
  ])('%s', (_what, given, expected) => {
    expect(told(plan(given))).toBe(expected);
  });

  it('carries support and text, and the question in its context', () => {
    const { show, query } = plan({ signals: [focused, typed('x'), beside({ b: '1' })] });
    expect(show).toMatchObject({ support: 'supported', value: 'x' });
    expect(query.key).toBe(q('x', { b: '1' }).key);
  });

  it('lets a prediction stand in for the request with learned narrowing, and only then', () => {
    const values = ['Java', 'JavaScript', 'Kotlin', 'Python'];
    const answers = ['', 'java', 'J', 'K'].map((text) => ({
      text,
      values: values.filter((value) => value.startsWith(text)),
    }));
    const signals = [focused, typed('P'), typed('Py')];
    expect(told(plan({ signals, answers, narrowing: 'learned' }))).toBe('[Python], rest, hit learned');
    expect(told(plan({ signals, answers, narrowing: 'display' }))).toBe('[Python]?, pause 2000');
  });
});
