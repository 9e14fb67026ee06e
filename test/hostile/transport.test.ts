/** Transports and clients that fail by themselves, and capabilities of every shape. */
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionClient, createCompletionEngine } from '../../src/index.js';
import { GENERATIONS } from './clients.js';
import { complete, HostileServer } from './server.js';
import { DEBOUNCE_MS, open, rest, TARGET, TIMEOUT_MS } from './session.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe.each(GENERATIONS)('with $name', (generation) => {
  /** A session whose transport does this instead of sending the next `completion/complete`. */
  async function failing(fail: () => Promise<void>) {
    const server = new HostileServer({ script: ({ answer }) => answer(complete(['python'])) });
    const transport = server.transport();
    const { send } = transport;
    let broken = true;
    transport.send = (message) => {
      const asks = (message as { method?: string }).method === 'completion/complete';
      return broken && asks ? fail() : send(message);
    };
    server.transport = () => transport;
    const engine = createCompletionEngine(await generation.connect(server), {
      debounceMs: DEBOUNCE_MS,
      timeoutMs: TIMEOUT_MS,
    });
    const field = engine.form(TARGET, { prefetch: false }).field('language');
    field.focus();
    await rest(0);
    const mend = async () => {
      broken = false;
      field.setValue('py');
      await rest();
    };
    return { engine, field, mend };
  }

  it('A26: a send that throws is an error, and the next key asks', async () => {
    const { engine, field, mend } = await failing(() => {
      throw new Error('the pipe is broken');
    });
    expect(field.state).toMatchObject({ activity: 'idle', options: [], error: { kind: 'server' } });
    await mend();
    expect(field.state.options).toEqual(['python']);
    engine.dispose();
  });

  it('A26: a send that rejects is an error, and the next key asks', async () => {
    const { engine, field, mend } = await failing(() => Promise.reject(new TypeError('fetch failed')));
    expect(field.state).toMatchObject({ activity: 'idle', options: [], error: { kind: 'disconnected' } });
    await mend();
    expect(field.state.options).toEqual(['python']);
    expect(field.state.error).toBeUndefined();
    engine.dispose();
  });

  it('a send that never returns is a timeout', async () => {
    const { engine, field, mend } = await failing(() => new Promise(() => {}));
    await rest(TIMEOUT_MS);
    expect(field.state).toMatchObject({ activity: 'idle', options: [], error: { kind: 'timeout' } });
    await mend();
    expect(field.state.options).toEqual(['python']);
    engine.dispose();
  });

  it('A28, A47: a close in mid-request ends the loading at once, and the same client may connect again', async () => {
    const session = await open(generation);
    const { field, client, server, engine } = session;
    expect(field.state.activity).toMatch(/loading|slow/);
    await client.close();
    await rest(0);
    expect(field.state).toMatchObject({ activity: 'idle', options: [] });

    server.script = ({ answer }) => answer(complete(['python']));
    const again = await generation.connect(server);
    const client$ = new BehaviorSubject<CompletionClient | null>(again);
    const second = createCompletionEngine(client$, { debounceMs: DEBOUNCE_MS });
    const other = second.form(TARGET, { prefetch: false }).field('language');
    other.focus();
    await rest(0);
    expect(other.state.options).toEqual(['python']);
    await again.close();
    other.setValue('p');
    await rest();
    expect(other.value).toBe('p');
    expect(other.state.activity).toBe('idle');
    second.dispose();
    engine.dispose();
  });

  it('A14: arguments named after members of Object.prototype have lists and contexts of their own', async () => {
    const server = new HostileServer({
      script: ({ answer, params }) => answer(complete([`${params.argument.name}!`])),
    });
    const engine = createCompletionEngine(await generation.connect(server), { debounceMs: DEBOUNCE_MS });
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const form = engine.form(
      { ...TARGET, key: 'prototype', arguments: names.map((name) => ({ name, required: false })) },
      { prefetch: false },
    );
    for (const name of names) {
      const field = form.field(name);
      field.focus();
      await rest(0);
      expect(field.state.options).toEqual([`${name}!`]);
      field.blur();
    }
    form.field('__proto__').setValue('x');
    form.field('valueOf').focus();
    await rest();
    const { context } = server.last.params;
    expect(JSON.stringify(context)).toBe('{"arguments":{"__proto__":"x"}}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
    engine.dispose();
  });
});

describe('capabilities, as a client reports them', () => {
  const reporting = (capabilities: () => object | undefined) => {
    const asked: unknown[] = [];
    const client: CompletionClient = {
      getServerCapabilities: capabilities,
      complete: async (params) => {
        asked.push(params);
        return complete(['python']);
      },
    };
    const engine = createCompletionEngine(client, { debounceMs: DEBOUNCE_MS });
    const field = engine.form(TARGET, { prefetch: false }).field('language');
    field.focus();
    return { engine, field, asked };
  };

  it.each([
    { completions: {} },
    { completions: { listChanged: true } },
    { completions: [] },
    { completions: true },
  ])('A41, A42: %j is declared', async (capabilities) => {
    const { engine, field, asked } = reporting(() => capabilities);
    await rest(0);
    expect(field.state).toMatchObject({ support: 'supported', options: ['python'] });
    expect(asked).toHaveLength(1);
    engine.dispose();
  });

  it.each([
    {},
    { completions: undefined },
    { completions: null },
    { completions: false },
    { prompts: {}, completion: {} },
  ])('A41, A42: %j is not declared', async (capabilities) => {
    const { engine, field, asked } = reporting(() => capabilities);
    await rest();
    expect(field.state).toMatchObject({ support: 'unsupported', reason: 'not-declared' });
    expect(asked).toEqual([]);
    engine.dispose();
  });

  it('a client that cannot say, or throws, counts as not connected', async () => {
    for (const capabilities of [
      () => undefined,
      () => {
        throw new Error('not connected');
      },
    ]) {
      const { engine, field, asked } = reporting(capabilities);
      field.setValue('p');
      await rest();
      expect(field.state).toMatchObject({ support: 'unknown', reason: 'not-connected', value: 'p' });
      expect(asked).toEqual([]);
      engine.dispose();
    }
  });
});
