/** bindInput: from a plain field to a combobox and back, and what it writes into the element. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bindInput } from '../../src/dom/index.js';
import { FakeField } from './fake-field.js';
import { activeElementOf, attributesOf, setUp } from './set-up.js';

afterEach(() => document.body.replaceChildren());
const cities = { options: ['Bonn', 'Berlin', 'Bern'] };

describe('support', () => {
  const html = '<input role="search" autocomplete="email" aria-describedby="x" spellcheck="false" list="l">';

  test('A40, C24, C29: without support the input is as the host made it, and no key is taken', () => {
    for (const support of ['unsupported', 'unknown'] as const) {
      const { host, input, key } = setUp({ support, options: ['stale'] }, { html });
      const before = host.innerHTML;
      input.focus();
      for (const name of ['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab']) {
        expect(key(name).defaultPrevented).toBe(false);
      }
      expect(key('ArrowDown', { altKey: true }).defaultPrevented).toBe(false);
      expect(host.innerHTML).toBe(before);
      expect(before).toBe(html);
    }
  });

  test('C24: it turns into a combobox and back as support comes and goes', () => {
    const { host, input, field } = setUp({ support: 'unknown' }, { html });
    field.is({ support: 'supported' });
    expect(attributesOf(input)).toMatchObject({
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-describedby': 'x',
    });
    expect(input.hasAttribute('list')).toBe(false);
    field.is({ support: 'unknown' });
    expect(input.getAttribute('role')).toBe('combobox');
    field.is({ support: 'unsupported' });
    expect(host.children.length).toBe(1);
    expect(attributesOf(input)).toEqual({
      role: 'search',
      autocomplete: 'email',
      'aria-describedby': 'x',
      spellcheck: 'false',
      list: 'l',
    });
  });

  test('C25: neither binding nor a change of support moves the focus', () => {
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    const { field } = setUp(cities);
    field.is({ support: 'unsupported' });
    field.is({ support: 'supported' });
    field.answer('x');
    expect(document.activeElement).toBe(other);
  });
});

describe('the element’s text', () => {
  test('is read when bound, on focus and on every input', () => {
    const { input, field, type } = setUp({}, { html: '<input value="a">' });
    expect(field.told()).toEqual(['setValue("a")']);
    input.value = 'ab';
    input.focus();
    expect(field.told()).toEqual(['setValue("ab")', 'focus']);
    type('abc');
    input.value = 'x';
    input.dispatchEvent(new Event('change'));
    expect(field.told()).toEqual(['setValue("abc")', 'setValue("x")']);
  });

  test('B43, B44: a paste, a drop, a dictation and a finished composition count as typing', () => {
    const { field, input, key, type } = setUp(cities);
    input.focus();
    for (const inputType of ['insertFromPaste', 'insertFromDrop', 'insertFromComposition', '']) {
      key('ArrowDown');
      field.told();
      type(`by ${inputType}`, { inputType });
      expect(field.told()).toEqual([`setValue("by ${inputType}")`]);
      expect(activeElementOf(input)).toBeUndefined();
    }
    input.value = 'bare';
    input.dispatchEvent(new Event('input'));
    expect(field.told()).toEqual(['setValue("bare")']);
  });

  test('C15: a cleared field stays empty', () => {
    const { input, field, type } = setUp({ value: 'x' });
    input.focus();
    type('');
    input.blur();
    expect([input.value, field.value]).toEqual(['', '']);
  });

  test('B47: a value set by a program shows, and opens nothing', () => {
    const { input, field, expanded } = setUp(cities);
    const seen = vi.fn();
    input.addEventListener('input', seen);
    field.is({ value: 'set' });
    expect(input.value).toBe('set');
    expect(expanded()).toBe('false');
    expect(seen).not.toHaveBeenCalled();
    input.value = 'by script';
    field.is({ options: ['other'] });
    expect(input.value).toBe('by script');
  });

  test('the form’s initial value shows in an empty input, and a filled input speaks for itself', () => {
    expect(setUp({ value: 'initial' }).input.value).toBe('initial');
    const { input, field } = setUp({ value: 'initial' }, { html: '<input value="typed">' });
    expect([input.value, field.value]).toEqual(['typed', 'typed']);
  });

  test('B30: a choice writes past the element’s own setter and dispatches one input and one change', () => {
    const { host, input, field, rows } = setUp(cities);
    const own = vi.fn();
    const events: string[] = [];
    for (const type of ['input', 'change']) {
      host.addEventListener(type, (event) => {
        events.push(
          `${type} ${(event as InputEvent).inputType} ${event.bubbles} ${event.composed} ${input.value}`,
        );
      });
    }
    input.focus();
    const inherited = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    Object.defineProperty(input, 'value', { ...inherited, set: own });
    rows()[1]!.click();
    expect(own).not.toHaveBeenCalled();
    expect(events).toEqual([
      'input insertReplacementText true true Berlin',
      'change undefined true false Berlin',
    ]);
    expect(field.told()).toEqual(['focus', 'accept("Berlin")']);
  });

  test('what a host’s own handler makes of a chosen text is the truth', () => {
    const { input, field, rows } = setUp(cities);
    input.focus();
    input.addEventListener('input', () => {
      input.value = input.value.toUpperCase();
    });
    rows()[0]!.click();
    // Chosen, not typed: that would open the list again.
    expect(field.told()).toEqual(['focus', 'accept("Bonn")', 'accept("BONN")']);
  });

  test('an element that drops line breaks does not alter the chosen value', () => {
    const { input, field, rows } = setUp({ options: ['a\nb'] });
    input.focus();
    rows()[0]!.click();
    input.blur();
    input.focus();
    expect(field.value).toBe('a\nb');
  });
});

describe('locked inputs', () => {
  test('B42: a read-only or disabled input asks nothing and shows nothing', () => {
    for (const html of ['<input readonly>', '<input disabled>']) {
      const { input, field, key, expanded } = setUp(cities, { html });
      input.dispatchEvent(new FocusEvent('focus'));
      expect(key('ArrowDown').defaultPrevented).toBe(false);
      key('ArrowDown', { altKey: true });
      input.click();
      expect(field.told().filter((call) => call !== 'blur')).toEqual([]);
      expect(expanded()).toBe('false');
    }
  });

  test('B42: it closes when it becomes read-only, and works again afterwards', async () => {
    const { input, field, expanded } = setUp(cities);
    input.focus();
    expect(expanded()).toBe('true');
    input.readOnly = true;
    await Promise.resolve();
    expect(expanded()).toBe('false');
    input.readOnly = false;
    await Promise.resolve();
    expect(expanded()).toBe('true');
    expect(field.told()).toEqual(['focus', 'blur', 'focus']);
  });
});

describe('destroy', () => {
  test('B48: leaves element, nodes and listeners as they were, over 1,000 rounds', {
    timeout: 60_000,
  }, () => {
    const host = document.createElement('div');
    host.innerHTML =
      '<input role="x" autocomplete="email" aria-describedby="d" spellcheck="true" aria-expanded="mixed">';
    document.body.append(host);
    const input = host.querySelector('input')!;
    const before = host.innerHTML;
    const nodes = document.querySelectorAll('*').length;
    let target = Object.getPrototypeOf(input) as EventTarget;
    while (!Object.hasOwn(target, 'addEventListener')) target = Object.getPrototypeOf(target);
    const add = vi.spyOn(target, 'addEventListener');
    const remove = vi.spyOn(target, 'removeEventListener');
    const field = new FakeField('city', cities);
    for (let round = 0; round < 1000; round++) {
      const binding = bindInput(input, field, { id: 'x' });
      if (round % 100 === 0) input.focus();
      binding.destroy();
      binding.destroy();
      if (round % 100 === 0) input.blur();
    }
    const key = ([type, , options]: unknown[]) => `${type} ${JSON.stringify(options)}`;
    expect(add.mock.calls.length).toBeGreaterThan(8000);
    expect(remove.mock.calls.map(key).sort()).toEqual(add.mock.calls.map(key).sort());
    vi.restoreAllMocks();
    expect(host.innerHTML).toBe(before);
    expect(document.querySelectorAll('*').length).toBe(nodes);
    expect(field.state$.observed).toBe(false);
  });

  test('B49: nothing is pending and nothing is written after it', () => {
    const { host, input, field, binding, scheduler, type } = setUp(cities);
    input.focus();
    type('x');
    field.answer('xy');
    expect(scheduler.actions.filter((action) => !action.closed).length).toBeGreaterThan(0);
    binding.destroy();
    const before = host.innerHTML;
    expect(scheduler.actions.filter((action) => !action.closed)).toEqual([]);
    expect(field.told().at(-1)).toBe('blur');
    field.answer('z');
    type('zz');
    scheduler.flush();
    expect(host.innerHTML).toBe(before);
    expect(field.told()).toEqual([]);
  });
});
