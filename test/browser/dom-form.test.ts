/** renderForm in Chromium: submission, hostile names, dependants, and the way through a form by keyboard alone. */
import { expect, test } from 'vitest';
import { input, options, useChromium, whenExpanded } from './dom-scene.js';

const open = useChromium();

test('A14: arguments named like members of a form are filled in, submitted and reset', async () => {
  const { page, errors } = await open('');
  const names = ['submit', 'action', 'elements', 'reset', 'append', 'addEventListener', 'id', 'parentNode'];
  names.push('remove', 'requestSubmit', '__proto__', 'constructor', 'toString');
  await page.evaluate(
    (all) =>
      domPage.form({ prompt: { name: 'p', arguments: all.map((name) => ({ name, required: true })) } }),
    names,
  );
  // By keyboard alone: such names confuse the test driver's own selectors.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('submit');
  for (const name of names) {
    expect(await focused()).toBe(name);
    await page.keyboard.type(`v ${name}`);
    if (name !== names.at(-1)) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const entries = await page.evaluate(() =>
    domPage.results.map((result) => result.kind === 'prompt' && Object.entries(result.promptArguments)),
  );
  expect(entries).toEqual([names.map((name) => [name, `v ${name}`])]);
  await page.evaluate(() => document.querySelector<HTMLElement>('[type=reset]')!.click());
  expect(
    await page.evaluate(() => [...document.querySelectorAll('input')].filter(({ value }) => value)),
  ).toEqual([]);
  expect(errors).toEqual([]);
});

test('a template is filled in by keyboard alone, with its URI in sight', async () => {
  const { page } = await open('');
  await page.evaluate(() => domPage.form({ uriTemplate: 'geo://{city}/{+path}{?none}' }));
  await page.keyboard.press('Tab');
  await whenExpanded(page, 'true');
  await page.keyboard.type('bon');
  await expect.poll(() => options(page).allTextContents()).toEqual(['Bonn']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await whenExpanded(page, 'true', 'path');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page).allTextContents()).toEqual(['src/a.ts', 'src/b.ts']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await whenExpanded(page, 'false', 'path');
  expect(await page.locator('output').textContent()).toBe('geo://Bonn/src/a.ts');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => domPage.results)).toEqual([
    { kind: 'resource', uri: 'geo://Bonn/src/a.ts' },
  ]);
});

test('B21: Enter on an optional argument left empty, its list open, goes on without it', async () => {
  const { page } = await open('');
  await page.evaluate(() => domPage.form({ prompt: { name: 'p', arguments: [{ name: 'city' }] } }));
  await page.keyboard.press('Tab');
  await whenExpanded(page, 'true');
  await page.keyboard.press('Enter');
  await whenExpanded(page, 'false');
  expect(await page.evaluate(() => domPage.results)).toEqual([
    { kind: 'prompt', name: 'p', promptArguments: {} },
  ]);
});

test('C10: a group is satisfied by either of its members', async () => {
  const { page } = await open('');
  await page.evaluate(() => domPage.form({ uriTemplate: 'geo://{a,b}' }));
  const group = page.getByRole('group', { name: 'At least one of these' });
  expect(await group.getByRole('combobox').count()).toBe(2);
  await page.getByRole('button', { name: 'Continue' }).click();
  await group.getByText('Please fill in a or b').first().waitFor();
  await input(page, 'b').fill('x');
  expect(await group.getByText('Please fill in a or b').first().isVisible()).toBe(false);
  await input(page, 'b').press('Enter');
  expect(await page.evaluate(() => domPage.results)).toEqual([{ kind: 'resource', uri: 'geo://x' }]);
});

test('at 320 px nothing of a form has to be scrolled to from the side, and its buttons are large enough to hit', async () => {
  const { page } = await open('', { viewport: { width: 320, height: 480 } });
  await page.evaluate(async () => {
    await domPage.style();
    const long = 'x'.repeat(100);
    domPage.server({ cities: [long, 'short'] });
    const all = ['city', `city-${long}`].map((name) => ({
      name,
      description: `https://${long}`,
      required: true,
    }));
    domPage.form({ prompt: { name: 'p', description: long, arguments: all } });
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await whenExpanded(page, 'true');
  const seen = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    popup: document.querySelector('.mcp-completion-popup')!.getBoundingClientRect().right,
    buttons: [...document.querySelectorAll('button')].map((one) => one.getBoundingClientRect().height),
  }));
  expect(seen.page).toBeLessThanOrEqual(320);
  expect(seen.popup).toBeLessThanOrEqual(320);
  expect(Math.min(...seen.buttons)).toBeGreaterThanOrEqual(24);
});

test('a text area keeps its lines, its arrow keys and its Enter', async () => {
  const { page } = await open('');
  await page.evaluate(() => domPage.form({ prompt: { name: 'p', arguments: [{ name: 'city' }] } }, ['city']));
  await page.locator('textarea').focus();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.evaluate(() => domPage.results)).toEqual([
    { kind: 'prompt', name: 'p', promptArguments: { city: 'one!\ntwo' } },
  ]);
  expect(await page.evaluate(() => domPage.requests)).toEqual([]);
});
