/** The DOM skin in Chromium: focus, keys, implicit submission and input methods. */
import { expect, test } from 'vitest';
import { count, input, options, requestsOf, useChromium, whenAnswered, whenExpanded } from './dom-scene.js';

const open = useChromium();
const form = '<form action="/nowhere"><input name="city"><input id="next"><button>Send</button></form>';
const focusedId = () => document.activeElement?.id || document.activeElement?.getAttribute('name');

test('B40: focus alone shows the list, and the focus stays in the input', async () => {
  const { page } = await open(form);
  await page.keyboard.press('Tab');
  await whenExpanded(page, 'true');
  expect(await options(page).allTextContents()).toContain('Bonn');
  expect(await page.evaluate(focusedId)).toBe('city');
  expect(await requestsOf(page)).toEqual(['city=']);
});

test('B18, B19: Enter submits the form, unless it chooses an active option', async () => {
  const { page } = await open(form);
  const submits = await count(page, 'form', 'submit');
  await input(page).focus();
  await whenExpanded(page, 'true');
  await page.keyboard.press('Enter');
  expect(await submits()).toBe(1);
  await whenExpanded(page, 'false');
  await page.keyboard.type('bo');
  await expect.poll(() => options(page).allTextContents()).toEqual(['Bonn', 'Bologna']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect([await input(page).inputValue(), await submits()]).toEqual(['Bonn', 1]);
  await whenExpanded(page, 'false');
  await page.keyboard.press('Enter');
  expect(await submits()).toBe(2);
});

test('B22: Escape closes the list first, and then the dialog', async () => {
  const { page } = await open('<dialog><input name="city"></dialog>');
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await whenExpanded(page, 'true');
  await page.keyboard.press('Escape');
  await whenExpanded(page, 'false');
  expect(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false);
});

test('B23: Escape keeps the text of a search field while its list is open', async () => {
  const { page } = await open('<input type="search" name="city">');
  await input(page).focus();
  await page.keyboard.type('b');
  await whenExpanded(page, 'true');
  await page.keyboard.press('Escape');
  await whenExpanded(page, 'false');
  expect(await input(page).inputValue()).toBe('b');
  await page.keyboard.press('Escape');
  expect(await input(page).inputValue()).toBe('');
});

test('B26, C16: Tab always reaches the next field, past the list, and takes a keyboard’s option along', async () => {
  const { page } = await open(form.replace('city', 'many'));
  await input(page, 'many').focus();
  await whenExpanded(page, 'true', 'many');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(focusedId)).toBe('next');
  await page.keyboard.press('Shift+Tab');
  await whenExpanded(page, 'true', 'many');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(focusedId)).toBe('next');
  expect(await input(page, 'many').inputValue()).toBe('row 0');
});

test('A30, B31: leaving with an answer under way opens nothing, anywhere', async () => {
  const { page } = await open(form);
  await page.evaluate(() => domPage.server({ latencyMs: 200 }));
  await input(page).focus();
  await page.keyboard.press('Tab');
  await whenAnswered(page, 1);
  expect(await page.evaluate(focusedId)).toBe('next');
  expect(await input(page).getAttribute('aria-expanded')).toBe('false');
});

test('B31: a focus moved by a script closes', async () => {
  const { page } = await open(form);
  await input(page).focus();
  await whenExpanded(page, 'true');
  await page.evaluate(() => document.getElementById('next')!.focus());
  await whenExpanded(page, 'false');
});

test('a chosen container opens its children, and the last choice closes', async () => {
  const { page } = await open('<input name="path">');
  await input(page, 'path').focus();
  await options(page).getByText('src/', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page).allTextContents()).toEqual(['src/a.ts', 'src/b.ts']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await input(page, 'path').inputValue()).toBe('src/b.ts');
  await whenExpanded(page, 'false', 'path');
});

test('B54: moving through a long list scrolls the list and not the page', async () => {
  const { page } = await open('<input name="many"><div style="height:3000px"></div>');
  await input(page, 'many').focus();
  await whenExpanded(page, 'true', 'many');
  for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowDown');
  const seen = await page.evaluate(() => {
    const list = document.querySelector('[role=listbox]')!.getBoundingClientRect();
    const row = document.querySelector('[aria-selected=true]')!.getBoundingClientRect();
    return { inside: row.top >= list.top - 1 && row.bottom <= list.bottom + 1, page: window.scrollY };
  });
  expect(seen).toEqual({ inside: true, page: 0 });
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('[aria-selected=true]').textContent()).toBe('row 38');
});

