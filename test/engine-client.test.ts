/** The engine's client: connections that come and go, capabilities, "method not found". */
import { BehaviorSubject, of, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompletionClient,
  type CompletionState,
  createCompletionEngine,
  promptTarget,
} from '../src/index.js';
import { FakeClient, prefixServer, rpcError } from './support/fake-client.js';
import { AB, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('the client as an observable', () => {
  it('asks the moment a client arrives, and starts afresh with each', async () => {
    const client$ = new BehaviorSubject<CompletionClient | null | undefined>(undefined);
    const engine = createCompletionEngine(client$);
    const field = engine.form(AB, { prefetch: false }).field('a');
    field.focus();
    expect(field.state).toMatchObject({ support: 'unknown', reason: 'not-connected', activity: 'idle' });
    const first = new FakeClient(prefixServer('one'));
    client$.next(first);
    await rest(1_000);
    expect(field.state).toMatchObject({ support: 'supported', options: ['one'] });
    client$.next(null);
    expect(field.state).toMatchObject({ support: 'unknown', reason: 'not-connected', options: [] });
    client$.next(first);
    expect(field.state).toMatchObject({ activity: 'loading', options: [] });
    await rest(1_000);
    const second = new FakeClient(prefixServer('two'));
    client$.next(second);
    await rest();
    expect(field.state.options).toEqual(['two']);
    expect([first.asked, second.asked]).toEqual([['', ''], ['']]);
    engine.dispose();
  });

  it('reads the capabilities at every ask, and again when the host repeats the client', async () => {
    const client = new FakeClient(prefixServer('one'));
    client.capabilities = undefined;
    const client$ = new BehaviorSubject<CompletionClient>(client);
    const engine = createCompletionEngine(client$);
    const field = engine.form(AB, { prefetch: false }).field('a');
    field.focus();
    expect(field.state.support).toBe('unknown');
    client.capabilities = { completions: {} };
    client$.next(client);
    await rest();
    expect(field.state.options).toEqual(['one']);
    client$.next(client);
    expect(field.state.options).toEqual(['one']);
    client.capabilities = {};
    field.setValue('o');
    expect(field.state).toMatchObject({ support: 'unsupported', reason: 'not-declared', options: [] });
    expect(client.asked).toEqual(['']);
    engine.dispose();
  });

  it('repeated while an explicit request is under way: its answer is still awaited, and shown', async () => {
    const client = new FakeClient(prefixServer('one'));
    const client$ = new BehaviorSubject<CompletionClient>(client);
    const engine = createCompletionEngine(client$);
    const field = engine.form(AB, { prefetch: false }).field('a');
    field.focus();
    await rest();
    client.script = () => {};
    field.refresh();
    client$.next(client);
    client$.next(client);
    expect(field.state).toMatchObject({ activity: 'loading', options: ['one'] });
    client.last().answer(['two']);
    await rest();
    expect(field.state).toMatchObject({ activity: 'idle', options: ['two'] });
    client$.next(client);
    await rest(1_000);
    expect(client.asked).toEqual(['', '']);
    engine.dispose();
  });

  it('counts an error as no client, and the end of the stream as nothing', async () => {
    const failing = createCompletionEngine(throwError(() => new Error('no transport')));
    const plain = failing.form(AB).field('a');
    plain.focus();
    expect(plain.state).toMatchObject({ support: 'unknown', reason: 'not-connected' });
    failing.dispose();

    const ended = createCompletionEngine(of(new FakeClient(prefixServer('one'))));
    const field = ended.form(AB, { prefetch: false }).field('a');
    field.focus();
    await rest();
    expect(field.state.options).toEqual(['one']);
    ended.dispose();
  });

  it.each(['waiting', 'in flight', 'in back-off'])('a new client while a request is %s', async (when) => {
    const first = new FakeClient();
    const client$ = new BehaviorSubject<CompletionClient>(first);
    const engine = createCompletionEngine(client$, { debounceMs: 100, narrowing: 'off' });
    const field = engine.form(AB, { prefetch: false }).field('a');
    field.focus();
    if (when === 'in back-off') first.script = ({ fail }) => fail(rpcError(-32603));
    for (const text of ['x', 'xy', 'xyz']) {
      field.setValue(text);
      await rest(when === 'waiting' ? 10 : 100);
    }
    const before = first.requests.length;
    const second = new FakeClient(prefixServer('xyz1'));
    client$.next(second);
    await rest();
    expect(field.state).toMatchObject({ options: ['xyz1'], activity: 'idle', value: 'xyz' });
    expect(field.state.error).toBeUndefined();
    first.requests.at(-1)?.answer(['late']);
    await rest(60_000);
    expect(field.state.options).toEqual(['xyz1']);
    expect(second.asked).toEqual(['xyz']);
    expect(first.requests).toHaveLength(before);
    expect(first.lateCancellations).toBe(0);
    engine.dispose();
  });
});

describe('A41, A42: support', () => {
  const stateOf = (capabilities: object | undefined): CompletionState => {
    const client = new FakeClient();
    client.capabilities = capabilities;
    const engine = createCompletionEngine(client);
    const field = engine.form(AB).field('a');
    field.focus();
    const { state } = field;
    engine.dispose();
    return state;
  };

  it.each([{}, { listChanged: true }, [], true, 1, 'yes'])(
    'A42: completions %j counts as declared',
    (shape) => {
      expect(stateOf({ completions: shape }).support).toBe('supported');
    },
  );

  it.each([undefined, null, false])('A42: completions %j counts as absent', (shape) => {
    expect(stateOf({ completions: shape, prompts: {} })).toMatchObject({
      support: 'unsupported',
      reason: 'not-declared',
    });
  });

  it('A41: nothing else is looked at', () => {
    expect(stateOf({ completions: {}, resources: {} }).support).toBe('supported');
    expect(stateOf({ prompts: {}, completion: {} }).support).toBe('unsupported');
    expect(stateOf(undefined)).toMatchObject({ support: 'unknown', reason: 'not-connected' });
  });
});

describe('-32601', () => {
  const refusing = () => new FakeClient(({ fail }) => fail(rpcError(-32601)));

  it('makes every field of that ref plain, seen or unseen, and an explicit request gives all another try', async () => {
    const client = refusing();
    const engine = createCompletionEngine(client);
    const form = engine.form(AB, { prefetch: false });
    const [a, b] = [form.field('a'), form.field('b')];
    const states: string[] = [];
    b.state$.subscribe(({ support }) => states.push(support));
    a.focus();
    await rest();
    const plain = { support: 'unsupported', reason: 'method-not-found' };
    expect([a.state, b.state]).toMatchObject([plain, plain]);
    const other = engine.form(promptTarget({ name: 'q', arguments: [{ name: 'a' }] })).field('a');
    expect(other.state.support).toBe('supported');

    client.script = prefixServer('one');
    a.refresh();
    await rest();
    expect(a.state).toMatchObject({ support: 'supported', options: ['one'] });
    expect(b.state.support).toBe('supported');
    expect(states).toEqual(['supported', 'unsupported', 'supported']);
    engine.dispose();
  });

  it('of a ref that has answered is a failure like any other', async () => {
    const client = new FakeClient(prefixServer('one'));
    const engine = createCompletionEngine(client, { debounceMs: 10 });
    const field = engine.form(AB, { prefetch: false }).field('a');
    field.focus();
    await rest();
    client.script = ({ fail }) => fail(rpcError(-32601));
    field.setValue('x');
    await rest(10);
    expect(field.state).toMatchObject({ support: 'supported', error: { kind: 'server', code: -32601 } });
    engine.dispose();
  });
});
