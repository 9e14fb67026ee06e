/** The end of an engine, at every moment. */
import { asyncScheduler, BehaviorSubject, NEVER, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionClient, createCompletionEngine } from '../src/index.js';
import { FakeClient, prefixServer, rpcError } from './support/fake-client.js';
import { AB, openEngine, REF, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('dispose', () => {
  it.each(['idle', 'waiting', 'in flight', 'slow', 'queued', 'in back-off', 'composing'])(
    'while %s: one last idle state, everything completes, nothing is sent any more',
    async (when) => {
      const client = new FakeClient();
      const session = openEngine(client, { debounceMs: 50, maxConcurrent: 1, narrowing: 'off' });
      const { engine, states, value$, watch } = session;
      if (when === 'queued')
        engine.complete({ ref: REF, argument: 'b', value$: new BehaviorSubject('') }).subscribe();
      if (when === 'idle') client.script = prefixServer('x');
      if (when === 'in back-off') client.script = ({ fail }) => fail(rpcError(-32603));
      const field = engine.form(AB).field('a');
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
    const form = engine.form(AB, { values: { a: 'x' } });
    const pending = engine.complete({ ref: REF, argument: 'a', value$: NEVER });
    const field = form.field('a');
    engine.dispose();
    engine.dispose();
    expect(() => engine.complete({ ref: REF, argument: 'a', value$: NEVER })).toThrow(/disposed/);
    expect(() => engine.form(AB)).toThrow(/disposed/);
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
    const { engine } = openEngine(client, { narrowing: 'off' });
    const form = engine.form(AB);
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
