/** createCompletionEngine: options, bad calls, connections, invalidation, disposal. */
import { asyncScheduler, BehaviorSubject, EMPTY, NEVER, of, Subject, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompletionClient,
  type CompletionEngineOptions,
  type CompletionEvent,
  type CompletionRef,
  type CompletionState,
  createCompletionEngine,
  promptTarget,
} from '../src/index.js';
import { FakeClient, prefixServer, rpcError } from './support/fake-client.js';

const REF = { type: 'ref/prompt', name: 'p' } as const;
const TARGET = promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] });
const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** An engine over one client, with one field in use and all that is told recorded. */
function open(client: CompletionClient, options: CompletionEngineOptions = {}) {
  const engine = createCompletionEngine(client, options);
  const events: CompletionEvent[] = [];
  let eventsEnded = false;
  engine.events$.subscribe({ next: (event) => events.push(event), complete: () => (eventsEnded = true) });
  const states: CompletionState[] = [];
  const value$ = new BehaviorSubject('');
  let ended = false;
  const watch = () =>
    engine
      .complete({ ref: REF, argument: 'a', value$ })
      .subscribe({ next: (state) => states.push(state), complete: () => (ended = true) });
  return { engine, events, states, value$, watch, ended: () => ended, eventsEnded: () => eventsEnded };
}

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
    expect(() => engine.form(TARGET).field('c')).toThrow(/no argument "c".*"a", "b"/);
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
    const { events, value$, watch } = open(client, { debounceMs: 50, narrowing: 'off' });
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
});

