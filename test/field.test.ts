/** A field: synchronous snapshots, asking, re-entrancy, the end. */
import { take } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionField, promptTarget } from '../src/index.js';
import { prefixServer } from './support/fake-client.js';
import { openField, openForm, PAUSE, rest, statesOf } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a field', () => {
  it('carries what its target says of it', () => {
    const a = { name: 'a', title: 'A', description: 'An argument', required: true };
    const { form } = openForm(
      undefined,
      {},
      { target: promptTarget({ name: 'p', arguments: [a, { name: 'b' }] }) },
    );
    expect(form.field('a')).toMatchObject({ ...a, value: '' });
    expect(form.field('b').required).toBe(false);
    expect('title' in form.field('b')).toBe(false);
  });

  it.each([null, undefined])('takes %s, as form libraries clear with, for no text', (nothing) => {
    const { field } = openField();
    field.focus();
    field.setValue('x');
    field.setValue(nothing as never);
    expect(field.value).toBe('');
    expect(field.state.value).toBe('');
  });

  it('reflects each call in its state when the call returns', () => {
    const { field } = openField();
    expect(field.state).toMatchObject({ support: 'supported', activity: 'idle', reason: 'inactive' });
    field.focus();
    expect(field.state).toMatchObject({ activity: 'loading', options: [] });
    expect(field.state.reason).toBeUndefined();
    field.setValue('x');
    expect(field.state).toMatchObject({ activity: 'waiting', value: 'x' });
    field.refresh();
    expect(field.state).toMatchObject({ activity: 'loading', value: 'x' });
    field.dismiss();
    expect(field.state).toMatchObject({ activity: 'idle', reason: 'inactive' });
    field.accept('y');
    expect(field.state).toMatchObject({ activity: 'idle', value: 'y', reason: 'chosen' });
    field.blur();
    expect(field.state).toMatchObject({ activity: 'idle', value: 'y', reason: 'inactive' });
  });

  it('keeps the same state object until a member changes, observed or not', async () => {
    const { field } = openField(prefixServer('x1'));
    expect(field.state).toBe(field.state);
    field.focus();
    await rest();
    const { state } = field;
    field.focus();
    field.setValue('');
    expect(field.state).toBe(state);
    const { options } = state;
    field.refresh();
    await rest();
    expect(field.state.options).toBe(options);
  });

  it('replays its state to each subscriber, and tells each change once', async () => {
    const { field } = openField(prefixServer('x1'));
    field.focus();
    const states = statesOf(field);
    expect(states).toEqual([field.state]);
    await rest();
    field.state$.pipe(take(1)).subscribe((state) => expect(state).toBe(field.state));
    expect(states.map(({ activity }) => activity)).toEqual(['loading', 'idle']);
  });
});

describe('asking', () => {
  it('B40: focus asks for the empty text at once; typing, leaving and coming back within the pause is one request', async () => {
    const { field, client } = openField(prefixServer('x1'));
    field.focus();
    expect(client.asked).toEqual(['']);
    await rest();
    field.setValue('x');
    await rest(PAUSE / 2);
    field.blur();
    field.focus();
    await rest(PAUSE * 2);
    expect(client.asked).toEqual(['', 'x']);
    expect(field.state.options).toEqual(['x1']);
  });

  it('C14: ten keys inside the pause are one request; spaced over it, ten', async () => {
    const { field, client } = openField(({ value, answer }) => answer([`${value}1`]));
    field.focus();
    await rest();
    for (let i = 1; i <= 10; i++) {
      field.setValue('x'.repeat(i));
      await rest(PAUSE / 20);
    }
    await rest(PAUSE);
    expect(client.asked).toEqual(['', 'x'.repeat(10)]);
    for (let i = 1; i <= 10; i++) {
      field.setValue('y'.repeat(i));
      await rest(PAUSE);
    }
    expect(client.asked).toHaveLength(12);
  });

  it('stops with the field: blur and dismiss drop the wait, and a late answer is only remembered', async () => {
    const { field, client } = openField();
    for (const leave of ['blur', 'dismiss'] as const) {
      field.focus();
      field.setValue(leave);
      field[leave]();
      await rest(PAUSE * 2);
      expect(client.asked).not.toContain(leave);
    }
    field.focus();
    field.setValue('x');
    await rest(PAUSE);
    field.dismiss();
    const states = statesOf(field);
    client.last('x').answer(['x1'], { hasMore: false });
    await rest(1_000);
    expect(states).toHaveLength(1);
    field.setValue('x');
    expect(field.state).toMatchObject({ options: ['x1'], activity: 'idle' });
    expect(client.asked.filter((text) => text === 'x')).toHaveLength(1);
  });

  it('A28: loading ends at once with whatever ends the request, and follows the newest', async () => {
    const { field, client } = openField();
    field.focus();
    for (const end of ['blur', 'dismiss'] as const) {
      field.focus();
      field.refresh();
      expect(field.state.activity).toBe('loading');
      field[end]();
      expect(field.state.activity).toBe('idle');
    }
    field.focus();
    field.setValue('a');
    await rest(PAUSE);
    field.setValue('ab');
    expect(field.state.activity).toBe('waiting');
    await rest(PAUSE);
    expect(client.cancelled).toContain('a');
    expect(field.state.activity).toBe('loading');
    await rest(400);
    expect(field.state.activity).toBe('slow');
    client.last('ab').answer([]);
    await rest();
    expect(field.state).toMatchObject({ activity: 'idle', reason: 'no-values' });
  });

  it('sends nothing for a text of more than 2,000 characters', async () => {
    const { field, client } = openField();
    field.focus();
    field.setValue('x'.repeat(2_001));
    await rest(1_000);
    expect(field.state).toMatchObject({ reason: 'too-long', activity: 'idle' });
    field.setValue('x'.repeat(2_000));
    await rest(PAUSE);
    expect(client.asked.map((text) => text.length)).toEqual([0, 2_000]);
  });

  it('is not asked for a text shorter than minLength, counted in characters', async () => {
    const { field, client } = openField(prefixServer('😀é'), {}, { minLength: 2 });
    field.focus();
    expect(field.state).toMatchObject({ reason: 'too-short', options: [] });
    field.setValue('😀');
    await rest(1_000);
    expect(client.asked).toEqual([]);
    field.setValue('😀é');
    await rest(PAUSE);
    expect(field.state.options).toEqual(['😀é']);
  });

  it('B2: a text cleared below minLength drops its request, and the late answer is not shown', async () => {
    const { field, client } = openField(undefined, {}, { minLength: 1 });
    field.focus();
    field.setValue('c');
    await rest(PAUSE);
    field.setValue('');
    client.last().answer(['c1']);
    await rest(1_000);
    expect(field.state).toMatchObject({ options: [], reason: 'too-short', activity: 'idle' });
    expect(client.cancelled).toEqual(['c']);
  });
});

