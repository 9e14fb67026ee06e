/** The composer's picker. */
import { expect, it, vi } from 'vitest';
import { createPickerField } from '../../demo/picker.js';
import type { CompletionTarget } from '../../src/index.js';

const prompt = (name: string): CompletionTarget => ({
  key: name,
  ref: { type: 'ref/prompt', name },
  title: name,
  arguments: [],
  required: [],
});
const template: CompletionTarget = {
  key: 't',
  ref: { type: 'ref/resource', uri: 'github://repos/{owner}' },
  title: 'Repository',
  arguments: [],
  required: [],
};

function picker() {
  const chosen = vi.fn();
  const field = createPickerField(chosen);
  field.offer([prompt('code_review'), prompt('review_text'), prompt('stand_up'), template]);
  return { field, chosen };
}

it('lists nothing for plain words', () => {
  const { field } = picker();
  field.setValue('hello');
  expect(field.state).toMatchObject({ options: [], reason: 'inactive' });
  field.setValue('/code_review now');
  expect(field.state.options).toEqual([]);
});

it('lists every prompt for "/", and every template for "@"', () => {
  const { field } = picker();
  field.setValue('/');
  expect(field.state.options).toEqual(['/code_review', '/review_text', '/stand_up']);
  field.setValue('@');
  expect(field.state.options).toEqual(['@github://repos/{owner}']);
});

it('puts names that start with the text before names that contain it', () => {
  const { field } = picker();
  field.setValue('/RE');
  expect(field.state.options).toEqual(['/review_text', '/code_review']);
  field.setValue('/nothing');
  expect(field.state).toMatchObject({ options: [], reason: 'no-values' });
});

it('takes what the same keys type in a Japanese input method for the same commands', () => {
  const { field } = picker();
  for (const text of ['／', '・', '／ｓｔ', '・st']) {
    field.setValue(text);
    expect(field.state.options).toContain('/stand_up');
  }
  field.setValue('＠');
  expect(field.state.options).toEqual(['@github://repos/{owner}']);
  expect(field.find('／stand_up')?.key).toBe('stand_up');
  field.setValue('これは／stand_up');
  expect(field.state.options).toEqual([]);
});

it('opens the chosen target and empties the field', () => {
  const { field, chosen } = picker();
  field.setValue('/st');
  field.accept('/stand_up');
  expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ key: 'stand_up' }));
  expect(field.value).toBe('');
});

it('lists what a new server offers for the text that is there', () => {
  const { field } = picker();
  field.setValue('/');
  field.offer([prompt('other')]);
  expect(field.state.options).toEqual(['/other']);
});
