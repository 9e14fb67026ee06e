/** What the model test has found, each fault in the fewest steps that showed it. */
import { BehaviorSubject } from 'rxjs';
import { expect, it } from 'vitest';
import {
  type CompletionClient,
  type CompletionEngineOptions,
  createCompletionEngine,
  type FormOptions,
  promptTarget,
} from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { FakeClient, rpcError } from '../support/fake-client.js';

const TARGET = promptTarget({ name: 'p', arguments: ['a', 'b', 'c'].map((name) => ({ name })) });

function open(options: CompletionEngineOptions = {}, form: FormOptions = {}) {
  const clock = new BenchClock();
  const client = new FakeClient();
  const client$ = new BehaviorSubject<CompletionClient | null>(client);
  const engine = createCompletionEngine(client$, { scheduler: clock, ...options });
  const [a, b, c] = engine.form(TARGET, form).fields;
  /** Lets so much time pass, and every promise keep up. */
  const pass = async (ms = 0) => {
    await microtasks();
    await clock.advance(ms, () => {});
  };
  const asked = () =>
    client.requests.map(({ params: { argument } }) => `${argument.name} "${argument.value}"`);
  return { clock, client, client$, engine, a: a!, b: b!, c: c!, pass, asked };
}

it('setValues does not ask the old text in the new context', async () => {
  const { engine, asked, client, pass } = open();
  const form = engine.form(TARGET);
  form.field('b').focus();
  form.setValues({ b: 'new', c: 'sibling' });
  await pass(500);
  expect(asked()).toEqual(['b ""']);
  expect(client.cancelled).toEqual(['']);
});

it('a request that a blur left under way is cancelled once its context is no more', async () => {
  const { a, b, client } = open();
  b.focus();
  b.blur();
  expect(client.cancelled).toEqual([]);
  a.setValue('x');
  expect(client.cancelled).toEqual(['']);
});

it('so it is when an excluded sibling changed before', async () => {
  const { a, b, c, client } = open({}, { exclude: ['b'] });
  c.focus();
  c.blur();
  b.setValue('secret');
  a.setValue('x');
  expect(client.cancelled).toEqual(['']);
});

it('a text set without a word of composing ends the composition', async () => {
  const { a, asked, pass } = open({ debounceMs: 50 });
  a.focus();
  a.setValue('k', { composing: true });
  a.setValue('ka');
  await pass(50);
  expect(asked()).toEqual(['a ""', 'a "ka"']);
});

it('an explicit request on one field of a refused ref lets its siblings ask again', async () => {
  const { a, b, client, pass } = open();
  a.focus();
  client.last().fail(rpcError(-32601));
  await pass();
  b.focus();
  expect([a, b].map(({ state }) => state.support)).toEqual(['unsupported', 'unsupported']);
  a.refresh();
  expect([a, b].map(({ state }) => state.support)).toEqual(['supported', 'supported']);
});

it('a queued request is not let out by the cancellation of its own ancestor', async () => {
  const { client, engine, pass } = open({ maxConcurrent: 1, debounceMs: 0 });
  const value$ = new BehaviorSubject('a');
  engine.complete({ ref: TARGET.ref, argument: 'a', value$ }).subscribe();
  value$.next('ab');
  value$.next('x');
  await pass();
  expect(client.asked).toEqual(['a', 'x']);
});

it('a queued request of a sibling is not let out in the old context', async () => {
  const { a, b, asked, client } = open({ maxConcurrent: 1, narrowing: 'off' });
  b.focus();
  a.focus();
  b.setValue('x');
  expect(asked()).toEqual(['b ""', 'a ""']);
  expect(client.last().params.context).toEqual({ arguments: { b: 'x' } });
});

it('a queued request does not go out after a blur', async () => {
  const { a, b, asked, client, pass } = open({ maxConcurrent: 1 });
  a.focus();
  b.focus();
  b.blur();
  client.last().answer([]);
  await pass(1_000);
  expect(asked()).toEqual(['a ""']);
});

