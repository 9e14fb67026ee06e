/** Answers and contexts of any size: what is remembered stays within ten million characters, and narrowing stays cheap. */
import { describe, expect, it } from 'vitest';
import { CompletionCache, type Query, queryOf } from '../../src/cache.js';
import { createCompletionEngine, promptTarget, resourceTemplateTarget } from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { FakeClient } from '../support/fake-client.js';

const MAX_WEIGHT = 10_000_000;
const LIMITS = { maxEntries: 500, freshMs: 30_000, maxAgeMs: 300_000 };
const PROMPT = { type: 'ref/prompt', name: 'p' } as const;

const full = (mark: number) => Array.from({ length: 100 }, (_, at) => `${mark}-${at}-`.padEnd(10_000, 'x'));

const sizeOf = (cache: CompletionCache, context: Record<string, string> = {}) =>
  cache.fresh(queryOf(PROMPT, 'a', '', context)).length;

const weightOf = (query: Query, values: readonly string[]) =>
  query.key.length + values.reduce((sum, value) => sum + value.length, 0);

describe('the cache', { timeout: 30_000 }, () => {
  it('holds ten million characters of the largest answers, the latest ones', () => {
    const cache = new CompletionCache(LIMITS, { now: () => 0 });
    const queries = Array.from({ length: 40 }, (_, at) => queryOf(PROMPT, 'a', `${at}`, {}));
    for (const [at, query] of queries.entries())
      cache.set(query, { values: full(at), completeness: 'stated' }, 'answer');
    expect(sizeOf(cache)).toBe(Math.floor(MAX_WEIGHT / weightOf(queries[0]!, full(0))));
    expect(cache.get(queries[0]!)).toBeUndefined();
    expect(cache.get(queries.at(-1)!)?.answer.values).toHaveLength(100);
  });

  it('counts the context that its keys repeat', () => {
    const cache = new CompletionCache(LIMITS, { now: () => 0 });
    const context = { code: 'x'.repeat(1_000_000) };
    for (let at = 0; at < 40; at++)
      cache.set(queryOf(PROMPT, 'a', `${at}`, context), { values: ['v'], completeness: 'stated' }, 'answer');
    expect(sizeOf(cache, context)).toBe(9);
  });

  it('forgets what it dropped, replaced and outlived: full again and again, it always holds as much', () => {
    let now = 0;
    const cache = new CompletionCache(LIMITS, { now: () => now });
    for (let round = 0; round < 20; round++) {
      for (let at = 0; at < 12; at++)
        cache.set(
          queryOf(PROMPT, 'a', `${at % 10}`, {}),
          { values: full(at), completeness: 'stated' },
          'answer',
        );
      expect(sizeOf(cache)).toBe(9);
      if (round % 3 === 0) cache.drop(round % 2 ? undefined : queryOf(PROMPT, 'a', '', {}).refKey);
      if (round % 3 === 1) {
        now += 400_000;
        for (let at = 0; at < 10; at++) cache.get(queryOf(PROMPT, 'a', `${at}`, {}));
      }
      if (round % 3 < 2) expect(sizeOf(cache)).toBe(0);
    }
  });

  it('keeps what people use: five hundred answers of a hundred ordinary values', () => {
    const cache = new CompletionCache(LIMITS, { now: () => 0 });
    for (let at = 0; at < 500; at++) {
      const values = Array.from({ length: 100 }, (_, row) => `an ordinary value ${at} ${row}`);
      cache.set(queryOf(PROMPT, 'a', `${at}`, {}), { values, completeness: 'stated' }, 'answer');
    }
    expect(sizeOf(cache)).toBe(500);
  });
});

it('a document beside the field, named by dependsOn, goes along at every key, and the field stays usable', {
  timeout: 30_000,
}, async () => {
  const clock = new BenchClock();
  const client = new FakeClient(({ answer }) => answer(full(0), { hasMore: true }));
  const engine = createCompletionEngine(client, { scheduler: clock, debounceMs: 0 });
  const target = promptTarget({ name: 'p', arguments: [{ name: 'code' }, { name: 'symbol' }] });
  const form = engine.form(target, {
    dependsOn: { symbol: ['code'] },
    values: { code: 'x'.repeat(2_000_000) },
  });
  const field = form.field('symbol');
  field.focus();
  for (let key = 0; key < 30; key++) {
    field.setValue(`s${key}`);
    await clock.advance(10, () => {});
    await microtasks();
  }
  expect(client.requests.length).toBe(31);
  expect(client.last().params.context?.arguments.code).toHaveLength(2_000_000);
  expect(field.state).toMatchObject({ activity: 'idle', value: 's29' });
  engine.dispose();
});

describe('a template of five thousand variables', { timeout: 60_000 }, () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `v${at}`);

  it.each([
    ['one by one', names.map((name) => `{${name}}`).join('/')],
    ['in one expression', `{${names.join(',')}}`],
    ['each twice', [...names, ...names].map((name) => `{${name}}`).join('/')],
  ])('%s, becomes a form that can be used', (_how, uriTemplate) => {
    const target = resourceTemplateTarget({ name: 't', uriTemplate });
    expect(target.arguments).toHaveLength(names.length);
    const engine = createCompletionEngine(new FakeClient(), { scheduler: new BenchClock() });
    const form = engine.form(target);
    form.setValues({ v0: 'zero', v4999: 'last' });
    form.field('v7').focus();
    form.field('v7').setValue('seven');
    expect(form.missing.length).toBeLessThanOrEqual(names.length - 3);
    expect(form.uri()).toMatch(/^zero.*seven.*last$/);
    form.dispose();
  });
});
