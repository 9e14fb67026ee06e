/** What bindInput finds and leaves: an input that has the focus already, and options whose display differs from their value. */
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
