/** The DOM skin in Chromium: mouse and touch. */
import { expect, test } from 'vitest';
import { count, input, options, requestsOf, useChromium, whenAnswered, whenExpanded } from './dom-scene.js';

const open = useChromium();
const html =
  '<input name="city"><input id="next"><button style="position:absolute;inset:0;z-index:-1">under</button>';
const row = (page: Parameters<typeof options>[0], text: string) =>
  options(page).getByText(text, { exact: true });

test('B30: a click chooses once, keeps the focus in the input, closes, and asks nothing', async () => {
  const { page } = await open(html);
  const inputs = await count(page, 'input[name=city]', 'input');
  const changes = await count(page, 'input[name=city]', 'change');
  await input(page).click();
  await row(page, 'Bonn').click();
  await whenExpanded(page, 'false');
  expect(await input(page).inputValue()).toBe('Bonn');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('city');
  expect([await inputs(), await changes()]).toEqual([1, 1]);
  await page.locator('#next').focus();
  await input(page).focus();
  expect(await input(page).getAttribute('aria-expanded')).toBe('false');
  expect(await requestsOf(page)).toEqual(['city=']);
});

test('B28: a slow click chooses what was pressed, though another list arrived meanwhile', async () => {
  const { page } = await open(html);
  await input(page).click();
  await whenExpanded(page, 'true');
  const box = (await row(page, 'Bremen').boundingBox())!;
  await page.mouse.move(box.x + 5, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement & { field: { refresh(): void } }>(
      '[name=city]',
    )!.field;
    domPage.server({ cities: ['Xanten', 'Yverdon', 'Zagreb'] });
    field.refresh();
  });
  await whenAnswered(page, 2);
  expect(await options(page).first().textContent()).toBe('Berlin');
  await page.mouse.up();
  expect(await input(page).inputValue()).toBe('Bremen');
  await whenExpanded(page, 'false');
});

test('B28: a press that is dragged away chooses nothing, and a click outside still closes', async () => {
  const { page } = await open(html);
  await input(page).click();
  await whenExpanded(page, 'true');
  await row(page, 'Bern').hover();
  await page.mouse.down();
  await page.mouse.move(700, 500);
  await page.mouse.up();
  expect(await input(page).inputValue()).toBe('');
  expect(await input(page).getAttribute('aria-expanded')).toBe('true');
  await page.mouse.click(700, 500);
  await whenExpanded(page, 'false');
});

test('B29: a click on an option reaches nothing that lies beneath', async () => {
  const { page } = await open(html);
  const clicks = await count(page, 'button', 'click');
  await input(page).click();
  await row(page, 'Berlin').click();
  await whenExpanded(page, 'false');
  expect([await clicks(), await input(page).inputValue()]).toEqual([0, 'Berlin']);
  await page.mouse.click(300, 300);
  expect(await clicks()).toBe(1);
});

test('hovering never steals the keyboard’s option', async () => {
  const { page } = await open(html);
  await input(page).focus();
  await whenExpanded(page, 'true');
  await page.keyboard.press('ArrowDown');
  await row(page, 'Brno').hover();
  expect(await page.locator('[aria-selected=true]').textContent()).toBe('Berlin');
  await page.keyboard.press('Enter');
  expect(await input(page).inputValue()).toBe('Berlin');
});

test('the middle button pastes nothing into the input, and chooses nothing', async () => {
  const { page } = await open(html);
  await input(page).focus();
  await page.keyboard.type('b');
  // On Linux a selection is on the clipboard of that button.
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('End');
  await whenExpanded(page, 'true');
  await row(page, 'Bonn').click({ button: 'middle' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await input(page).inputValue()).toBe('b');
  await row(page, 'Bonn').click();
  expect(await input(page).inputValue()).toBe('Bonn');
});

test('a click into the input opens the list that Escape closed', async () => {
  const { page } = await open(html);
  await input(page).click();
  await whenExpanded(page, 'true');
  await page.keyboard.press('Escape');
  await whenExpanded(page, 'false');
  await input(page).click();
  await whenExpanded(page, 'true');
});

test('dragging the list’s own scroll bar, or wheeling over it, keeps it open', async () => {
  const { page } = await open('<input name="many">');
  await input(page, 'many').click();
  await whenExpanded(page, 'true', 'many');
  const box = (await page.locator('[role=listbox]').boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => document.querySelector('[role=listbox]')!.scrollTop > 0);
  await page.mouse.move(box.x + box.width - 4, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + 120);
  await page.mouse.up();
  expect(await input(page, 'many').getAttribute('aria-expanded')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('many');
});

test('C20: a tap is one choice, and scrolling the list by touch is none', async () => {
  const { page, cdp } = await open('<input name="many">', { hasTouch: true });
  const changes = await count(page, 'input', 'change');
  await input(page, 'many').tap();
  await whenExpanded(page, 'true', 'many');
  const box = (await page.locator('[role=listbox]').boundingBox())!;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 30, y: box.y + y }],
    });
  const scrolls = await count(page, '[role=listbox]', 'scrollend');
  await touch('touchStart', 150);
  for (let y = 145; y > 50; y -= 5) await touch('touchMove', y);
  await touch('touchEnd', 50);
  // A tap while the list still glides would only stop it.
  await expect.poll(scrolls).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.querySelector('[role=listbox]')!.scrollTop)).toBeGreaterThan(0);
  expect([await changes(), await input(page, 'many').getAttribute('aria-expanded')]).toEqual([0, 'true']);
  await row(page, 'row 7').tap();
  await whenExpanded(page, 'false', 'many');
  expect([await input(page, 'many').inputValue(), await changes()]).toEqual(['row 7', 1]);
});
