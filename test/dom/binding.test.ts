/** What bindInput finds and leaves: an input in focus or bound already, one that is no text, and options shown otherwise. */
import { afterEach, expect, test } from 'vitest';
import { bindInput } from '../../src/dom/index.js';
import { FakeField } from './fake-field.js';
import { setUp } from './set-up.js';

afterEach(() => document.body.replaceChildren());

test('an input that has the focus when it is bound is in use at once', () => {
  const input = document.createElement('input');
  document.body.append(input);
  input.focus();
  const field = new FakeField('city', { options: ['Bonn'] });
  bindInput(input, field);
  expect(field.calls).toContain('focus');
  expect(input.getAttribute('aria-expanded')).toBe('true');
});

test('data-value is exact where the text is not', () => {
  const values = ['tab\there', 'x'.repeat(400)];
  const { input, rows, texts } = setUp({ options: values });
  input.focus();
  expect(texts()).not.toEqual(values);
  expect(rows().map((row) => row.dataset.value)).toEqual(values);
});

test('a second binding takes the place of the first, and leaves the input as the host made it', () => {
  const html = '<input role="search" autocomplete="email" list="l">';
  const { host, input, field, binding, key } = setUp({ options: ['Bonn'] }, { html });
  input.focus();
  const second = new FakeField('town', { options: ['Ulm', 'Unna'] });
  const again = bindInput(input, second);
  expect([field.told().at(-1), field.state$.observed]).toEqual(['blur', false]);
  expect(host.querySelectorAll('[role=listbox]').length).toBe(1);
  binding.destroy();
  expect(input.getAttribute('aria-expanded')).toBe('true');
  key('ArrowDown');
  key('Enter');
  expect([input.value, field.value, second.value]).toEqual(['Ulm', '', 'Ulm']);
  again.destroy();
  expect(host.innerHTML).toBe(html);
});

test('an input that holds no text to complete is refused by name, and left alone', () => {
  for (const type of ['number', 'date', 'checkbox', 'password', 'file', 'hidden']) {
    const field = new FakeField('city', { options: ['Bonn'], value: 'x' });
    const input = document.createElement('input');
    input.type = type;
    const before = input.outerHTML;
    expect(() => bindInput(input, field)).toThrow(TypeError);
    expect(() => bindInput(input, field)).toThrow(type);
    expect([input.outerHTML, field.told(), field.state$.observed]).toEqual([before, [], false]);
  }
  for (const type of ['text', 'search', 'tel', 'url', 'email', 'unheard-of']) {
    const { input } = setUp({}, { html: `<input type="${type}">` });
    expect(input.getAttribute('role')).toBe('combobox');
  }
});
