/** What is known of a server: what can be shown of a question now, and what each outcome teaches. */
import { describe, expect, it } from 'vitest';
import { queryOf } from '../src/cache.js';
import type { Outcome } from '../src/client.js';
import type { Failure } from '../src/errors.js';
import { Knowledge, type Narrowing } from '../src/knowledge.js';
import { decodeAnswer } from '../src/protocol.js';

const REF = { type: 'ref/prompt', name: 'p' } as const;
const q = (value: string, context: Record<string, string> = {}) => queryOf(REF, 'a', value, context);
const LIMITS = { maxEntries: 100, freshMs: 1_000, maxAgeMs: 5_000 };

function open(narrowing: Narrowing = 'display', cache = LIMITS) {
  const clock = { now: 0 };
  const scheduler = { now: () => clock.now };
  const knowledge = new Knowledge({ support: 'declared', narrowing, cache, scheduler });
  const learn = (value: string, values: readonly string[], more: object = {}, context = {}) => {
    const answer = decodeAnswer({ completion: { values, ...more } })!;
    return knowledge.learn(q(value, context), { type: 'answer', answer });
  };
  const fail = (value: string, kind: Failure['kind']): Outcome =>
    knowledge.learn(q(value), { type: 'error', failure: { kind, message: '', cause: undefined } });
  return { knowledge, clock, learn, fail, look: (value: string) => knowledge.look(q(value)) };
}

const ALL = { hasMore: false };
const hundred = (prefix: string) => Array.from({ length: 100 }, (_, i) => `${prefix}${i}`);

describe('what can be shown', () => {
  it('is nothing at first', () => {
    expect(open().look('x')).toMatchObject({ cover: 'none' });
  });

  it('is the answer to this very text: fresh, then stale, then none', () => {
    const { learn, look, clock } = open();
    learn('x', ['x1'], ALL);
    expect(look('x')).toMatchObject({ from: 'fresh', listing: { options: ['x1'], provisional: false } });
    clock.now = 1_000;
    expect(look('x')).toMatchObject({ from: 'stale', listing: { options: ['x1'] } });
    clock.now = 5_000;
    expect(look('x').listing).toBeUndefined();
  });

  it('is the nearest complete ancestor, narrowed and provisional, before a nearer partial one', () => {
    const { learn, look } = open();
    learn('', ['Python', 'PHP', 'Ruby'], ALL);
    learn('P', ['Python'], { hasMore: true });
    expect(look('Py')).toMatchObject({
      listing: { answered: 'Py', options: ['Python'], provisional: true, hasMore: false },
    });
  });

  it('is narrowed from a fresh ancestor before a nearer one that is stale', () => {
    const { learn, look, clock } = open();
    learn('P', ['Python'], ALL);
    clock.now = 1_000;
    expect(look('Py').listing).toMatchObject({ options: ['Python'], provisional: true });
    learn('', ['Python', 'Pyret', 'Ruby'], ALL);
    expect(look('Py').listing).toMatchObject({ options: ['Python', 'Pyret'], provisional: true });
    expect(look('P')).toMatchObject({ from: 'stale', listing: { options: ['Python'] } });
  });

  it('is a part of the list under a partial ancestor', () => {
    const { learn, look } = open();
    learn('', ['Python', 'Ruby'], { hasMore: true, total: 50 });
    const { listing, cover } = look('r');
    expect(listing).toEqual({ answered: 'r', options: ['Ruby'], provisional: true, hasMore: true });
    expect(cover).toBe('part');
    expect(look('z')).toMatchObject({ listing: { options: [] }, cover: 'none' });
  });

  it("is the earlier list as it was, where the server's matching is opaque", () => {
    const { learn, look } = open();
    learn('', ['b', 'a'], ALL);
    learn('x', ['a', 'b'], ALL);
    expect(look('xy')).toMatchObject({
      listing: { answered: 'x', options: ['a', 'b'], provisional: true },
      cover: 'none',
    });
  });

  it('is a part of what a longer text was answered, while deleting', () => {
    const { learn, look } = open();
    learn('pyt', ['python'], ALL);
    expect(look('py')).toMatchObject({
      listing: { options: ['python'], provisional: true, hasMore: true },
    });
  });

  it('is only the very answer with narrowing off', () => {
    const { learn, look } = open('off');
    learn('x', ['x1'], ALL);
    expect(look('x').from).toBe('fresh');
    expect(look('x1').listing).toBeUndefined();
  });

  it('is nothing without a cache', () => {
    const { learn, look } = open('display', { ...LIMITS, maxEntries: 0 });
    learn('x', ['x1'], ALL);
    expect([look('x'), look('x1')]).toEqual([{ cover: 'none' }, { cover: 'none' }]);
  });

  it('keeps contexts apart', () => {
    const { learn, knowledge } = open();
    learn('', ['x1'], ALL, { b: '1' });
    expect(knowledge.look(q('x', { b: '2' })).listing).toBeUndefined();
    expect(knowledge.look(q('x', { b: '1' })).listing).toMatchObject({ provisional: true });
  });
});

