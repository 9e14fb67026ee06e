/** createCompletionEngine: bad calls, cold pipelines, events, invalidation. */
import { BehaviorSubject, EMPTY, of, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompletionClient,
  type CompletionRef,
  createCompletionEngine,
  promptTarget,
} from '../src/index.js';
import { FakeClient, prefixServer, rpcError } from './support/fake-client.js';
import { AB, openEngine, REF, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('bad calls say what is wrong', () => {
  const wrong = (value: unknown) => value as never;

  it.each([undefined, null, {}, { complete() {} }, 'client'])('a client that is %j', (client) => {
    expect(() => createCompletionEngine(wrong(client))).toThrow(/needs an MCP client/);
  });

  it.each([
    [undefined, /ref/],
    [{}, /ref/],
    [{ ref: { type: 'ref/tool', name: 'x' }, argument: 'a', value$: EMPTY }, /ref/],
    [{ ref: { type: 'ref/prompt', uri: 'x' }, argument: 'a', value$: EMPTY }, /ref/],
    [{ ref: REF, value$: EMPTY }, /argument/],
    [{ ref: REF, argument: 'a', value$: 'text' }, /value\$/],
  ])('complete(%j)', (binding, message) => {
    const engine = createCompletionEngine(new FakeClient());
    expect(() => engine.complete(wrong(binding))).toThrow(TypeError);
    expect(() => engine.complete(wrong(binding))).toThrow(message);
  });

  it('form() without a target, and field() of an unknown name', () => {
    const engine = createCompletionEngine(new FakeClient());
    expect(() => engine.form(wrong({ name: 'p' }))).toThrow(/promptTarget/);
    expect(() => engine.form(AB).field('c')).toThrow(/no argument "c".*"a","b"/);
  });
});

describe('complete', () => {
  it('B50: a pipeline that was left holds on to nothing, a thousand times over, and nothing is asked any more', async () => {
    const client = new FakeClient();
    const engine = createCompletionEngine(client);
    const streams = {
      value$: new BehaviorSubject('x'),
      context$: new BehaviorSubject({ b: '1' }),
      active$: new BehaviorSubject(true),
      composing$: new BehaviorSubject(false),
      refresh$: new Subject<void>(),
    };
    const states$ = engine.complete({ ref: REF, argument: 'a', ...streams });
    for (let i = 0; i < 1_000; i++) states$.subscribe().unsubscribe();
    for (const stream of Object.values(streams)) expect(stream.observed).toBe(false);
    const { length } = client.requests;
    streams.value$.next('xy');
    streams.refresh$.next();
    engine.invalidate();
    await rest(60_000);
    expect(client.requests).toHaveLength(length);
    expect(client.cancelled).toHaveLength(length);
    engine.dispose();
  });

  it('is cold: nothing is asked before a subscription, and two share one request', async () => {
    const client = new FakeClient();
    const engine = createCompletionEngine(client);
    const states$ = engine.complete({ ref: REF, argument: 'a', value$: of('x') });
    expect(client.requests).toEqual([]);
    const heard: string[][] = [[], []];
    for (const told of heard)
      states$.subscribe({ next: ({ activity }) => told.push(activity), complete: () => told.push('end') });
    expect(client.requests).toHaveLength(1);
    client.last().answer(['x1']);
    await rest();
    expect(heard).toEqual([
      ['waiting', 'loading', 'idle', 'end'],
      ['waiting', 'loading', 'idle', 'end'],
    ]);
    engine.dispose();
  });

  it('one of two that share a request may leave without cancelling it', async () => {
    const client = new FakeClient();
    const engine = createCompletionEngine(client);
    const states$ = engine.complete({ ref: REF, argument: 'a', value$: new BehaviorSubject('x') });
    const first = states$.subscribe();
    const second = states$.subscribe();
    first.unsubscribe();
    expect(client.cancelled).toEqual([]);
    second.unsubscribe();
    expect(client.cancelled).toEqual(['x']);
    engine.dispose();
  });

  it('ends after invalidation or a new client, though its text has ended', async () => {
    for (const act of ['invalidate', 'client'] as const) {
      const client = new FakeClient();
      const client$ = new BehaviorSubject<CompletionClient>(client);
      const engine = createCompletionEngine(client$);
      const told: string[] = [];
      engine
        .complete({ ref: REF, argument: 'a', value$: of('x') })
        .subscribe({ next: ({ activity }) => told.push(activity), complete: () => told.push('end') });
      if (act === 'invalidate') engine.invalidate();
      else client$.next(new FakeClient());
      expect(told).toEqual(['waiting', 'loading', 'idle', 'end']);
      expect(client.cancelled).toEqual(['x']);
      engine.dispose();
    }
  });
});

describe('events$', () => {
  it('tells every request, answer, cancellation, failure and cache hit, with timings', async () => {
    const client = new FakeClient();
    const { events, value$, watch } = openEngine(client, { debounceMs: 50, narrowing: 'off' });
    const subscription = watch();
    await rest(20);
    client.last().answer(['x'], { hasMore: false });
    await rest();
    value$.next('n');
    await rest(50);
    value$.next('');
    await rest(5);
    value$.next('q');
    await rest(50);
    client.last().fail(rpcError(-32603));
    await rest();
    value$.next('r');
    await rest(50);
    client.last().result('nonsense');
    await rest();
    subscription.unsubscribe();
    const query = { ref: REF, argument: 'a', context: {} };
    expect(events).toEqual([
      { type: 'request', id: 1, prefetch: false, query: { ...query, value: '' }, at: expect.any(Number) },
      expect.objectContaining({ type: 'answer', id: 1, durationMs: 20, answer: expect.anything() }),
      expect.objectContaining({ type: 'request', id: 2 }),
      expect.objectContaining({ type: 'hit', source: 'fresh', query: { ...query, value: '' } }),
      expect.objectContaining({ type: 'cancel', id: 2, durationMs: 0 }),
      expect.objectContaining({ type: 'request', id: 3 }),
      expect.objectContaining({ type: 'error', failure: expect.objectContaining({ code: -32603 }) }),
      expect.objectContaining({ type: 'request', id: 4 }),
      expect.objectContaining({ type: 'malformed', result: 'nonsense' }),
    ]);
    expect(events.every(({ at }, i) => i === 0 || at >= events[i - 1]!.at)).toBe(true);
  });

  it('tells a stale hit once for one question, though answers for its beginnings come in meanwhile', async () => {
    const client = new FakeClient(prefixServer('abc'));
    const { engine, events, value$, watch } = openEngine(client, {
      debounceMs: 50,
      cache: { freshMs: 1_000 },
    });
    watch();
    value$.next('ab');
    await rest(1_050);
    client.script = () => {};
    value$.next('a');
    await rest(50);
    value$.next('ab');
    client.last('a').answer(['abc'], { hasMore: false });
    await rest(50);
    client.last('ab').answer(['abc'], { hasMore: false });
    await rest();
    expect(
      events.flatMap((event) => (event.type === 'hit' ? [`${event.source} ${event.query.value}`] : [])),
    ).toEqual(['stale ab']);
    engine.dispose();
  });
});

describe('invalidate', () => {
  it('of one ref drops its answers and shown lists only; an active field asks again at once', async () => {
    const client = new FakeClient(prefixServer('one'));
    const engine = createCompletionEngine(client);
    const mine = engine.form(AB, { prefetch: false }).field('a');
    const theirs = engine.form(promptTarget({ name: 'q', arguments: [{ name: 'a' }] })).field('a');
    for (const field of [theirs, mine]) {
      field.focus();
      await rest();
    }
    theirs.blur();
    client.script = prefixServer('two');
    engine.invalidate(REF);
    expect(mine.state).toMatchObject({ options: [], activity: 'loading' });
    await rest();
    expect(mine.state.options).toEqual(['two']);
    expect(theirs.state.options).toEqual(['one']);
    engine.invalidate();
    expect(theirs.state).toMatchObject({ options: [], reason: 'inactive', activity: 'idle' });
    await rest();
    expect(client.asked).toEqual(['', '', '', '']);
    engine.dispose();
  });

  it('discards an answer in flight, cancelled once', async () => {
    const client = new FakeClient();
    const { engine, states, watch } = openEngine(client);
    watch();
    engine.invalidate();
    expect(client.cancelled).toEqual(['']);
    client.requests[0]?.answer(['outdated']);
    client.requests[1]?.answer(['new']);
    await rest();
    expect(states.flatMap(({ options }) => options)).toEqual(['new']);
    engine.dispose();
  });

  it('discards an answer that is just being told', async () => {
    const client = new FakeClient();
    const { engine, states, watch, events } = openEngine(client);
    watch();
    const done = engine.events$.subscribe(({ type }) => {
      if (type !== 'answer') return;
      done.unsubscribe();
      engine.invalidate();
    });
    client.requests[0]?.answer(['outdated']);
    await rest();
    client.requests[1]?.answer(['new']);
    await rest();
    expect(states.flatMap(({ options }) => options)).toEqual(['new']);
    expect(events.filter(({ type }) => type === 'cancel')).toEqual([]);
    engine.dispose();
  });

  it.each([true, 'alice', { id: 7 }, null])('takes %j from invalidate$ for all', async (signedIn) => {
    const invalidate$ = new Subject<CompletionRef | void>();
    const client = new FakeClient(prefixServer('one'));
    const { engine, watch } = openEngine(client, { invalidate$ });
    watch();
    await rest();
    invalidate$.next(signedIn as never);
    expect(client.asked).toEqual(['', '']);
    engine.dispose();
  });

  it('comes from invalidate$ as well, whose error is ignored', async () => {
    const invalidate$ = new Subject<CompletionRef | void>();
    const client = new FakeClient(prefixServer('one'));
    const { engine, watch } = openEngine(client, { invalidate$ });
    watch();
    await rest();
    invalidate$.next();
    invalidate$.next({ type: 'ref/resource', uri: 'p' });
    invalidate$.next(REF);
    expect(client.asked).toEqual(['', '', '']);
    invalidate$.error(new Error('gone'));
    await rest(1_000);
    engine.invalidate(REF);
    expect(client.asked).toHaveLength(4);
    engine.dispose();
    expect(invalidate$.observed).toBe(false);
  });
});

it("takes of a binding what is its own: a host's other members are none of the engine's options", async () => {
  const client = new FakeClient();
  const { engine } = openEngine(client);
  const binding = {
    ref: REF,
    argument: 'a',
    value$: of('x'),
    composingMs: 5,
    verdict: 'mine',
    knowledge: null,
  };
  engine.complete(binding).subscribe();
  expect(client.asked).toEqual(['x']);
  engine.dispose();
});
