/** Keys, pointer and input methods on a bound input. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { activeElementOf, setUp } from './set-up.js';

afterEach(() => document.body.replaceChildren());
const cities = { options: ['Bonn', 'Berlin', 'Bern'] };

describe('keys', () => {
  test('B19: Enter on an active option chooses it, and the next Enter is the form’s', () => {
    const { input, key, expanded } = setUp(cities);
    input.focus();
    key('ArrowDown');
    expect(key('Enter').defaultPrevented).toBe(true);
    expect([input.value, expanded()]).toEqual(['Bonn', 'false']);
    expect(key('Enter').defaultPrevented).toBe(false);
  });

  test('B18, B21: Enter without one is the form’s, and the text stays', () => {
    const { input, key, type } = setUp(cities);
    input.focus();
    expect(key('Enter').defaultPrevented).toBe(false);
    type('x');
    expect(key('Enter').defaultPrevented).toBe(false);
    expect(input.value).toBe('x');
  });

  test('B22, B23: Escape closes an open list and nothing else; closed, it belongs to the dialog', () => {
    const { host, input, key, type, expanded } = setUp(cities, { html: '<input type="search">' });
    const heard = vi.fn();
    host.addEventListener('keydown', heard);
    input.focus();
    type('x');
    expect(key('Escape').defaultPrevented).toBe(true);
    expect([heard.mock.calls.length, expanded(), input.value]).toEqual([0, 'false', 'x']);
    expect(key('Escape').defaultPrevented).toBe(false);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('B22: Escape puts away a status line that stands alone, and does not reach the dialog', () => {
    const { host, input, field, key } = setUp({ reason: 'no-values' });
    const status = () => host.querySelector('[part=status]')!.textContent;
    input.focus();
    expect(status()).toBe('no suggestions');
    expect(key('Escape').defaultPrevented).toBe(true);
    expect([status(), field.told()]).toEqual(['', ['focus', 'dismiss']]);
    expect(key('Escape').defaultPrevented).toBe(false);
  });

  test('B25, B26: Tab is never prevented; a keyup or a bare modifier means nothing', () => {
    const { input, field, key, expanded } = setUp(cities);
    input.focus();
    for (const name of ['Tab', 'Shift']) input.dispatchEvent(new KeyboardEvent('keyup', { key: name }));
    for (const name of ['Shift', 'Control', 'Alt', 'Meta']) key(name);
    expect(field.told()).toEqual(['focus']);
    key('ArrowDown');
    expect(key('Tab', { shiftKey: true }).defaultPrevented).toBe(false);
    expect([input.value, expanded()]).toEqual(['', 'false']);
    key('ArrowDown');
    expect(key('Tab').defaultPrevented).toBe(false);
    expect([input.value, expanded()]).toEqual(['Bonn', 'false']);
  });

  test('A39: a keydown or keyup without a key is harmless, and autofill elsewhere opens nothing', () => {
    const { input, expanded, type } = setUp(cities);
    input.dispatchEvent(new Event('keydown'));
    input.dispatchEvent(new Event('keyup'));
    type('filled');
    expect(expanded()).toBe('false');
    input.focus();
    input.dispatchEvent(new Event('keydown'));
    expect(expanded()).toBe('true');
  });

  test('C29: with a list that is empty, arrows are the text’s', () => {
    const { input, field, key, expanded } = setUp();
    input.focus();
    field.answer();
    for (const name of ['ArrowDown', 'ArrowUp']) {
      expect(key(name).defaultPrevented).toBe(false);
      expect(key(name, { altKey: true }).defaultPrevented).toBe(false);
    }
    expect(expanded()).toBe('false');
  });

  test('B54: moving through a list scrolls without scrollIntoView', () => {
    const { input, key, rows } = setUp({ options: Array.from({ length: 40 }, (_, index) => `${index}`) });
    input.focus();
    for (const row of rows()) Object.defineProperty(row, 'scrollIntoView', { value: undefined });
    for (let press = 0; press < 20; press++) key('ArrowDown');
    expect(activeElementOf(input)!.dataset.value).toBe('19');
  });
});

describe('pointer', () => {
  test('A29: an answer after a press outside opens nothing, until there is typing', () => {
    for (const press of ['pointerdown', 'mousedown', 'touchstart']) {
      const { input, field, type, expanded } = setUp();
      input.focus();
      type('ab');
      field.is({ activity: 'loading' });
      document.body.dispatchEvent(new Event(press, { bubbles: true }));
      field.answer('abc');
      expect(expanded()).toBe('false');
      type('abc');
      expect(expanded()).toBe('true');
    }
  });

  test('A29, B31: a press outside or a blur closes, also after a press in the list', () => {
    const { input, rows, key, expanded, pass } = setUp(cities);
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
      input.focus();
      key('ArrowDown');
      rows()[0]!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
      document.body.dispatchEvent(new Event('pointerup', { bubbles: true }));
      pass(400);
      expect(expanded()).toBe('true');
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
      expect(expanded()).toBe('false');
      key('ArrowDown');
      input.blur();
      expect(expanded()).toBe('false');
    }
  });

  test('B28, C20: one tap or slow click is one choice, of the row that was pressed', () => {
    const { input, field, rows, expanded, pass } = setUp(cities);
    input.focus();
    const row = rows()[1]!;
    const send = (type: string) => {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true });
      row.dispatchEvent(event);
      return event;
    };
    send('pointerdown');
    pass(600);
    field.answer('X', 'Y', 'Z');
    send('pointerup');
    send('touchend');
    expect(send('mousedown').defaultPrevented).toBe(true);
    expect(expanded()).toBe('true');
    send('mouseup');
    send('click');
    expect(field.told()).toEqual(['focus', 'accept("Berlin")']);
  });
});

describe('input methods', () => {
  test('one final text in either order of compositionend and input', () => {
    for (const order of [
      ['input', 'compositionend'],
      ['compositionend', 'input'],
    ]) {
      const { input, field, type } = setUp();
      input.focus();
      input.dispatchEvent(new Event('compositionstart'));
      type('か', { isComposing: true });
      input.value = '歌';
      for (const name of order) {
        input.dispatchEvent(name === 'input' ? new InputEvent('input') : new Event(name));
      }
      const told = field.told().filter((call) => call === 'setValue("歌")');
      expect(told).toEqual(['setValue("歌")']);
    }
  });

  test('A35, A38: its keys leave list, option and text alone', () => {
    const { input, key, expanded } = setUp(cities);
    input.focus();
    key('ArrowDown');
    const before = activeElementOf(input);
    for (const name of ['Escape', 'ArrowDown', 'Tab', 'Enter']) {
      expect(key(name, { isComposing: true }).defaultPrevented).toBe(false);
      expect(key(name, { keyCode: 229 }).defaultPrevented).toBe(false);
    }
    expect([activeElementOf(input), expanded(), input.value]).toEqual([before, 'true', '']);
    expect(key('Enter', { keyCode: 13 }).defaultPrevented).toBe(true);
  });
});