describe('re-entrancy', () => {
  it('a subscriber that sets the text while it hears a state: the newest text wins, for every subscriber', async () => {
    const { field, client } = openField(prefixServer('xyz'));
    let meddled = 0;
    field.state$.subscribe(({ value }) => {
      if (value === 'x' && meddled++ === 0) field.setValue('xy');
    });
    const states = statesOf(field);
    field.focus();
    field.setValue('x');
    expect(field.value).toBe('xy');
    expect(states.at(-1)).toBe(field.state);
    await rest(PAUSE);
    expect(states.at(-1)).toMatchObject({ value: 'xy', options: ['xyz'], activity: 'idle' });
    expect(client.asked).toEqual(['', 'xy']);
  });

  it.each<[string, (field: CompletionField) => void]>([
    ['blur', (field) => field.blur()],
    ['dismiss', (field) => field.dismiss()],
    ['accept', (field) => field.accept('chosen')],
  ])('%s while the field hears that its request went out', async (_what, act) => {
    const { field, client } = openField();
    let done = false;
    field.state$.subscribe(({ activity, value }) => {
      if (done || activity !== 'loading' || value !== 'x') return;
      done = true;
      act(field);
    });
    field.focus();
    field.setValue('x');
    await rest(PAUSE);
    expect(done).toBe(true);
    expect(field.state.activity).toBe('idle');
    client.last('x').answer(['late']);
    await rest(1_000);
    expect(field.state).toMatchObject({ activity: 'idle', options: [] });
  });

  it('a listener of events that sets the text while it hears of a cache hit: the newest text is in the state', async () => {
    const { field, engine } = openField(prefixServer('x1'));
    field.focus();
    await rest();
    engine.events$.subscribe(({ type }) => {
      if (type === 'hit' && field.value === '') field.setValue('newer');
    });
    field.setValue('x');
    field.setValue('');
    expect(field.state).toMatchObject({ value: 'newer', activity: 'waiting' });
    await rest(PAUSE);
    expect(field.state).toMatchObject({ value: 'newer', reason: 'no-values', activity: 'idle' });
  });

  it('disposal while the field hears a state', async () => {
    const { field, engine, client } = openField();
    field.state$.subscribe(({ activity }) => {
      if (activity === 'loading') engine.dispose();
    });
    field.focus();
    expect(field.state).toMatchObject({ activity: 'idle', reason: 'not-connected' });
    expect(client.cancelled).toEqual(['']);
    await rest(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the end', () => {
  it('replays the last state to those who come late', () => {
    const { field, form } = openField();
    field.setValue('x');
    form.dispose();
    const heard: unknown[] = [];
    field.state$.subscribe({ next: ({ value }) => heard.push(value), complete: () => heard.push('end') });
    expect(heard).toEqual(['x', 'end']);
  });

  it.each(['focused', 'observed', 'neither'])('of the engine reaches a field that is %s', async (use) => {
    const { field, engine, client } = openField(prefixServer('x1'));
    if (use === 'focused') field.focus();
    let ended = false;
    if (use === 'observed') field.state$.subscribe({ complete: () => (ended = true) });
    await rest();
    const asked = client.requests.length;
    engine.dispose();
    expect(ended).toBe(use === 'observed');
    expect(field.state).toMatchObject({ activity: 'idle', options: [], reason: 'not-connected' });
    field.focus();
    field.setValue('y');
    field.refresh();
    await rest(60_000);
    expect(field.value).toBe('y');
    expect(client.requests).toHaveLength(asked);
    expect(vi.getTimerCount()).toBe(0);
  });
});
