/** How an option's text is displayed. */
import { expect, test } from 'vitest';
import { displayText, matchRange } from '../../src/combobox/index.js';

test('the matched part is found exactly, or else regardless of case', () => {
  expect(matchRange('aAbab', 'ab')).toEqual([3, 5]);
  expect(matchRange('PyThon', 'pyt')).toEqual([0, 3]);
  expect(matchRange('python', '')).toBeUndefined();
  expect(matchRange('c++', 'lang')).toBeUndefined();
});

test('B16: the text is never a pattern', () => {
  for (const text of ['(', '[a', 'a+', '\\', '*', '$&'])
    expect(matchRange(`x${text}`, text)).toEqual([1, 1 + text.length]);
  expect(matchRange('a'.repeat(10_000), '(a+)+$')).toBeUndefined();
});

test('letters that change their length with their case mark nothing, rather than the wrong place', () => {
  expect(matchRange('İstanbul X', 'x')).toBeUndefined();
  expect(matchRange('İstanbul', 'stan')).toEqual([1, 5]);
});

test('at most 300 characters are displayed, and no character is cut in two', () => {
  expect(displayText('x'.repeat(300))).toBe('x'.repeat(300));
  expect(displayText('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
  expect(displayText(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}…`);
});

test('control characters are shown, and characters that reorder text are made harmless', () => {
  expect(displayText('a\tb\nc\u0000\u007f\u0085')).toBe('a␉b␊c␀␡\ufffd');
  expect(displayText('exe.\u202Egnp\u2066')).toBe('exe.\ufffdgnp\ufffd');
  // Joiners spell words and emoji; they are no disguise.
  expect(displayText('می\u200cخواهم 👩\u200d💻')).toBe('می\u200cخواهم 👩\u200d💻');
});
