/** What each key means, as a table. */
import { describe, expect, test } from 'vitest';
import { type KeyFacts, keyMeaning } from '../../src/combobox/index.js';

const closed = { ready: true, open: false, options: ['a', 'b'], activeIndex: -1 };
const open = { ...closed, open: true };
const active = { ...open, activeIndex: 1 };
const empty = { ...closed, options: [] };
const unready = { ...empty, ready: false };

/** "action", with "!" where the default is prevented and "!!" where the event is stopped too. */
const means = (facts: KeyFacts, situation = closed) => {
  const { action, preventDefault, stopPropagation } = keyMeaning(facts, situation);
  return action + (preventDefault ? '!' : '') + (stopPropagation ? '!' : '');
};

describe('arrow keys', () => {
  test('open and move, and keep the caret where it is', () => {
    expect(means({ key: 'ArrowDown' })).toBe('next!');
    expect(means({ key: 'ArrowUp' }, open)).toBe('previous!');
  });
  test('C29: ask, with the default untouched, when there is nothing to show', () => {
    expect(means({ key: 'ArrowDown' }, empty)).toBe('ask');
    expect(means({ key: 'ArrowUp' }, empty)).toBe('ask');
    expect(means({ key: 'ArrowDown', alt: true }, empty)).toBe('ask');
  });
  test('B56: Alt+Down opens and asks, Alt+Up closes', () => {
    expect(means({ key: 'ArrowDown', alt: true })).toBe('ask!');
    expect(means({ key: 'ArrowDown', alt: true }, active)).toBe('ask!');
    expect(means({ key: 'ArrowUp', alt: true }, open)).toBe('dismiss!');
    expect(means({ key: 'ArrowUp', alt: true })).toBe('none');
  });
});

test('B56: Left, Right, Home, End and every modified key belong to the text', () => {
  for (const situation of [closed, open, active]) {
    for (const key of [
      'ArrowLeft',
      'ArrowRight',
      'Home',
      'End',
      'a',
      'Backspace',
      ' ',
      'PageDown',
      'Delete',
    ]) {
      expect(means({ key }, situation)).toBe('none');
    }
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter', 'Escape']) {
      for (const modifier of ['shift', 'ctrl', 'meta'] as const) {
        expect(means({ key, [modifier]: true }, situation)).toBe('none');
      }
    }
    expect(means({ key: 'Enter', alt: true }, situation)).toBe('none');
    expect(means({ key: 'Tab', ctrl: true }, situation)).toBe('none');
  }
});

test('B18, B19: Enter accepts an active option, and otherwise leaves the event to the form', () => {
  expect(means({ key: 'Enter' }, active)).toBe('accept!');
  expect(means({ key: 'Enter' }, open)).toBe('dismiss');
  expect(means({ key: 'Enter' }, closed)).toBe('dismiss');
});

test('B22: Escape is taken only from an open list, or from a status line that stands alone', () => {
  expect(means({ key: 'Escape' }, open)).toBe('dismiss!!');
  expect(keyMeaning({ key: 'Escape' }, { ...empty, status: 'slow' })).toMatchObject({
    preventDefault: true,
    stopPropagation: true,
  });
  expect(keyMeaning({ key: 'Escape' }, { ...empty, status: '' })).toMatchObject({ preventDefault: false });
  expect(means({ key: 'Escape' }, closed)).toBe('dismiss');
});

test('B25, B26: Tab is never prevented, and only Tab alone accepts', () => {
  expect(means({ key: 'Tab' }, active)).toBe('acceptAndLeave');
  expect(means({ key: 'Tab' }, open)).toBe('leave');
  expect(means({ key: 'Tab', shift: true }, active)).toBe('leave');
});

test('A35, A38: keys of an input method mean nothing', () => {
  for (const key of ['Enter', 'Escape', 'ArrowDown', 'Tab']) {
    expect(means({ key, isComposing: true }, active)).toBe('none');
    expect(means({ key, keyCode: 229 }, active)).toBe('none');
  }
  expect(means({ key: 'Enter', keyCode: 13 }, active)).toBe('accept!');
});

test('A39: a keydown without a key means nothing', () => {
  expect(means({}, active)).toBe('none');
  expect(means({ key: undefined, keyCode: undefined, isComposing: undefined }, open)).toBe('none');
});

test('A40: no key means anything where the server does not complete', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab'])
    expect(means({ key }, unready)).toBe('none');
  expect(means({ key: 'ArrowDown', alt: true }, unready)).toBe('none');
});
