/** The active option, and what the pointer and input methods do to it. */
import { describe, expect, test } from 'vitest';
import { cities, setUp } from './set-up.js';

describe('the active option', () => {
  test('C17: Down and Up pass through "no option" between last and first', () => {
    const { combobox, key, active } = setUp(cities);
    const press = (name: string) => {
      key(name);
      return active();
    };
    combobox.focus();
    const down = [1, 2, 3, 4, 5].map(() => press('ArrowDown'));
    expect(down).toEqual(['Bonn', 'Berlin', 'Bern', undefined, 'Bonn']);
    const up = [1, 2, 3].map(() => press('ArrowUp'));
    expect(up).toEqual([undefined, 'Bern', 'Berlin']);
  });

  test('A33: a list that appears has no active option, and Enter then is the form’s', () => {
    const { field, combobox, view, key } = setUp();
    combobox.focus();
    field.answer('a', 'b');
    expect(view().activeIndex).toBe(-1);
    expect(key('Enter')).toMatchObject({ preventDefault: false });
    expect(field.told()).toEqual(['focus', 'dismiss']);
  });

  test('A32: Enter accepts nothing from a list for an earlier text', () => {
    const { field, combobox, key } = setUp({ options: ['food'] });
    combobox.focus();
    key('ArrowDown');
    combobox.input('foobar');
    expect(key('Enter').preventDefault).toBe(false);
    expect(field.value).toBe('foobar');
  });

  test('C11: an option shown for an earlier text is taken if a person chose it, and only then', () => {
    const choices: Record<string, (set: ReturnType<typeof setUp>) => void> = {
      nothing: () => {},
      Enter: ({ key }) => key('Enter'),
      Tab: ({ key }) => key('Tab'),
      blur: ({ combobox }) => combobox.blur(),
      'ArrowDown, Enter': ({ key }) => ['ArrowDown', 'Enter'].map((name) => key(name)),
      click: ({ combobox }) => combobox.choose(0),
    };
    const taken = Object.entries(choices).map(([name, choose]) => {
      const set = setUp({ options: ['food'] });
      set.combobox.focus();
      set.key('ArrowDown');
      set.combobox.input('foobar');
      set.field.is({ answered: 'fo', activity: 'loading', provisional: true });
      choose(set);
      set.field.answer();
      return [name, set.field.value];
    });
    expect(Object.fromEntries(taken)).toEqual({
      nothing: 'foobar',
      Enter: 'foobar',
      Tab: 'foobar',
      blur: 'foobar',
      'ArrowDown, Enter': 'food',
      click: 'food',
    });
  });

  test('B36: it survives a new list by its value alone', () => {
    const { field, combobox, active, key } = setUp({ options: ['a', 'b', 'c', 'd'] });
    combobox.focus();
    for (let i = 0; i < 4; i++) key('ArrowDown');
    field.answer('x', 'd');
    expect(active()).toBe('d');
    field.answer('x', 'y');
    expect(active()).toBeUndefined();
    field.answer('d');
    expect(active()).toBeUndefined();
    expect(key('Enter').preventDefault).toBe(false);
    expect(field.told()).not.toContain('accept("d")');
  });

  test('Enter and Tab accept it once, Shift+Tab and blur never', () => {
    const accepted = (leave: (c: ReturnType<typeof setUp>) => void) => {
      const set = setUp(cities);
      set.combobox.focus();
      set.key('ArrowDown');
      leave(set);
      set.combobox.blur();
      expect(set.view().open).toBe(false);
      return set.field.told().filter((call) => call.startsWith('accept'));
    };
    expect(accepted(({ key }) => key('Enter'))).toEqual(['accept("Bonn")']);
    expect(accepted(({ key }) => key('Tab'))).toEqual(['accept("Bonn")']);
    expect(accepted(({ key }) => key('Tab', { shift: true }))).toEqual([]);
    expect(accepted(() => {})).toEqual([]);
  });

  test('a container accepted by Tab does not open the next list', () => {
    const { field, combobox, view, key } = setUp({ options: ['src/'] });
    field.children = () => ['src/a'];
    combobox.focus();
    key('ArrowDown');
    expect(key('Tab').preventDefault).toBe(false);
    expect(view().open).toBe(false);
  });
});

describe('pointer', () => {
  test('between pointerdown and click the list is frozen, and the click chooses what was seen', () => {
    const { field, combobox, view } = setUp(cities);
    combobox.focus();
    combobox.press();
    field.answer('X', 'Y');
    expect(view().options).toEqual(cities.options);
    // The emulated mousedown of a tap comes after the answer, and changes nothing either.
    combobox.release();
    combobox.press();
    combobox.choose(1);
    expect(field.told()).toEqual(['focus', 'accept("Berlin")']);
  });

  test('B28: a press that ends elsewhere chooses nothing, and the newest list shows', () => {
    const { field, combobox, view, pass } = setUp(cities);
    combobox.focus();
    combobox.press();
    field.answer('X');
    combobox.release();
    expect(view().options).toEqual(cities.options);
    pass(400);
    expect(view().options).toEqual(['X']);
    expect(field.told()).toEqual(['focus']);
    combobox.dismiss();
    expect(view().open).toBe(false);
  });

  test('a click on a list that was closed meanwhile, or beside its options, chooses nothing', () => {
    const { field, combobox, key } = setUp(cities);
    combobox.focus();
    combobox.choose(7);
    combobox.choose(-1);
    key('Escape');
    combobox.choose(0);
    expect(field.told()).toEqual(['focus', 'dismiss']);
  });
});

describe('input methods', () => {
  test('A36: while composing, the text is handed on as composing', () => {
    const { field, combobox } = setUp();
    combobox.focus();
    combobox.compositionStart();
    combobox.input('p');
    combobox.input('pa', { composing: true });
    combobox.compositionEnd('pa');
    expect(field.told()).toEqual([
      'focus',
      'setValue("p", composing)',
      'setValue("pa", composing)',
      'setValue("pa")',
    ]);
  });

  test('one final text in either order of compositionend and input', () => {
    const { field, combobox } = setUp();
    combobox.focus();
    combobox.compositionStart();
    combobox.compositionEnd('あ');
    combobox.input('あ');
    expect(field.told()).toEqual(['focus', 'setValue("あ")']);
    combobox.input('あ');
    expect(field.told()).toEqual(['setValue("あ")']);
  });

  test('A35, A38: keys during a composition, and the Enter that ends one, leave the list alone', () => {
    const { field, combobox, view, active, key } = setUp(cities);
    combobox.focus();
    key('ArrowDown');
    combobox.compositionStart();
    for (const name of ['Escape', 'ArrowDown', 'Tab', 'Enter']) {
      expect(key(name, { isComposing: true })).toMatchObject({ preventDefault: false });
      expect(key(name)).toMatchObject({ preventDefault: false });
    }
    expect(active()).toBe('Bonn');
    combobox.compositionEnd('');
    key('ArrowDown');
    expect(key('Enter', { isComposing: false, keyCode: 229 }).preventDefault).toBe(false);
    expect(view()).toMatchObject({ open: true, activeIndex: 0 });
    expect(key('Enter', { keyCode: 13 }).preventDefault).toBe(true);
    expect(field.told()).toEqual(['focus', 'setValue("")', 'accept("Bonn")']);
  });
});
