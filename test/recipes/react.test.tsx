/** The React recipes: a person fills in a prompt, and the form library submits it. */
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PromptForm } from '../../demo/recipes/react-hook-form.js';
import { SchemaForm } from '../../demo/recipes/react-jsonschema-form.js';
import { choose, codeReview, connect, type } from './set-up.js';

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
});

test.each([
  ['react-hook-form', PromptForm],
  ['react-jsonschema-form', SchemaForm],
])('%s: completes, validates, and submits what was chosen', async (_, Recipe) => {
  const { engine } = await connect();
  const submitted = vi.fn();
  root.render(createElement(Recipe, { engine, prompt: codeReview, onSubmit: submitted }));
  await expect.poll(() => host.querySelectorAll('input').length).toBe(2);
  const [language, framework] = host.querySelectorAll('input');
  const submit = () => host.querySelector<HTMLElement>('[type=submit]')!.click();

  submit();
  await expect.poll(() => host.textContent).toMatch(/Please fill this in|must have required property/);
  expect(submitted).not.toHaveBeenCalled();

  language!.focus();
  type(language!, 'py');
  await choose(host, 'python');
  expect(language!.value).toBe('python');
  framework!.focus();
  type(framework!, 'dj');
  await choose(host, 'django');
  submit();
  await expect.poll(() => submitted.mock.calls.length).toBe(1);
  expect(submitted.mock.calls[0]![0]).toEqual({ language: 'python', framework: 'django' });
});
