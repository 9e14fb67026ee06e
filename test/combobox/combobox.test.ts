/** The headless combobox: when it is open, and what the field is told. */
import { describe, expect, test } from 'vitest';
import { CompletionError } from '../../src/errors.js';
import { cities, setUp } from './set-up.js';

describe('open and closed', () => {
  test('focus asks and opens, blur closes', () => {
    const { field, combobox, view } = setUp();
    combobox.focus();
    expect(view().open).toBe(false);
    field.answer('a');
    expect(view().open).toBe(true);
    combobox.blur();
    expect(view().open).toBe(false);
    expect(field.told()).toEqual(['focus', 'blur']);
  });

  test('coming to a field offers nothing that is only its own text again, until it is asked for or typed', () => {
    for (const ask of ['ArrowDown', 'Alt+ArrowDown', 'typing']) {
      const { field, combobox, view, key, pass } = setUp({ value: 'Bonn', answered: 'Bonn' });
      combobox.focus();
      field.answer('Bonn');
      pass(1000);
      expect(view()).toMatchObject({ open: false, announcement: '' });
      field.answer('Bonn', 'Bonndorf');
      expect(view().open).toBe(true);
      field.answer('Bonn');
      expect(view().open).toBe(false);
      if (ask === 'typing') combobox.input('Bonn');
      else key('ArrowDown', { alt: ask === 'Alt+ArrowDown' });
      expect(view().open).toBe(true);
    }
  });

  test('A29: a late answer does not reopen after Escape, Enter or a press outside; typing does', () => {
    for (const leave of ['Escape', 'Enter', 'outside'] as const) {
      const { field, combobox, view, key } = setUp();
      combobox.focus();
      combobox.input('ab');
      field.is({ activity: 'loading' });
      if (leave === 'outside') combobox.dismiss();
      else expect(key(leave).preventDefault).toBe(false);
      expect(field.told()).toContain('dismiss');
      field.answer('abc');
      expect(view().open).toBe(false);
      combobox.input('abc');
      expect(view().open).toBe(true);
    }
  });

  test('A30: an answer after the field was left does not open it', () => {
    const { field, combobox, view, key } = setUp();
    combobox.focus();
    combobox.input('Ut');
    key('Tab');
    combobox.blur();
    field.answer('Utrecht');
    expect(view().open).toBe(false);
  });

  test('A39, B47: neither autofill nor a program opens a field that is not focused', () => {
    const { field, combobox, view } = setUp(cities);
    combobox.input('x');
    field.is({ value: 'y' });
    expect(view().open).toBe(false);
  });

  test('B34: no options, no list', () => {
    const { field, combobox, view } = setUp();
    combobox.focus();
    const seen = [['a'], [], ['b']].map((options) => {
      field.answer(...options);
      return view().open;
    });
    expect(seen).toEqual([true, false, true]);
  });

  test('B30: a chosen option closes the list; one with children keeps it open, on the children', () => {
    const { field, combobox, view, key } = setUp({ options: ['src/'] });
    field.children = (option) => (option === 'src/' ? ['src/a', 'src/b'] : []);
    combobox.focus();
    key('ArrowDown');
    key('Enter');
    expect(view()).toMatchObject({ open: true, options: ['src/a', 'src/b'], activeIndex: -1 });
    key('ArrowDown');
    key('Enter');
    expect(view().open).toBe(false);
    expect(field.told()).toEqual(['focus', 'accept("src/")', 'accept("src/a")']);
  });

  test('children that arrive later open the list, unless it was dismissed meanwhile', () => {
    const { field, combobox, view, key } = setUp({ options: ['src/'] });
    combobox.focus();
    combobox.choose(0);
    expect(view().open).toBe(false);
    field.answer('src/a');
    expect(view().open).toBe(true);
    key('Escape');
    field.answer('src/a', 'src/b');
    expect(view().open).toBe(false);
  });

  test('Alt+Down opens a list again without moving, and asks when there is none', () => {
    const { field, combobox, view, key } = setUp(cities);
    combobox.focus();
    key('Escape');
    expect(key('ArrowDown', { alt: true }).preventDefault).toBe(true);
    expect(view()).toMatchObject({ open: true, activeIndex: -1 });
    expect(field.told()).toEqual(['focus', 'dismiss']);
    field.answer();
    expect(key('ArrowDown', { alt: true }).preventDefault).toBe(false);
    expect(field.told()).toEqual(['refresh']);
    field.answer('x');
    expect(view()).toMatchObject({ open: true, activeIndex: -1 });
  });

  test('Alt+Down asks anew where the list is open, or is not the last word; a settled one is merely shown', () => {
    const error = new CompletionError('server', 'failed');
    const held = [{}, { hasMore: true }, { provisional: true }, { error }] as const;
    const told = held.map((state) =>
      [true, false].map((open) => {
        const { field, combobox, view, key } = setUp({ ...cities, ...state });
        combobox.focus();
        key('ArrowDown');
        if (!open) key('Escape');
        field.told();
        expect(key('ArrowDown', { alt: true }).preventDefault).toBe(true);
        // Nothing is moved by it, and nothing moves in a list that is open.
        expect(view()).toMatchObject({ open: true, activeIndex: open ? 0 : -1 });
        return field.told().join();
      }),
    );
    expect(told).toEqual([
      ['refresh', ''],
      ['refresh', ''],
      ['refresh', 'refresh'],
      ['refresh', 'refresh'],
    ]);
  });

  test('B30: after a choice, Down and Up move in what their request finds at hand, and keep the caret where it is', () => {
    for (const [name, index] of [
      ['ArrowDown', 0],
      ['ArrowUp', 2],
    ] as const) {
      const { field, combobox, view, key } = setUp(cities);
      combobox.focus();
      combobox.choose(0);
      expect(key(name).preventDefault).toBe(false);
      expect(view().open).toBe(false);
      field.refresh = () => field.is({ ...cities, activity: 'loading', provisional: true });
      expect(key(name).preventDefault).toBe(true);
      expect(view()).toMatchObject({ open: true, activeIndex: index });
      combobox.choose(0);
      field.is({ activity: 'idle' });
      expect(key('ArrowDown', { alt: true }).preventDefault).toBe(true);
      expect(view()).toMatchObject({ open: true, activeIndex: -1 });
    }
  });

  test('B33: while the input is out of sight all is closed, no key chooses, and what comes back has no active option', () => {
    const { field, combobox, view, key } = setUp({ ...cities, hasMore: true });
    combobox.focus();
    key('ArrowDown');
    combobox.setInSight(false);
    const closed = { open: false, activeIndex: -1, status: '', outOfSight: true };
    expect(view()).toMatchObject(closed);
    key('ArrowDown');
    expect(view()).toMatchObject(closed);
    expect(key('Tab').preventDefault).toBe(false);
    combobox.focus();
    combobox.setInSight(true);
    expect(view()).toMatchObject({ open: true, activeIndex: -1, outOfSight: false });
    expect(view().status).not.toBe('');
    combobox.setInSight(false);
    expect(key('Enter').preventDefault).toBe(false);
    combobox.setInSight(true);
    expect(view()).toMatchObject({ open: false, outOfSight: false });
    expect(field.told()).not.toContain('accept("Bonn")');
  });

  test('whoever leaves an input that is out of sight, and comes back, finds the list', () => {
    const { combobox, view } = setUp(cities);
    for (const leave of ['blur', 'dismiss'] as const) {
      combobox.focus();
      combobox.setInSight(false);
      combobox[leave]();
      expect(view().outOfSight).toBe(false);
      combobox.focus();
      expect(view().open).toBe(true);
    }
  });

  test('an explicit request is not repeated while it is under way', () => {
    const { field, combobox, key } = setUp({ activity: 'loading' });
    combobox.focus();
    key('ArrowDown');
    key('ArrowDown');
    expect(field.told()).toEqual(['focus']);
  });

  test('a click reopens what Escape closed, but asks nothing about a chosen text', () => {
    const { field, combobox, view, key } = setUp(cities);
    combobox.focus();
    key('Escape');
    combobox.click();
    expect(view().open).toBe(true);
    combobox.choose(0);
    key('Escape');
    combobox.click();
    expect(field.told()).toEqual(['focus', 'dismiss', 'accept("Bonn")', 'dismiss']);
    expect(view().open).toBe(false);
  });

  test('a combobox whose connection is lost stays one, closed; one that never was stays a plain field', () => {
    const { field, combobox, view } = setUp(cities);
    combobox.focus();
    field.is({ support: 'unknown' });
    expect(view()).toMatchObject({ enabled: true, ready: false, open: false });
    field.is({ support: 'supported' });
    expect(view().open).toBe(true);
    field.is({ support: 'unsupported' });
    expect(view()).toMatchObject({ enabled: false, open: false });
    field.is({ support: 'unknown' });
    expect(view().enabled).toBe(false);
    expect(setUp({ support: 'unknown', ...cities }).view().enabled).toBe(false);
  });
});
