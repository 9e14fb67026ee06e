/** The recipe of a host with its own streams. */
import { expect, test } from 'vitest';
import { completeInto } from '../../demo/recipes/own-streams.js';
import { connect, type } from './set-up.js';

test('completes into a datalist, with the form as its context', async () => {
  const { engine } = await connect();
  const contexts: unknown[] = [];
  engine.events$.subscribe((event) => event.type === 'request' && contexts.push(event.query.context));
  document.body.innerHTML =
    '<form><input name="language"><input name="framework" list="l"></form><datalist id="l"></datalist>';
  const datalist = document.querySelector('datalist')!;
  const ref = { type: 'ref/prompt', name: 'code_review' } as const;
  const [language, framework] = document.querySelectorAll('input');
  const subscription = completeInto(datalist, document.querySelector('form')!, 'framework', { engine, ref });

  type(language!, 'python');
  expect(contexts).toEqual([]);
  framework!.focus();
  type(framework!, 'dj');
  await expect
    .poll(() => [...datalist.children].map((option) => option.getAttribute('value')))
    .toEqual(['django']);
  expect(contexts.at(-1)).toEqual({ language: 'python' });
  subscription.unsubscribe();
  const before = contexts.length;
  type(framework!, 'f');
  expect(contexts.length).toBe(before);
});
