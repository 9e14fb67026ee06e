/** Generated sessions are the same everywhere, and say what they are meant to say. */
import { describe, expect, it } from 'vitest';
import { generate, TYPISTS } from './generate.js';
import { requestPerKey } from './policies/per-key.js';
import { replay } from './replay.js';
import { LONG, SESSIONS } from './sessions.js';
import type { FormModel } from './trace.js';

const forms: Record<string, FormModel> = {
  form: {
    first: { values: ['alpha', 'beta', 'gamma'], match: 'prefix' },
    second: { values: { alpha: ['one', 'two'], beta: ['two'] }, by: 'first', match: 'prefix' },
  },
};
const plan = { name: 'plan', about: '', forms, typist: TYPISTS.average, visits: 10 };

describe('a generated session', () => {
  it('is the same for the same name, and another for another', () => {
    expect(generate(plan)).toEqual(generate(plan));
    expect(generate({ ...plan, name: 'other' })).not.toEqual(generate(plan));
  });

  it('holds the habits of its typist', () => {
    const events = (typist: keyof typeof TYPISTS) =>
      generate({ ...plan, typist: TYPISTS[typist], visits: 40 }).visits.flatMap((visit) => visit.events);
    const share = (typist: keyof typeof TYPISTS, what: string) =>
      events(typist).filter((event) => event[2] === what).length / events(typist).length;
    expect(share('pasting', 'paste')).toBeGreaterThan(0.1);
    expect(share('average', 'paste')).toBe(0);
    expect(share('hopping', 'focus')).toBeGreaterThan(share('average', 'focus'));
    const keys = (typist: keyof typeof TYPISTS) =>
      events(typist).filter((event) => event[2] === 'type').length;
    expect(keys('correcting')).toBeGreaterThan(1.2 * keys('average'));
  });

  it('names only fields of its form', () => {
    for (const session of SESSIONS)
      for (const { form, events } of session.visits)
        for (const [, field] of events) expect(Object.keys(session.forms[form]!)).toContain(field);
  });

  it('gives every right list to a policy that asks at every key and is answered at once', async () => {
    for (const session of SESSIONS) {
      if (session.perSecond !== undefined) continue;
      const score = await replay(session, requestPerKey, { ms: 0, kind: 'fixed' });
      expect(score.blindMs, session.name).toBe(0);
    }
  });

  it('is as long as it says', () => {
    for (const session of LONG) expect(session.visits).toHaveLength(50);
  });
});