describe('the client as an observable', () => {
  it('asks the moment a client arrives, and starts afresh with each', async () => {
    const client$ = new BehaviorSubject<CompletionClient | null | undefined>(undefined);
    const engine = createCompletionEngine(client$);
    const field = engine.form(TARGET, { prefetch: false }).field('a');
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
    const field = engine.form(TARGET, { prefetch: false }).field('a');
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

  it('counts an error as no client, and the end of the stream as nothing', async () => {
    const failing = createCompletionEngine(throwError(() => new Error('no transport')));
    const plain = failing.form(TARGET).field('a');
    plain.focus();
    expect(plain.state).toMatchObject({ support: 'unknown', reason: 'not-connected' });
    failing.dispose();

    const ended = createCompletionEngine(of(new FakeClient(prefixServer('one'))));
    const field = ended.form(TARGET, { prefetch: false }).field('a');
    field.focus();
    await rest();
    expect(field.state.options).toEqual(['one']);
    ended.dispose();
  });

  it.each(['waiting', 'in flight', 'in back-off'])('a new client while a request is %s', async (when) => {
    const first = new FakeClient();
    const client$ = new BehaviorSubject<CompletionClient>(first);
    const engine = createCompletionEngine(client$, { debounceMs: 100, narrowing: 'off' });
    const field = engine.form(TARGET, { prefetch: false }).field('a');
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
    const field = engine.form(TARGET).field('a');
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
    const form = engine.form(TARGET, { prefetch: false });
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
    const field = engine.form(TARGET, { prefetch: false }).field('a');
    field.focus();
    await rest();
    client.script = ({ fail }) => fail(rpcError(-32601));
    field.setValue('x');
    await rest(10);
    expect(field.state).toMatchObject({ support: 'supported', error: { kind: 'server', code: -32601 } });
    engine.dispose();
  });
});

describe('invalidate', () => {
  it('of one ref drops its answers and shown lists only; an active field asks again at once', async () => {
    const client = new FakeClient(prefixServer('one'));
    const engine = createCompletionEngine(client);
    const mine = engine.form(TARGET, { prefetch: false }).field('a');
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
    const { engine, states, watch } = open(client);
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
    const { engine, states, watch, events } = open(client);
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

  it('comes from invalidate$ as well, whose error is ignored', async () => {
    const invalidate$ = new Subject<CompletionRef | void>();
    const client = new FakeClient(prefixServer('one'));
    const { engine, watch } = open(client, { invalidate$ });
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

describe('dispose', () => {
  it.each(['idle', 'waiting', 'in flight', 'slow', 'queued', 'in back-off', 'composing'])(
    'while %s: one last idle state, everything completes, nothing is sent any more',
    async (when) => {
      const client = new FakeClient();
      const session = open(client, { debounceMs: 50, maxConcurrent: 1, narrowing: 'off' });
      const { engine, states, value$, watch } = session;
      if (when === 'queued')
        engine.complete({ ref: REF, argument: 'b', value$: new BehaviorSubject('') }).subscribe();
      if (when === 'idle') client.script = prefixServer('x');
      if (when === 'in back-off') client.script = ({ fail }) => fail(rpcError(-32603));
      const field = engine.form(TARGET).field('a');
      field.focus();
      watch();
      await rest(when === 'slow' ? 400 : 0);
      for (const text of when === 'idle' ? ['x'] : ['x', 'xy', 'xyz']) {
        if (when === 'slow' || when === 'in flight') continue;
        value$.next(text);
        field.setValue(text, { composing: when === 'composing' });
        await rest(when === 'waiting' || when === 'composing' ? 10 : 50);
      }
      const asked = client.requests.length;
      engine.dispose();
      expect(states.at(-1)).toMatchObject({ activity: 'idle', options: [], reason: 'not-connected' });
      expect(field.state).toMatchObject({ activity: 'idle', options: [], reason: 'not-connected' });
      expect([session.ended(), session.eventsEnded()]).toEqual([true, true]);
      const told = states.length;
      value$.next('later');
      field.setValue('later');
      await rest(60_000);
      expect(states).toHaveLength(told);
      expect(client.requests).toHaveLength(asked);
      expect(client.lateCancellations).toBe(0);
      expect(value$.observed).toBe(false);
    },
  );

  it('is idempotent; complete and form then throw, and handles keep their text without a word', () => {
    const client = new FakeClient();
    const engine = createCompletionEngine(client);
    const form = engine.form(TARGET, { values: { a: 'x' } });
    const pending = engine.complete({ ref: REF, argument: 'a', value$: NEVER });
    const field = form.field('a');
    engine.dispose();
    engine.dispose();
    expect(() => engine.complete({ ref: REF, argument: 'a', value$: NEVER })).toThrow(/disposed/);
    expect(() => engine.form(TARGET)).toThrow(/disposed/);
    expect(() => engine.invalidate()).not.toThrow();
    let completed = 0;
    pending.subscribe({ complete: () => completed++ });
    field.state$.subscribe({ complete: () => completed++ });
    expect(completed).toBe(2);
    field.focus();
    field.setValue('y');
    field.refresh();
    field.dismiss();
    field.blur();
    expect(field.state).toMatchObject({ value: 'y', activity: 'idle', options: [] });
    field.accept('z');
    form.setValues({ b: '1' });
    expect(form.values).toEqual({ a: 'z', b: '1' });
    expect(client.asked).toEqual([]);
  });

  it('sends nothing, whatever is done while its end is told', async () => {
    const client = new FakeClient();
    const { engine } = open(client, { narrowing: 'off' });
    const form = engine.form(TARGET);
    const field = form.field('a');
    field.focus();
    engine.events$.subscribe(({ type }) => {
      if (type !== 'cancel') return;
      field.setValue('more');
      field.refresh();
      field.accept('chosen');
      form.field('b').focus();
      engine.invalidate();
    });
    engine.dispose();
    await rest(60_000);
    expect(client.asked).toEqual(['']);
    expect(client.cancelled).toEqual(['']);
  });

  it('lets go of the streams that it was given', () => {
    const client$ = new BehaviorSubject<CompletionClient | null>(null);
    const invalidate$ = new Subject<void>();
    const engine = createCompletionEngine(client$, { invalidate$, scheduler: asyncScheduler });
    expect([client$.observed, invalidate$.observed]).toEqual([true, true]);
    engine.dispose();
    expect([client$.observed, invalidate$.observed]).toEqual([false, false]);
  });
});
