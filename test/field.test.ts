/** A field: synchronous snapshots, focus and typing, choosing, input methods, re-entrancy, the end. */
import { take } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompletionEngineOptions,
  type CompletionField,
  type CompletionState,
  createCompletionEngine,
  type FormOptions,
  promptTarget,
} from '../src/index.js';
import { FakeClient, type FakeRequest, prefixServer, rpcError } from './support/fake-client.js';

const TARGET = promptTarget({
  name: 'p',
  arguments: [{ name: 'a', title: 'A', description: 'An argument', required: true }, { name: 'b' }],
});
const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const PAUSE = 100;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(
  script?: (request: FakeRequest) => void,
  options: CompletionEngineOptions = {},
  form: FormOptions = {},
) {
  const client = new FakeClient(script);
  const engine = createCompletionEngine(client, { debounceMs: PAUSE, narrowing: 'off', ...options });
  const fields = engine.form(TARGET, { prefetch: false, ...form });
  return { client, engine, form: fields, field: fields.field('a') };
}

const statesOf = (field: CompletionField): CompletionState[] => {
  const states: CompletionState[] = [];
  field.state$.subscribe((state) => states.push(state));
  return states;
};

describe('a field', () => {
  it('carries what its target says of it', () => {
    const { field, form } = open();
    expect(field).toMatchObject({
      name: 'a',
      title: 'A',
      description: 'An argument',
      required: true,
      value: '',
    });
    expect(form.field('b').required).toBe(false);
    expect('title' in form.field('b')).toBe(false);
  });

  it('reflects each call in its state when the call returns', () => {
    const { field } = open();
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
    const { field } = open(prefixServer('x1'));
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
    const { field } = open(prefixServer('x1'));
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
    const { field, client } = open(prefixServer('x1'));
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
    const { field, client } = open(({ value, answer }) => answer([`${value}1`]));
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
    const { field, client } = open();
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
    const { field, client } = open();
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
    const { field, client } = open();
    field.focus();
    field.setValue('x'.repeat(2_001));
    await rest(1_000);
    expect(field.state).toMatchObject({ reason: 'too-long', activity: 'idle' });
    field.setValue('x'.repeat(2_000));
    await rest(PAUSE);
    expect(client.asked.map((text) => text.length)).toEqual([0, 2_000]);
  });

  it('is not asked for a text shorter than minLength, counted in characters', async () => {
    const { field, client } = open(prefixServer('😀é'), {}, { minLength: 2 });
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
    const { field, client } = open(undefined, {}, { minLength: 1 });
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

describe('the text is sent and kept as it is', () => {
  it.each([
    ['B12: with its white space', ['uk', 'uk ', '  ']],
    ['B13: in its case', ['mel', 'MEL']],
    ['B14: in its Unicode form', ['\u1100\u1161\u11b7', '\u1100\u1161\u11b7'.normalize('NFC')]],
    ['with characters that separate keys elsewhere', ['a\nb', 'a\u0000b', 'a"b', "a'b::", '\ud800']],
  ])('%s', async (_title, texts) => {
    const { field, client } = open(({ value, answer }) => answer([`${value}1`], { hasMore: false }));
    field.focus();
    await rest();
    for (const text of [...texts, ...texts]) {
      field.setValue(text);
      await rest(PAUSE);
      expect(field.state).toMatchObject({ value: text, options: [`${text}1`] });
    }
    expect(client.asked).toEqual(['', ...texts]);
    field.accept(texts[0]!);
    expect(field.value).toBe(texts[0]);
  });
});

describe('what was answered', () => {
  it('B4, C7: shows at once when the text goes back to it: no pause, no loading, and the wait for another text is off', async () => {
    const { field, client } = open(({ value, answer }) => {
      if (value !== 'foob') answer([`${value}1`, `${value}2`], { hasMore: false });
    });
    field.focus();
    field.setValue('foo');
    await rest(PAUSE);
    field.setValue('foob');
    await rest(PAUSE);
    const states = statesOf(field);
    field.setValue('foo');
    expect(field.state).toMatchObject({ options: ['foo1', 'foo2'], activity: 'idle', provisional: false });
    field.setValue('food');
    field.setValue('foo');
    await rest(1_000);
    client.last('foob').answer(['late']);
    await rest(1_000);
    expect(states.flatMap(({ options }) => options)).not.toContain('late');
    expect(client.asked).toEqual(['', 'foo', 'foob']);
  });

  it('A50: is shown again for the same text after a clear, a choice and an Escape', async () => {
    const { field, client } = open(prefixServer('foo', 'foobar'));
    field.focus();
    const retype = async (text: string) => {
      field.setValue(text);
      await rest(PAUSE);
      expect(field.state).toMatchObject({ value: text, options: ['foo', 'foobar'] });
    };
    await retype('foo');
    field.setValue('');
    await retype('foo');
    field.accept('foobar');
    await retype('foo');
    field.dismiss();
    field.setValue('fo');
    await retype('foo');
    field.dismiss();
    await retype('foo');
    expect(client.asked).toEqual(['', 'foo', '']);
  });

  it('C5: ages from when it was answered, not from when it was last shown', async () => {
    const { field, client } = open(prefixServer('x1'), { cache: { freshMs: 1_000, maxAgeMs: 1_000 } });
    field.focus();
    await rest();
    for (let i = 0; i < 3; i++) {
      await rest(300);
      field.blur();
      field.focus();
      expect(client.asked).toEqual(['']);
    }
    await rest(100);
    field.blur();
    field.focus();
    expect(client.asked).toEqual(['', '']);
  });

  it('when stale, is shown at once and asked again', async () => {
    const { field, client } = open(prefixServer('old'), { cache: { freshMs: 1_000 } });
    field.focus();
    await rest();
    field.blur();
    await rest(1_000);
    client.script = ({ answer }) => answer(['new']);
    field.focus();
    expect(field.state).toMatchObject({ options: ['old'], activity: 'loading', provisional: false });
    await rest();
    expect(field.state).toMatchObject({ options: ['new'], activity: 'idle' });
  });

  it('is asked for again by an explicit request, and stays on screen meanwhile', async () => {
    const { field, client } = open(prefixServer('x1'));
    field.focus();
    await rest();
    field.refresh();
    expect(field.state).toMatchObject({ options: ['x1'], activity: 'loading' });
    expect(client.asked).toEqual(['', '']);
    await rest();
  });

  it('B7, B8: is neither filtered nor sorted, and the order of the latest answer wins', async () => {
    const { field, client } = open(({ answer }) => answer(['zeta', 'Alpha', '10', '9'], { hasMore: false }));
    field.focus();
    field.setValue('lang');
    await rest(PAUSE);
    expect(field.state.options).toEqual(['zeta', 'Alpha', '10', '9']);
    client.script = ({ answer }) => answer(['9', 'zeta', 'beta'], { hasMore: false });
    field.setValue('langu');
    await rest(PAUSE);
    expect(field.state.options).toEqual(['9', 'zeta', 'beta']);
  });

  it('B6: stands in for a longer text while that is asked, flagged provisional, and never instead of it', async () => {
    const values = Array.from({ length: 100 }, (_, i) => `p${i}`);
    const { field, client } = open(
      ({ value, answer }) =>
        answer(
          values.filter((one) => one.startsWith(value)),
          { hasMore: value.length < 3, total: 1_532 },
        ),
      { narrowing: 'learned' },
    );
    field.focus();
    for (const text of ['p', 'p1', 'p12']) {
      await rest(PAUSE);
      field.setValue(text);
      expect(field.state).toMatchObject({ provisional: true, hasMore: true, activity: 'waiting' });
      expect(field.state.options.every((option) => option.startsWith(text))).toBe(true);
    }
    await rest(PAUSE);
    expect(client.asked).toEqual(['', 'p', 'p1', 'p12']);
    expect(field.state).toMatchObject({ provisional: false, options: ['p12'] });
  });
});

describe('choosing', () => {
  it('asks nothing, closes the list, and coming back to the field asks nothing either', async () => {
    const { field, client } = open(prefixServer('apple', 'apple juice'));
    field.focus();
    await rest();
    field.accept('apple');
    expect(field.state).toMatchObject({ value: 'apple', options: [], reason: 'chosen', activity: 'idle' });
    field.setValue('apple');
    field.blur();
    field.focus();
    await rest(1_000);
    expect(client.asked).toEqual(['']);
    expect(field.state.options).toEqual([]);
  });

  it('of a container asks for its children at once, and its own row goes', async () => {
    const { field, client } = open(
      ({ value, answer }) => answer(value === 'src/' ? ['src/a', 'src/b/'] : ['src/']),
      { narrowing: 'display' },
    );
    field.focus();
    field.setValue('s');
    await rest(PAUSE);
    field.accept('src/');
    expect(field.state).toMatchObject({ value: 'src/', options: [], activity: 'loading' });
    await rest();
    expect(field.state.options).toEqual(['src/a', 'src/b/']);
    expect(client.last().value).toBe('src/');
  });

  it.each([
    ['no children', []],
    ['only itself', ['src/']],
  ])(
    'of a container that has %s closes the list, also from the cache, fresh or stale',
    async (_what, children) => {
      const { field, client } = open(({ value, answer }) =>
        answer(value === 'src/' ? children : ['src/'], { hasMore: false }),
      );
      field.focus();
      for (const age of [0, 100, 60_000]) {
        field.setValue('s');
        await rest(PAUSE);
        await rest(age);
        field.accept('src/');
        expect(field.state.options).toEqual([]);
        await rest();
        expect(field.state).toMatchObject({ options: [], reason: 'chosen', activity: 'idle' });
      }
      expect(client.asked.filter((text) => text === 'src/')).toHaveLength(2);
    },
  );

  it('leaves it to the host what a container is', async () => {
    const { field, client } = open(
      prefixServer('a:', 'a:b'),
      {},
      { isContainer: (one) => one.endsWith(':') },
    );
    field.focus();
    await rest();
    field.accept('a:');
    expect(client.last().value).toBe('a:');
    await rest();
    field.accept('x/');
    expect(field.state.reason).toBe('chosen');
  });
});

describe('an input method', () => {
  it('A36: asks once the text rests for a second, and once only', async () => {
    const { field, client } = open(prefixServer('park'));
    field.focus();
    await rest();
    for (const text of ['p', 'pa', 'par']) {
      field.setValue(text, { composing: true });
      await rest(900);
      expect(client.asked).toEqual(['']);
      expect(field.state).toMatchObject({ activity: 'waiting', options: ['park'] });
    }
    await rest(100);
    expect(client.asked).toEqual(['', 'par']);
    expect(field.state).toMatchObject({ options: ['park'], activity: 'idle' });
    await rest(10_000);
    expect(client.asked).toHaveLength(2);
  });

  it.each<[string, boolean[]]>([
    ['the text first, then the end of composing', [true, false]],
    ['the end of composing first, then the text', [false, false]],
  ])('is one request in either order: %s', async (_order, flags) => {
    const { field, client } = open(prefixServer());
    field.focus();
    await rest();
    field.setValue('に', { composing: true });
    for (const composing of flags) field.setValue('日本', { composing });
    await rest(PAUSE - 1);
    expect(client.asked).toEqual(['']);
    await rest(1);
    expect(client.asked).toEqual(['', '日本']);
    await rest(2_000);
    expect(client.asked).toHaveLength(2);
  });

  it('says why the list is empty while it composes, and an explicit request is not held', async () => {
    const { field, client } = open();
    field.focus();
    client.last().answer([]);
    await rest();
    field.setValue('に', { composing: true });
    expect(field.state).toMatchObject({ activity: 'waiting', reason: 'composing' });
    field.refresh();
    expect(client.asked).toEqual(['', 'に']);
  });

  it.each<[string, (field: CompletionField) => void]>([
    ['the field is left', (field) => field.blur()],
    ['an option is chosen', (field) => field.accept('chosen')],
  ])('is over when %s', async (_what, end) => {
    const { field, client } = open(prefixServer());
    field.focus();
    field.setValue('x', { composing: true });
    end(field);
    await rest(5_000);
    expect(client.asked).toEqual(['']);
    expect(field.state.activity).toBe('idle');
  });
});

describe('failure', () => {
  it('keeps the last good list, the text and the focus, and the next key asks', async () => {
    const { field, client } = open(prefixServer('x1', 'x2'), { narrowing: 'display' });
    field.focus();
    await rest();
    client.script = ({ fail }) => fail(rpcError(-32603));
    field.setValue('x');
    await rest(1_000);
    expect(field.state).toMatchObject({
      value: 'x',
      options: ['x1', 'x2'],
      error: { kind: 'server', code: -32603 },
      activity: 'idle',
    });
    client.script = prefixServer('x1');
    field.setValue('x1');
    expect(field.state.error?.code).toBe(-32603);
    await rest(1_000);
    expect(field.state.error).toBeUndefined();
    expect(field.state.options).toEqual(['x1']);
  });

  it('holds the next key back after two in a row, says until when, and asks the newest text then', async () => {
    const { field, client } = open(({ fail }) => fail(rpcError(-32603)));
    field.focus();
    await rest();
    field.setValue('x');
    await rest(PAUSE);
    const { error } = field.state;
    expect(error?.retryAt).toBe(Date.now() + 1_000);
    field.setValue('xy');
    await rest(PAUSE);
    expect(field.state).toMatchObject({ activity: 'waiting', reason: 'backing-off', error });
    client.script = prefixServer('xyz');
    field.setValue('xyz');
    await rest(1_000);
    expect(client.asked).toEqual(['', 'x', 'xyz']);
    expect(field.state).toMatchObject({ options: ['xyz'], activity: 'idle' });
  });

  it('drops a held key when the field is left', async () => {
    const { field, client } = open(({ fail }) => fail(rpcError(-32603)));
    field.focus();
    await rest();
    field.setValue('x');
    await rest(PAUSE);
    field.setValue('xy');
    await rest(PAUSE);
    field.blur();
    await rest(60_000);
    expect(client.asked).toEqual(['', 'x']);
  });
});

describe('re-entrancy', () => {
  it('a subscriber that sets the text while it hears a state: the newest text wins, for every subscriber', async () => {
    const { field, client } = open(prefixServer('xyz'));
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
    const { field, client } = open();
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

  it('disposal while the field hears a state', async () => {
    const { field, engine, client } = open();
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
    const { field, form } = open();
    field.setValue('x');
    form.dispose();
    const heard: unknown[] = [];
    field.state$.subscribe({ next: ({ value }) => heard.push(value), complete: () => heard.push('end') });
    expect(heard).toEqual(['x', 'end']);
  });

  it.each(['focused', 'observed', 'neither'])('of the engine reaches a field that is %s', async (use) => {
    const { field, engine, client } = open(prefixServer('x1'));
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