it('a queued request waits when its turn comes while the connection backs off, unless a person insists', async () => {
  const { a, b, asked, client, pass } = open({ maxConcurrent: 1 });
  a.focus();
  b.focus();
  client.last().fail(rpcError(-32603, { retryAfter: 5 }));
  await pass();
  expect(asked()).toEqual(['a ""']);
  expect(b.state).toMatchObject({ activity: 'waiting', reason: 'backing-off' });
  await pass(5_000);
  expect(asked()).toEqual(['a ""', 'b ""']);

  a.refresh();
  client.last().fail(rpcError(-32603, { retryAfter: 5 }));
  await pass();
  expect(asked()).toEqual(['a ""', 'b ""', 'a ""']);
});

it('a field that waits until a connection may be asked again waits no longer than that', async () => {
  const { a, b, c, asked, client, pass } = open();
  a.focus();
  b.focus();
  client.last().fail(rpcError(-32603, { retryAfter: 60 }));
  await pass();
  c.focus();
  expect(c.state).toMatchObject({ activity: 'waiting', reason: 'backing-off' });
  client.requests[0]?.answer([]);
  await pass();
  expect(c.state).toMatchObject({ activity: 'loading' });
  expect(asked()).toEqual(['a ""', 'b ""', 'c ""']);
});

it('a queued request does not go out once the server can be asked no more', async () => {
  const { a, b, asked, client, pass } = open({ maxConcurrent: 1 });
  a.focus();
  b.focus();
  client.capabilities = undefined;
  client.last().answer([]);
  await pass(1_000);
  expect(asked()).toEqual(['a ""']);
  expect(b.state).toMatchObject({ support: 'unknown', activity: 'idle', reason: 'not-connected' });
});

it('while someone deletes, nothing is asked over and over where nothing is remembered', async () => {
  const { a, client, pass } = open({ cache: false });
  client.script = ({ answer }) => answer(['ab']);
  a.setValue('abc');
  a.focus();
  a.setValue('ab');
  await pass(2_000);
  expect(client.requests.length).toBeLessThan(4);
});

it('what was fetched ahead is cancelled with its context, and with its form', async () => {
  const { client, engine, pass } = open();
  const form = engine.form(TARGET);
  const a = form.field('a');
  client.script = ({ value, answer }) => value === 'x' && answer(['x']);
  a.setValue('x');
  a.focus();
  a.refresh();
  await pass(1_000);
  expect(client.asked).toEqual(['x', '']);
  a.setValue('xy');
  expect(client.cancelled).toEqual(['']);

  a.accept('x');
  form.dispose();
  expect(client.cancelled).toEqual(['', '']);
});

it('after a success failures are counted anew', async () => {
  const { a, client, asked, pass } = open({ debounceMs: 50, narrowing: 'off' });
  const outcomes: ('fails' | 'answers')[] = ['fails', 'fails', 'answers', 'fails', 'answers'];
  client.script = ({ answer, fail }) =>
    outcomes.shift() === 'answers' ? answer([]) : fail(rpcError(-32603));
  a.focus();
  await pass();
  a.setValue('x');
  await pass(50);
  a.setValue('xy');
  await pass(1_000);
  a.setValue('xyz');
  await pass(50);
  a.setValue('xyza');
  await pass(50);
  expect(asked()).toEqual(['a ""', 'a "x"', 'a "xy"', 'a "xyz"', 'a "xyza"']);
});

it('a container typed to its end leaves no timer behind when its field is left', async () => {
  const { a, client, clock, pass } = open();
  client.script = ({ answer }) => answer(['x/']);
  a.focus();
  a.setValue('x/');
  await pass(400);
  a.setValue('x/');
  await pass();
  expect(a.state).toMatchObject({ activity: 'idle', options: ['x/'] });
  a.blur();
  expect(clock.actions).toEqual([]);
});
