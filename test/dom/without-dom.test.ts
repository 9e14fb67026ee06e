// @vitest-environment node
/** The skins are imported by servers that render pages, too. */
import { expect, test } from 'vitest';

test('both entry points import where there is no DOM', async () => {
  expect('document' in globalThis).toBe(false);
  const { bindInput, renderForm } = await import('../../src/dom/index.js');
  const { createCombobox } = await import('../../src/combobox/index.js');
  expect([typeof bindInput, typeof renderForm, typeof createCombobox]).toEqual([
    'function',
    'function',
    'function',
  ]);
});
