/** The DOM skin in Chromium: an input that is clipped keeps its list, one that is scrolled away closes it for that time. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { input, options, useChromium, whenExpanded } from './dom-scene.js';

const open = useChromium();
const many = (page: Page) => input(page, 'many');

/** Once the browser has told what it shows of the input. */
async function listBox(page: Page) {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const popup = document.querySelector('.mcp-completion-popup')!;
    const { top, bottom } = popup.getBoundingClientRect();
    const box = document.querySelector('input')!.getBoundingClientRect();
    const near = Math.min(Math.abs(top - box.bottom), Math.abs(box.top - bottom)) <= 6;
    return { near, visibility: getComputedStyle(popup).visibility };
  });
}
const shown = { near: true, visibility: 'visible' };

test('an input of which a part is clipped keeps its list in sight, and the list follows it', async () => {
  const { page } = await open('');
  for (const html of [
    '<div style="overflow:hidden;padding:0 10px;width:150px"><p></p><input name="many" style="box-sizing:content-box;width:100%"></div>',
    '<div style="overflow:hidden"><p></p><input name="many" style="margin:-2px"></div>',
    '<div style="clip-path:inset(0 0 1px)"><p></p><input name="many"></div>',
    '<div style="overflow-x:auto;width:200px"><p></p><input name="many" style="width:2000px"></div>',
  ]) {
    await page.evaluate((text) => domPage.scene(text), html);
    await many(page).focus();
    await whenExpanded(page, 'true', 'many');
    expect(await listBox(page)).toEqual(shown);
    expect(await many(page).getAttribute('aria-expanded')).toBe('true');
    await page.evaluate(() => {
      document.querySelector('p')!.style.height = '90px';
    });
    await expect.poll(() => listBox(page)).toEqual(shown);
    await options(page).first().click();
    expect(await many(page).inputValue()).toBe('row 0');
  }
});

const scroller =
  '<p style="height:200px"></p><div id="s" style="height:60px;overflow:auto"><input name="many"><p style="height:900px"></p></div>';
const scroll = (page: Page, y: number) =>
  page.evaluate((top) => document.getElementById('s')!.scrollTo(0, top), y);

test('hides while its scroller has scrolled the input out of sight, and ARIA says so', async () => {
  const { page } = await open(scroller);
  await many(page).focus();
  await whenExpanded(page, 'true', 'many');
  await page.keyboard.press('ArrowDown');
  const popup = page.locator('.mcp-completion-popup');
  for (let round = 0; round < 2; round++) {
    await scroll(page, 200);
    await whenExpanded(page, 'false', 'many');
    expect(await many(page).getAttribute('aria-activedescendant')).toBe(null);
    expect(await popup.isVisible()).toBe(false);
    await scroll(page, 0);
    await whenExpanded(page, 'true', 'many');
    expect(await listBox(page)).toEqual(shown);
    expect(await many(page).getAttribute('aria-activedescendant')).toBe(null);
  }
});

test('no key chooses an option that is out of sight, and what Enter or Escape closed there stays closed', async () => {
  for (const leave of ['Enter', 'Escape']) {
    const { page } = await open(scroller);
    await many(page).focus();
    await whenExpanded(page, 'true', 'many');
    await page.keyboard.press('ArrowDown');
    await scroll(page, 200);
    await whenExpanded(page, 'false', 'many');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(leave);
    await scroll(page, 0);
    await listBox(page);
    expect([await many(page).inputValue(), await many(page).getAttribute('aria-expanded')]).toEqual([
      '',
      'false',
    ]);
  }
});