describe('a prediction', () => {
  const proved = () => {
    const session = open('learned');
    const values = ['Java', 'JavaScript', 'Kotlin', 'Python'];
    session.learn('', values, ALL);
    for (const text of ['java', 'J', 'Ja', 'K'])
      session.learn(
        text,
        values.filter((value) => value.startsWith(text)),
        ALL,
      );
    return session;
  };

  it('stands in for a request from a fresh complete ancestor', () => {
    const { look, clock } = proved();
    expect(look('Py')).toMatchObject({
      from: 'learned',
      listing: { answered: 'Py', options: ['Python'], provisional: false, hasMore: false },
    });
    clock.now = 1_000;
    expect(look('Py').listing).toMatchObject({ provisional: true });
  });

  it('is withheld after eight lists, until an answer has verified the rule', () => {
    const { look, learn } = proved();
    for (let i = 0; i < 8; i++) {
      learn('', ['Java', 'JavaScript', 'Kotlin', 'Python'], ALL);
      for (const text of ['P', 'Py', 'P']) expect(look(text).from).toBe('learned');
    }
    learn('', ['Java', 'JavaScript', 'Kotlin', 'Python'], ALL);
    for (let i = 0; i < 3; i++) expect(look('P').listing).toMatchObject({ provisional: true });
    learn('P', ['Python'], ALL);
    expect(look('Py').from).toBe('learned');
  });

  it('comes before an answer to this very text, and from a list before a nearer one, that may be out of date', () => {
    const { look, learn, clock } = proved();
    learn('Py', ['Python'], ALL);
    clock.now = 1_000;
    learn('', ['Java', 'Pyret'], ALL);
    expect(look('Py')).toMatchObject({ from: 'learned', listing: { options: ['Pyret'] } });
    expect(look('Pyr')).toMatchObject({ from: 'learned', listing: { options: ['Pyret'] } });
  });

  it('is not made with narrowing for display', () => {
    const session = open('display');
    session.learn('', ['Java', 'Python'], ALL);
    for (const text of ['java', 'J', 'Ja', 'P'])
      session.learn(text, text === 'java' ? [] : text === 'P' ? ['Python'] : ['Java'], ALL);
    expect(session.look('Py').listing).toMatchObject({ provisional: true });
  });
});

describe('a partial answer', () => {
  it('is filled up from fresh values of this context that match, after its own and without duplicates', () => {
    const { learn, look } = open();
    learn('py', ['python', 'pypy'], ALL);
    learn('p', ['perl', 'python'], { hasMore: true });
    expect(look('p').listing).toMatchObject({ options: ['perl', 'python', 'pypy'], hasMore: true });
  });

  it('never exceeds its total, nor a hundred', () => {
    const { learn, look } = open();
    learn('py', ['python', 'pypy'], ALL);
    learn('p', ['perl'], { total: 2 });
    expect(look('p').listing).toMatchObject({ options: ['perl', 'python'], total: 2, hasMore: false });
    const full = open();
    full.learn('py', ['python'], ALL);
    full.learn('p', hundred('p'), { total: 1_532 });
    expect(full.look('p').listing).toMatchObject({ options: hundred('p'), total: 1_532, hasMore: true });
  });

  it('is left as it is by stale values, under an opaque server, and with narrowing off', () => {
    const stale = open();
    stale.learn('py', ['python'], ALL);
    stale.clock.now = 1_000;
    stale.learn('p', ['perl'], { hasMore: true });
    expect(stale.look('p').listing?.options).toEqual(['perl']);
    const opaque = open();
    opaque.learn('', ['b', 'a'], ALL);
    opaque.learn('x', ['a', 'b'], ALL);
    opaque.learn('x1', ['x12'], { hasMore: true });
    expect(opaque.look('x1').listing?.options).toEqual(['x12']);
    const off = open('off');
    off.learn('py', ['python'], ALL);
    off.learn('p', ['perl'], { hasMore: true });
    expect(off.look('p').listing?.options).toEqual(['perl']);
  });
});

