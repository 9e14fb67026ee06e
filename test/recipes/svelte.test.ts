/** The Svelte recipe, compiled by Svelte. */
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Recipe from '../../demo/recipes/svelte.svelte';
import { promptTarget } from '../../src/index.js';
import { choose, codeReview, connect, type } from './set-up.js';
import Host from './svelte-host.svelte';

test('the attachment completes, and the store shows the state', async () => {
  const { engine } = await connect();
  const prompt = { name: 'explain_package', arguments: [{ name: 'package', title: 'Package' }] };
  const field = engine.form(promptTarget(prompt)).field('package');
  const component = mount(Recipe, { target: document.body, props: { field } });
  flushSync();
  const input = document.querySelector('input')!;
  input.focus();
  await expect.poll(() => document.querySelector('small')?.textContent).toBe('100 of 1532');
  type(input, 'yaml-uti');
  await choose(document, 'yaml-utils');
  expect([input.value, field.value]).toEqual(['yaml-utils', 'yaml-utils']);
  await unmount(component);
  expect(document.querySelector('input, [role=listbox]')).toBeNull();
});

test('another field under the same input: its own text, its own completions, and the first is left alone', async () => {
  const { engine } = await connect();
  const form = engine.form(promptTarget(codeReview));
  const [language, framework] = form.fields;
  const component = mount(Host, { target: document.body, props: { fields: [language, framework] } });
  flushSync();
  const input = document.querySelector('input')!;
  type(input, 'python');
  document.querySelector('button')!.click();
  flushSync();
  expect(document.querySelector('input')).toBe(input);
  expect([input.name, input.value]).toEqual(['framework', '']);
  expect(form.values).toEqual({ language: 'python', framework: '' });
  input.focus();
  type(input, 'dj');
  await choose(document, 'django');
  expect(form.values).toEqual({ language: 'python', framework: 'django' });
  await unmount(component);
});
