/** What a skin renders: the words, the snapshots, the attributes. */
import { describe, expect, test } from 'vitest';
import { comboboxAttributes, createCombobox } from '../../src/combobox/index.js';
import { CompletionError } from '../../src/errors.js';
import { FakeField } from '../dom/fake-field.js';
import { cities, setUp } from './set-up.js';

/** What is said from here on, in order. */
function listening({ combobox, view }: ReturnType<typeof setUp>): string[] {
  const said: string[] = [];
  let before = view().announcement;
  combobox.subscribe(() => {
    const { announcement } = view();
    if (announcement !== before && announcement) said.push(announcement);
    before = announcement;
  });
  return said;
}

describe('words', () => {
  test('B37: one announcement after settling, none for moving, and the same count for a new text again', () => {
    const { field, combobox, view, key, pass } = setUp();
    const said: string[] = [];
    combobox.subscribe(() => {
      const text = view().announcement;
      if (text !== said.at(-1)) said.push(text);
    });
    combobox.focus();
    for (const text of ['a', 'ab', 'abc']) {
      combobox.input(text);
      field.answer('x', 'y');
      pass(100);
    }
    expect(said.filter(Boolean)).toEqual([]);
    pass(1000);
    key('ArrowDown');
    key('ArrowDown');
    pass(1000);
    expect(said.filter(Boolean)).toEqual(['2 suggestions']);
    combobox.input('abcd');
    field.answer('x', 'y');
    pass(1000);
    combobox.input('abcde');
    field.answer();
    pass(1000);
    expect(said.filter(Boolean)).toEqual(['2 suggestions', '2 suggestions', 'no suggestions']);
  });

  test('C26: a list that grows without closing is announced', () => {
    const { field, combobox, view, pass } = setUp();
    combobox.focus();
    field.answer('a', 'b');
    pass(1000);
    field.answer('a', 'b', 'c', 'd', 'e');
    pass(1000);
    expect(view().announcement).toBe('5 suggestions');
  });

  test('a list that was narrowed and is not cut is announced without waiting for the server, once', () => {
    const scene = setUp();
    const { field, combobox, pass } = scene;
    const said = listening(scene);
    combobox.focus();
    combobox.input('ab');
    field.is({ answered: 'ab', options: ['abc', 'abd'], provisional: true, activity: 'waiting' });
    pass(1000);
    expect(said).toEqual(['2 suggestions']);
    field.is({ activity: 'loading' });
    pass(1000);
    field.answer('abc', 'abd');
    pass(1000);
    expect(said).toEqual(['2 suggestions']);
    field.answer('abc');
    pass(1000);
    expect(said).toEqual(['2 suggestions', '1 suggestion']);
  });

  test('nothing is said of a slow server beside a list that was narrowed and is not cut', () => {
    const scene = setUp();
    const { field, combobox, pass } = scene;
    const said = listening(scene);
    combobox.focus();
    combobox.input('ab');
    field.is({ answered: 'ab', options: ['abc'], provisional: true, activity: 'loading' });
    pass(1000);
    field.is({ activity: 'slow' });
    pass(1000);
    field.answer('abc');
    pass(1000);
    expect(said).toEqual(['1 suggestion']);
    combobox.input('abx');
    field.is({ answered: 'abx', options: [], provisional: true, activity: 'slow' });
    pass(1000);
    expect(said).toEqual(['1 suggestion', 'slow - still waiting']);
  });

  test('nothing is announced of a list that may be cut, is for another text, pending or closed', () => {
    const { field, combobox, view, key, pass } = setUp({ options: ['a'], provisional: true, hasMore: true });
    combobox.focus();
    pass(1000);
    expect(view().announcement).toBe('');
    field.is({ hasMore: false, answered: 'other', activity: 'waiting' });
    pass(1000);
    expect(view().announcement).toBe('');
    field.is({ provisional: false, activity: 'loading' });
    pass(1000);
    expect(view().announcement).toBe('');
    field.answer('a');
    pass(1000);
    expect(view().announcement).toBe('1 suggestion');
    key('Escape');
    pass(1000);
    expect(view().announcement).toBe('');
  });

  test('the status line says what the list does not: more, slow, failed, none', () => {
    const { field, combobox, view, key } = setUp({ options: Array.from({ length: 100 }, (_, i) => `v${i}`) });
    combobox.focus();
    expect(view().status).toBe('');
    field.is({ hasMore: true, total: 1532 });
    expect(view().status).toBe('100 of 1,532 - keep typing');
    field.is({ activity: 'loading' });
    expect(view().busy).toBe(false);
    field.is({ activity: 'slow' });
    // A line that came and went with each slow answer would have the list jump.
    expect(view()).toMatchObject({ status: '100 of 1,532 - keep typing', busy: true });
    field.is({ options: [], hasMore: false });
    expect(view()).toMatchObject({ status: 'slow - still waiting', busy: true });
    field.answer();
    expect(view().status).toBe('no suggestions');
    key('Escape');
    expect(view().status).toBe('');
  });

  test('a slow server is said to be slow, once until it answers, with an old list beside or not', () => {
    const scene = setUp({ options: ['a1', 'a2'], provisional: true });
    const { field, combobox, pass } = scene;
    const said = listening(scene);
    combobox.focus();
    for (const text of ['a', 'ab', 'abc']) {
      combobox.input(text);
      field.is({ activity: 'slow' });
      pass(1000);
    }
    expect(said).toEqual(['slow - still waiting']);
    field.answer('abc1');
    pass(1000);
    combobox.input('abcd');
    field.is({ activity: 'slow', options: [] });
    pass(1000);
    expect(said).toEqual(['slow - still waiting', '1 suggestion', 'slow - still waiting']);
  });

  test('a failure is said, once until something else is, though an earlier list stays', () => {
    const error = new CompletionError('server', 'down');
    const scene = setUp({ options: ['a1', 'a2'], provisional: true });
    const { field, combobox, pass } = scene;
    const said = listening(scene);
    combobox.focus();
    for (const text of ['a', 'ab']) {
      combobox.input(text);
      field.is({ activity: 'idle', reason: 'failing', error });
      pass(1000);
    }
    expect(said).toEqual(['could not load suggestions']);
    combobox.blur();
    combobox.focus();
    field.is({ activity: 'idle', reason: 'failing', error });
    pass(1000);
    expect(said).toEqual(['could not load suggestions', 'could not load suggestions']);
  });

  test('every word can be replaced', () => {
    const { field, combobox, view, pass } = setUp(
      { hasMore: true },
      { messages: { count: (n) => `${n} Vorschläge`, more: (n, total) => `${n} von ${total ?? 'vielen'}` } },
    );
    combobox.focus();
    field.answer('a', 'b');
    expect(view().status).toBe('2 von vielen');
    field.is({ hasMore: false });
    pass(1000);
    expect(view().announcement).toBe('2 Vorschläge');
  });
});

