/** Changes from outside that come in a stream: a sibling that a program writes word by word, a server that never stops telling. */
import { BehaviorSubject, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type CompletionClient, createCompletionEngine, promptTarget } from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { FakeClient } from '../support/fake-client.js';

const TARGET = promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] });

/** A field in use whose list has been asked for. */
async function setUp() {
  const clock = new BenchClock();
  const client = new FakeClient(({ params, answer }) => answer([params.context?.arguments.b ?? 'none']));
  const client$ = new BehaviorSubject<CompletionClient | null>(client);
  const invalidate$ = new Subject<void>();
  const engine = createCompletionEngine(client$, { scheduler: clock, invalidate$ });
  const form = engine.form(TARGET);
  const field = form.field('a');
  const rest = async (ms: number) => {
    await clock.advance(ms, () => {});
    await microtasks();
  };
  field.focus();
  await rest(2_000);
  client.requests.length = 0;
  return { client, client$, invalidate$, form, field, rest };
}

describe('for the field in use', { timeout: 30_000 }, () => {
  it('a sibling changed once, and once more, is asked with at once', async () => {
    const { client, form, field, rest } = await setUp();
    for (const b of ['x', 'y']) {
      form.setValues({ b });
      expect(client.last().params.context).toEqual({ arguments: { b } });
      await rest(0);
      expect(field.state.options).toEqual([b]);
    }
  });

  it('a sibling that a program writes at fifty words a second is asked with when it rests', async () => {
    const { client, form, field, rest } = await setUp();
    let text = '';
    for (let word = 0; word < 500; word++) {
      text += `w${word} `;
      form.setValues({ b: text.slice(-1_000) });
      await rest(20);
    }
    expect(client.requests.length).toBeLessThanOrEqual(2);
    await rest(250);
    expect(client.requests.length).toBeLessThanOrEqual(3);
    expect(field.state).toMatchObject({ activity: 'idle', options: [text.slice(-1_000)] });
  });

  it('a person who types meanwhile is answered as ever', async () => {
    const { client, form, field, rest } = await setUp();
    for (let word = 0; word < 100; word++) {
      form.setValues({ b: `w${word}` });
      await rest(20);
    }
    field.setValue('p');
    await rest(150);
    expect(client.last().value).toBe('p');
    expect(field.state).toMatchObject({ value: 'p', activity: 'idle', options: ['w99'] });
  });

  it('a server whose list_changed never stops is asked a few times a second, not at each', async () => {
    const { client, invalidate$, field, rest } = await setUp();
    for (let ms = 0; ms < 2_000; ms++) {
      invalidate$.next();
      await rest(1);
    }
    expect(client.requests.length).toBeGreaterThan(2);
    expect(client.requests.length).toBeLessThanOrEqual(2 + 2_000 / 100);
    await rest(250);
    expect(field.state).toMatchObject({ activity: 'idle', options: ['none'] });
  });

  it('a connection that comes and goes is asked a few times a second', async () => {
    const { client, client$, field, rest } = await setUp();
    for (let ms = 0; ms < 2_000; ms++) {
      client$.next(null);
      client$.next(client);
      await rest(1);
    }
    expect(client.requests.length).toBeLessThanOrEqual(2 + 2_000 / 100);
    await rest(250);
    expect(field.state).toMatchObject({ support: 'supported', activity: 'idle', options: ['none'] });
  });
});
