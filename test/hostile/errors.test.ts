/** Errors, refusals, rate limits and broken connections, through the real clients of both SDK generations. */
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionClient, createCompletionEngine, promptTarget } from '../../src/index.js';
import { GENERATIONS } from './clients.js';
import { complete, HostileServer } from './server.js';
import { DEBOUNCE_MS, open, REST_MS, rest, TARGET } from './session.js';

const good =
  (values: readonly string[]) =>
  ({ answer }: { answer(result: unknown): void }) =>
    answer(complete(values));
const refuse =
  (code: number, more: object = {}) =>
  ({ fail }: { fail(error: unknown): void }) =>
    fail({ code, message: 'refused', ...more });

describe.each(GENERATIONS)('with $name', (generation) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('A26: one rejection does not end the stream', async () => {
    const session = await open(generation, { script: refuse(-32603) });
    expect(session.field.state).toMatchObject({ error: { kind: 'server', code: -32603 } });
    session.server.script = good(['abc']);
    await session.type('ab');
    expect(session.field.state.options).toEqual(['abc']);
    expect(session.field.state.error).toBeUndefined();
    await session.close();
  });

  it('A27: an error is not remembered as an empty answer', async () => {
    const session = await open(generation, { script: good([]) });
    session.server.script = refuse(-32603);
    await session.type('a');
    session.server.script = good(['abc']);
    await session.type('');
    await session.type('a');
    expect(session.field.state.options).toEqual(['abc']);
    expect(session.server.asked.filter(({ value }) => value === 'a')).toHaveLength(2);
    await session.close();
  });

  it('A43: declared but not implemented: no error, a plain field, and the ref is left alone', async () => {
    const session = await open(generation, { script: refuse(-32601) });
    const { field, form, server } = session;
    expect(field.state).toMatchObject({ support: 'unsupported', reason: 'method-not-found', options: [] });
    expect(field.state.error).toBeUndefined();
    await session.type('p');
    form.field('framework').focus();
    await session.type('py');
    expect(server.asked).toHaveLength(1);

    const other = session.engine.form(promptTarget({ name: 'other', arguments: [{ name: 'x' }] })).field('x');
    other.focus();
    await rest();
    expect(server.asked).toHaveLength(2);
    await session.close();
  });

  it('A43: invalidate gives a refused ref another try', async () => {
    const session = await open(generation, { script: refuse(-32601) });
    session.server.script = good(['python']);
    session.engine.invalidate();
    await rest();
    expect(session.field.state).toMatchObject({ support: 'supported', options: ['python'] });
    await session.close();
  });

  it('A44: -32602 is no suggestions for this text, quietly, and other refs are unaffected', async () => {
    const session = await open(generation, { script: refuse(-32602) });
    const { field, server } = session;
    expect(field.state).toMatchObject({ support: 'supported', reason: 'invalid-params', options: [] });
    expect(field.state.error).toBeUndefined();
    await session.type('p');
    await session.type('');
    expect(server.asked.map(({ value }) => value)).toEqual(['', 'p']);

    server.script = good(['a']);
    const other = session.engine.form(promptTarget({ name: 'other', arguments: [{ name: 'x' }] })).field('x');
    other.focus();
    await rest();
    expect(other.state.options).toEqual(['a']);
    await session.close();
  });

  it('C3: -32602 after good answers empties the list and keeps the text', async () => {
    const session = await open(generation, { script: good(['python']) });
    session.server.script = refuse(-32602);
    await session.type('py');
    expect(session.field.state).toMatchObject({ value: 'py', options: [], reason: 'invalid-params' });
    expect(session.field.state.error).toBeUndefined();
    await session.close();
  });

  it.each([-32603, -32700, -32600, -32042, 0, 1, 500])(
    'A45: error %i is set beside the last good list, and the next key asks again',
    async (code) => {
      const session = await open(generation, { script: good(['python', 'perl']) });
      session.server.script = refuse(code);
      await session.type('p');
      const { state } = session.field;
      expect(state).toMatchObject({ value: 'p', activity: 'idle', error: { kind: 'server', code } });
      session.server.script = good(['python']);
      await session.type('py');
      expect(session.field.state.options).toEqual(['python']);
      expect(session.field.state.error).toBeUndefined();
      await session.close();
    },
  );

  it('data.retryAfter holds typing back that many seconds, and an explicit request overrides it', async () => {
    const session = await open(generation, { script: refuse(-32000, { data: { retryAfter: 7 } }) });
    const { field, server } = session;
    expect(field.state.error).toMatchObject({ kind: 'rate-limited' });
    server.script = good(['python']);
    await session.type('p');
    expect(server.asked).toHaveLength(1);
    await rest(7_000 - 2 * REST_MS);
    expect(server.asked).toHaveLength(1);
    await rest(REST_MS * 2);
    expect(server.asked.map(({ value }) => value)).toEqual(['', 'p']);
    expect(field.state.options).toEqual(['python']);

    server.script = refuse(-32000, { data: { retryAfter: 60 } });
    await session.type('q');
    server.script = good(['qbasic']);
    field.refresh();
    await rest(0);
    expect(field.state.options).toEqual(['qbasic']);
    await session.close();
  });

  it.each([-1, '7', null, Number.MAX_VALUE, 1e300])(
    'a retryAfter of %s stops nothing for good',
    async (retryAfter) => {
      const session = await open(generation, { script: refuse(-32000, { data: { retryAfter } }) });
      session.server.script = good(['python']);
      session.field.refresh();
      await rest(0);
      expect(session.field.state.options).toEqual(['python']);
      await session.close();
    },
  );

  it('repeated failures are spaced out, and nothing repeats by itself', async () => {
    const session = await open(generation, { script: refuse(-32603) });
    const { field, server } = session;
    await rest(600_000);
    expect(server.asked).toHaveLength(1);
    for (const text of ['a', 'ab', 'abc', 'abcd']) await session.type(text);
    expect(server.asked.length).toBeLessThanOrEqual(3);
    server.script = good(['abcde']);
    await rest(60_000);
    expect(field.state.options).toEqual(['abcde']);
    expect(server.last.value).toBe('abcd');
    await session.close();
  });

  it('A47: the connection drops mid-request: idle at once, and a new connection starts afresh', async () => {
    const first = new HostileServer({ script: good(['from the first']) });
    const second = new HostileServer({ script: good(['from the second']), capabilities: {} });
    const third = new HostileServer({ script: good(['from the third']) });
    const client$ = new BehaviorSubject<CompletionClient | null>(await generation.connect(first));
    const engine = createCompletionEngine(client$, { debounceMs: DEBOUNCE_MS, narrowing: 'off' });
    const field = engine.form(TARGET, { prefetch: false }).field('language');
    field.focus();
    await rest();
    expect(field.state.options).toEqual(['from the first']);

    first.script = () => {};
    field.setValue('p');
    await rest();
    expect(field.state.activity).toMatch(/loading|slow/);
    first.last.hangUp();
    await rest(0);
    expect(field.state.activity).toBe('idle');
    client$.next(null);
    expect(field.state).toMatchObject({ support: 'unknown', value: 'p', activity: 'idle' });

    client$.next(await generation.connect(second));
    expect(field.state).toMatchObject({ support: 'unsupported', options: [] });
    field.setValue('py');
    await rest();
    expect(second.asked).toHaveLength(0);

    client$.next(await generation.connect(third));
    await rest();
    expect(field.state).toMatchObject({ support: 'supported', options: ['from the third'], value: 'py' });
    first.last.answer(complete(['from a dead connection']));
    first.last.hangUp();
    await rest();
    expect(field.state).toMatchObject({ support: 'supported', options: ['from the third'] });
    field.setValue('');
    await rest();
    expect(field.state.options).toEqual(['from the third']);
    engine.dispose();
  });

  it('A40: a server that declares nothing gets nothing, whatever the person does', async () => {
    const session = await open(generation, { capabilities: { prompts: {} }, script: good(['python']) });
    const { field, server } = session;
    await session.type('p');
    field.refresh();
    field.blur();
    field.focus();
    field.accept('python');
    session.engine.invalidate();
    await rest(60_000);
    expect(field.state).toMatchObject({ support: 'unsupported', reason: 'not-declared', value: 'python' });
    expect(server.wire.entries.filter(({ message }) => /complet|cancel/.test(message.method ?? ''))).toEqual(
      [],
    );
    await session.close();
  });

  it('a server that completes without declaring it is asked with support: probe', async () => {
    const session = await open(generation, {
      capabilities: { prompts: {} },
      script: good(['python']),
      engine: { support: 'probe' },
    });
    await rest();
    expect(session.field.state).toMatchObject({ support: 'supported', options: ['python'] });
    await session.close();
  });

  it('probing a server that refuses leaves a plain field, and asks once', async () => {
    const session = await open(generation, {
      capabilities: { prompts: {} },
      script: refuse(-32601),
      engine: { support: 'probe' },
    });
    await session.type('p');
    await session.type('py');
    expect(session.server.asked).toHaveLength(1);
    expect(session.field.state).toMatchObject({ support: 'unsupported', options: [] });
    await session.close();
  });
});