describe('as a store', () => {
  test('a snapshot is the same object until something changed, subscribed or not', () => {
    const { field, combobox, view, unsubscribe } = setUp(cities);
    combobox.focus();
    const before = view();
    combobox.keydown({ key: 'Home' });
    expect(view()).toBe(before);
    field.answer('x');
    expect(view()).not.toBe(before);
    unsubscribe();
    expect(view()).toBe(view());
  });

  test('one event changes the view once', () => {
    const { combobox, key } = setUp(cities);
    combobox.focus();
    key('ArrowDown');
    let changes = 0;
    combobox.subscribe(() => changes++);
    key('Enter');
    expect(changes).toBe(1);
  });

  test('it holds the field’s state, and a timer, only while subscribed to', () => {
    const { field, combobox, scheduler, unsubscribe } = setUp(cities);
    combobox.focus();
    combobox.press();
    combobox.release();
    expect(field.state$.observed).toBe(true);
    unsubscribe();
    expect(field.state$.observed).toBe(false);
    expect(scheduler.actions.filter((action) => !action.closed)).toEqual([]);
    combobox.getSnapshot();
    expect(scheduler.actions.filter((action) => !action.closed)).toEqual([]);
  });
});

describe('attributes', () => {
  test('B33, B35, C28: of an open list with an active option', () => {
    const { combobox, view, key } = setUp(cities, { id: 'x' });
    combobox.focus();
    key('ArrowDown');
    const { input, listbox, status, option } = comboboxAttributes(view(), combobox.ids, 'City');
    expect(input).toEqual({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'true',
      'aria-controls': 'x-listbox',
      'aria-activedescendant': 'x-option-0',
    });
    expect(listbox).toMatchObject({ role: 'listbox', id: 'x-listbox', 'aria-label': 'City' });
    expect(status).toMatchObject({ role: 'status', 'aria-live': 'polite' });
    expect([0, 1, 2].map((i) => option(i)['aria-selected'])).toEqual(['true', 'false', 'false']);
  });

  test('B38: ids are counted, never random, and free of the values', () => {
    const ids = [0, 1].map(() => createCombobox(new FakeField()).ids);
    const all = ids.flatMap((one) => [one.listbox, one.status, one.option(0), one.option(1)]);
    expect(new Set(all).size).toBe(all.length);
    for (const id of all) expect(id).toMatch(/^[\w-]+$/);
  });
});