describe('what an outcome teaches', () => {
  it('-32602 is an empty answer for this text for as long as answers are fresh, and evidence of nothing', () => {
    const { fail, look, clock, learn, knowledge } = open();
    learn('', ['x1', 'y1'], ALL);
    fail('x', 'invalid-params');
    expect(look('x')).toMatchObject({ from: 'invalid', listing: { options: [], hasMore: false } });
    expect(look('x1').listing?.options).toEqual(['x1']);
    expect(knowledge.rules.rule(q('').argumentKey)).toBe('prefix-i');
    clock.now = 1_000;
    expect(look('x').listing).toMatchObject({ provisional: true });
  });

  it('failures and malformed answers are not remembered', () => {
    const { fail, look, knowledge } = open();
    for (const kind of ['server', 'timeout', 'disconnected', 'rate-limited', 'method-not-found'] as const)
      fail('x', kind);
    knowledge.learn(q('x'), { type: 'malformed', result: {} });
    expect(look('x').listing).toBeUndefined();
  });

  it('"method not found" of a ref that has answered, if only with -32602 or nonsense, reads as a server error', () => {
    for (const first of ['invalid-params', 'malformed'] as const) {
      const { fail, knowledge } = open();
      if (first === 'malformed') knowledge.learn(q(''), { type: 'malformed', result: {} });
      else fail('', first);
      expect(fail('x', 'method-not-found')).toMatchObject({ failure: { kind: 'server' } });
    }
    expect(open().fail('x', 'method-not-found')).toMatchObject({ failure: { kind: 'method-not-found' } });
  });

  it('three empty answers make an argument quiet, also from a server that never says hasMore', () => {
    for (const more of [ALL, {}]) {
      const { learn, knowledge } = open();
      for (const text of ['', 'c', 'cons']) learn(text, [], more);
      expect(knowledge.quiet.isQuiet(q('const'))).toBe(true);
    }
  });

  it('a value that was seen, if only in a partial answer, means that the argument is not quiet', () => {
    const { learn, knowledge } = open();
    learn('', hundred('x'));
    for (const text of ['c', 'co', 'cons']) learn(text, [], ALL);
    expect(knowledge.quiet.isQuiet(q('const'))).toBe(false);
  });

  it('an empty answer that may have more is no sign of quiet', () => {
    const { learn, knowledge } = open();
    for (const text of ['', 'c', 'cons', 'const']) learn(text, [], { hasMore: true });
    expect(knowledge.quiet.isQuiet(q('const x'))).toBe(false);
  });
});

describe('forgetting', () => {
  it('of one ref leaves the others as they are; of all leaves nothing', () => {
    const { learn, knowledge, look, fail } = open();
    const other = queryOf({ type: 'ref/prompt', name: 'p2' }, 'a', '', {});
    knowledge.learn(other, { type: 'answer', answer: { values: ['o'], completeness: 'stated' } });
    learn('', ['b', 'a'], ALL);
    learn('x', ['a', 'b'], ALL);
    knowledge.drop(other.refKey);
    expect(knowledge.look(other).listing).toBeUndefined();
    expect(look('x').from).toBe('fresh');
    expect(knowledge.rules.rule(q('').argumentKey)).toBeUndefined();
    knowledge.drop();
    expect(look('x').listing).toBeUndefined();
    expect(knowledge.rules.rule(q('').argumentKey)).toBe('prefix-i');
    expect(fail('x', 'method-not-found')).toMatchObject({ failure: { kind: 'method-not-found' } });
  });
});
