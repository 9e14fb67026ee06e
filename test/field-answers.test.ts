/** A field and what was answered: texts as they are, the cache, failures. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefixServer, rpcError } from './support/fake-client.js';
import { openField, PAUSE, rest, statesOf } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the text is sent and kept as it is', () => {
  it.each([
    ['B12: with its white space', ['uk', 'uk ', '  ']],
    ['B13: in its case', ['mel', 'MEL']],
    ['B14: in its Unicode form', ['\u1100\u1161\u11b7', '\u1100\u1161\u11b7'.normalize('NFC')]],
    ['with characters that separate keys elsewhere', ['a\nb', 'a\u0000b', 'a"b', "a'b::", '\ud800']],
  ])('%s', async (_title, texts) => {
    const { field, client } = openField(({ value, answer }) => answer([`${value}1`], { hasMore: false }));
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
    const { field, client } = openField(({ value, answer }) => {
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
    const { field, client } = openField(prefixServer('foo', 'foobar'));
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
    const { field, client } = openField(prefixServer('x1'), { cache: { freshMs: 1_000, maxAgeMs: 1_000 } });
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
    const { field, client } = openField(prefixServer('old'), { cache: { freshMs: 1_000 } });
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
    const { field, client } = openField(prefixServer('x1'));
    field.focus();
    await rest();
    field.refresh();
    expect(field.state).toMatchObject({ options: ['x1'], activity: 'loading' });
    expect(client.asked).toEqual(['', '']);
    await rest();
  });

  it('B7, B8: is neither filtered nor sorted, and the order of the latest answer wins', async () => {
    const { field, client } = openField(({ answer }) =>
      answer(['zeta', 'Alpha', '10', '9'], { hasMore: false }),
    );
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
    const { field, client } = openField(
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

describe('without a cache', () => {
  it('every text is asked, nothing is narrowed, and no request for a beginning of the text is kept', async () => {
    const { field, client } = openField(undefined, { cache: false, narrowing: 'display' });
    field.focus();
    field.setValue('x');
    expect(client.cancelled).toEqual(['']);
    await rest(PAUSE);
    client.last().answer(['x1'], { hasMore: false });
    await rest();
    expect(field.state.options).toEqual(['x1']);
    field.setValue('x1');
    expect(field.state).toMatchObject({ options: [], activity: 'waiting' });
    field.setValue('x');
    await rest(PAUSE);
    expect(client.asked).toEqual(['', 'x', 'x']);
  });
});

describe('failure', () => {
  it('keeps the last good list, the text and the focus, and the next key asks', async () => {
    const { field, client } = openField(prefixServer('x1', 'x2'), { narrowing: 'display' });
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
    const { field, client } = openField(({ fail }) => fail(rpcError(-32603)));
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
    const { field, client } = openField(({ fail }) => fail(rpcError(-32603)));
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
