/** The Svelte recipe, compiled by Svelte. */
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Recipe from '../../demo/recipes/svelte.svelte';
import { promptTarget } from '../../src/index.js';
import { choose, connect, type } from './set-up.js';

test('the action completes, and the store shows the state', async () => {
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