test('A35, A38: a composition asks once, at its end, and its Enter chooses nothing', async () => {
  const { page, cdp } = await open(form);
  const submits = await count(page, 'form', 'submit');
  await input(page).focus();
  await whenExpanded(page, 'true');
  await page.keyboard.press('ArrowDown');
  for (const text of ['b', 'be', 'ber']) {
    await cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await cdp.send('Input.insertText', { text: 'ber' });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await whenAnswered(page, 2);
  expect(await requestsOf(page)).toEqual(['city=', 'city=ber']);
  expect([await input(page).inputValue(), await submits()]).toEqual(['ber', 0]);
});

test('A36: a keyboard that always composes gets its suggestions after a pause', async () => {
  const { page, cdp } = await open(form);
  await input(page).focus();
  await whenExpanded(page, 'true');
  await cdp.send('Input.imeSetComposition', { text: 'bo', selectionStart: 2, selectionEnd: 2 });
  await whenAnswered(page, 2);
  expect(await requestsOf(page)).toEqual(['city=', 'city=bo']);
});

test('A40: without the capability nothing is sent, and every key is the page’s', async () => {
  const { page, errors } = await open('<p></p>');
  await page.evaluate(() => domPage.server({ completions: false }));
  await page.evaluate((html) => domPage.scene(html), form);
  // React repeats a controlled input's text in its attribute.
  const markup = async () => (await page.locator('form').innerHTML()).replaceAll(/ value="[^"]*"/g, '');
  const before = await markup();
  const submits = await count(page, 'form', 'submit');
  await input(page).focus();
  await page.keyboard.type('be');
  for (const key of ['ArrowDown', 'Escape', 'Enter', 'Tab']) await page.keyboard.press(key);
  expect(await submits()).toBe(1);
  expect(await page.evaluate(focusedId)).toBe('next');
  expect(await markup()).toBe(before);
  expect([await requestsOf(page), errors]).toEqual([[], []]);
});

test('B42: read-only, disabled and in a disabled fieldset: nothing is asked, nothing shows', async () => {
  const { page } = await open(
    '<input name="city" readonly><fieldset disabled><input name="path"></fieldset><input name="many">',
  );
  await input(page).click();
  for (const key of ['ArrowDown', 'Alt+ArrowDown']) await page.keyboard.press(key);
  await input(page, 'path').evaluate((element) => element.dispatchEvent(new FocusEvent('focus')));
  expect(await requestsOf(page)).toEqual([]);
  await input(page, 'many').focus();
  await whenExpanded(page, 'true', 'many');
  await input(page, 'many').evaluate((element: HTMLInputElement) => {
    element.readOnly = true;
  });
  await whenExpanded(page, 'false', 'many');
});

test('A50: after Escape, Down opens the list again without asking, and so does retyping', async () => {
  const { page } = await open(form);
  await input(page).focus();
  // In one go: between two keys a busy machine may rest longer than the debounce.
  await page.keyboard.insertText('be');
  await whenAnswered(page, 2);
  await page.keyboard.press('Escape');
  await whenExpanded(page, 'false');
  await page.keyboard.press('ArrowDown');
  await whenExpanded(page, 'true');
  expect(await page.locator('[aria-selected=true]').textContent()).toBe('Berlin');
  expect(await requestsOf(page)).toEqual(['city=', 'city=be']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await whenExpanded(page, 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.type('e');
  await whenExpanded(page, 'true');
  await expect.poll(() => options(page).allTextContents()).toEqual(['Berlin', 'Bern', 'Bergen']);
});

test('B30: a text chosen by key is not asked for again, until Down asks explicitly', async () => {
  const { page } = await open(form);
  await input(page).focus();
  await whenExpanded(page, 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await input(page).getAttribute('aria-expanded')).toBe('false');
  expect(await requestsOf(page)).toEqual(['city=']);
  await page.keyboard.press('ArrowDown');
  await whenExpanded(page, 'true');
  expect(await requestsOf(page)).toEqual(['city=', 'city=Berlin']);
});
