/** A field, its choices and containers, and input methods. */
import { config } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionField } from '../src/index.js';
import { prefixServer } from './support/fake-client.js';
import { openField, openForm, PAUSE, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('choosing', () => {
  it('asks nothing, closes the list, and coming back to the field asks nothing either', async () => {
    const { field, client } = openField(prefixServer('apple', 'apple juice'));
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
    const { field, client } = openField(
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

  it("takes an option for no container where the host's own test throws, and the error is reported", async () => {
    const reported: unknown[] = [];
    config.onUnhandledError = (error) => reported.push(error);
    const fault = new Error('of the host');
    const isContainer = () => {
      throw fault;
    };
    const { field } = openField(prefixServer('src/'), {}, { isContainer });
    field.focus();
    await rest();
    field.accept('src/');
    expect(field.state).toMatchObject({ value: 'src/', options: [], reason: 'chosen' });
    field.refresh();
    await rest();
    field.blur();
    expect(field.state).toMatchObject({ activity: 'idle', options: [] });
    await rest();
    config.onUnhandledError = null;
    expect(reported).toEqual([fault, fault]);
  });

  it('counts in the context of its moment, though the field was not focused', async () => {
    const { form, client } = openForm(prefixServer('x', 'y'));
    form.field('owner').setValue('acme');
    form.field('repo').accept('x');
    form.field('repo').focus();
    expect(form.field('repo').state).toMatchObject({ value: 'x', reason: 'chosen' });
    expect(client.asked).toEqual([]);
  });

  it.each([
    ['no children', []],
    ['only itself', ['src/']],
  ])(
    'of a container that has %s closes the list, also from the cache, fresh or stale',
    async (_what, children) => {
      const { field, client } = openField(({ value, answer }) =>
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
    const { field, client } = openField(
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
    const { field, client } = openField(prefixServer('park'));
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
    const { field, client } = openField(prefixServer());
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
    const { field, client } = openField();
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
    const { field, client } = openField(prefixServer());
    field.focus();
    field.setValue('x', { composing: true });
    end(field);
    await rest(5_000);
    expect(client.asked).toEqual(['']);
    expect(field.state.activity).toBe('idle');
  });
});
