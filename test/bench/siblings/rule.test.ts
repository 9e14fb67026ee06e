/** The rule that is tried out does what it says, and what it says is why the engine does without it. */
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { enginePolicy } from '../policies/engine.js';
import { replay } from '../replay.js';
import { DEPENDENT, INDEPENDENT } from './populations.js';
import { SiblingLearner, type SiblingRule } from './rule.js';

const RULE: SiblingRule = { equal: 2, values: 2, freshMs: 30_000 };

/** Answers by the value of the one sibling, `s`, and counts. */
function setUp(answers: Record<string, readonly string[]>) {
  let asked = 0;
  const client = {
    getServerCapabilities: () => ({ completions: {} }),
    complete: async (params: { context?: { arguments?: Record<string, string> } | undefined }) => {
      asked++;
      return { completion: { values: answers[params.context?.arguments?.s ?? ''] ?? [] } };
    },
  };
  const learner = new SiblingLearner(RULE, client, new VirtualTimeScheduler());
  const ask = (s: string) =>
    learner.complete({
      ref: { type: 'ref/prompt', name: 'form' },
      argument: { name: 'a', value: '' },
      context: { arguments: { s } },
    });
  return { ask, asked: () => asked };
}

const values = ['x', 'y'];

describe('the rule', () => {
  it('reuses an answer once so many further values of the sibling were answered alike', async () => {
    const { ask, asked } = setUp({ one: values, two: values, three: values, four: values });
    for (const s of ['one', 'two', 'three']) await ask(s);
    expect(asked()).toBe(3);
    expect(await ask('four')).toEqual({ completion: { values } });
    expect(asked()).toBe(3);
  });

  it('takes short answers and repeated ones for no proof', async () => {
    const short = setUp({ one: ['x'], two: ['x'], three: ['x'], four: ['x'] });
    for (const s of ['one', 'two', 'three', 'four']) await short.ask(s);
    expect(short.asked()).toBe(4);
    const repeated = setUp({ one: values, two: values, three: values });
    for (const s of ['one', 'two', 'one', 'two', 'three']) await repeated.ask(s);
    expect(repeated.asked()).toBe(3);
  });

  it('asks for good once an answer differed', async () => {
    const { ask, asked } = setUp({ one: values, two: ['z', 'y'], three: values, four: values, five: values });
    for (const s of ['one', 'two', 'three', 'four', 'five']) await ask(s);
    expect(asked()).toBe(5);
  });
});

describe('why the engine does without it', () => {
  const at100 = { ms: 100, kind: 'fixed' } as const;
  const strictest: SiblingRule = { equal: 5, values: 3, freshMs: 30_000 };

  it('is finally wrong where answers usually coincide, even after five equal answers of three values', async () => {
    const { sessions } = DEPENDENT.find(({ name }) => name === 'adversarial')!;
    let wrong = 0;
    for (const session of sessions) {
      const policy = enginePolicy();
      const score = await replay(
        session,
        (client, clock) => policy(new SiblingLearner(strictest, client, clock), clock),
        at100,
      );
      wrong += score.wrongFinalMs;
    }
    expect(wrong).toBeGreaterThan(0);
  });

  it('saves less than `dependsOn`, which is never wrong', async () => {
    for (const { sessions } of INDEPENDENT) {
      const session = sessions[0]!;
      const policy = enginePolicy();
      const learned = await replay(
        session,
        (client, clock) => policy(new SiblingLearner(strictest, client, clock), clock),
        at100,
      );
      const dependsOn = { region: [], team: [], repository: [] };
      const told = await replay(
        session,
        enginePolicy({}, () => ({ dependsOn })),
        at100,
      );
      expect(told.requests).toBeLessThan(learned.requests);
      expect(told.wrongFinalMs).toBe(0);
    }
  });
});
