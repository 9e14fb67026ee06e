/** The demo as it is met with a Japanese input method, and over a connection that takes 600 ms. */
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { field, option, optionValues, statusLine, useDemo } from './demo-scene.js';
import { withoutBrowser } from './support.js';

const skipped = process.env.CI !== 'true' && withoutBrowser;
if (skipped) console.log(`Skipped: ${skipped}`);

/** What the server was asked, in order. */
const asked = (page: Page) =>
  page.$$eval('.rows [data-method="completion/complete"] .what [dir]', (found) =>
    found.map((element) => element.textContent).reverse(),
  );

/** The text of a composition, as it grows under the input method. */
async function compose(cdp: CDPSession, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const end = text.length;
    await cdp.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  }
}

/** A key that the input method takes for itself. */
async function imeKey(cdp: CDPSession, key: string, then?: () => Promise<unknown>): Promise<void> {
  const facts = { key, code: key, windowsVirtualKeyCode: 229 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...facts });
  await then?.();
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...facts });
}

describe.skipIf(skipped)('typing in the demo', () => {
  const open = useDemo();

  test('A38: a composition leaves the list alone, and what it becomes is asked once', async () => {
    const { page, cdp } = await open('?prompt=code_review&composingMs=60000');
    await option(page, 'go').waitFor();
    const whole = await optionValues(page);
    await compose(cdp, 'ｇ', 'ご', 'ごー');
    await imeKey(cdp, 'ArrowDown');
    await imeKey(cdp, ' ', () => compose(cdp, 'go'));
    expect(await optionValues(page)).toEqual(whole);
    expect(await page.locator('[aria-selected=true]').count()).toBe(0);
    await imeKey(cdp, 'Enter', () => cdp.send('Input.insertText', { text: 'go' }));
    await expect.poll(() => optionValues(page)).toEqual(['go']);
    await expect.poll(() => asked(page)).toEqual(['language ""', 'language "go"']);
    expect(await page.locator('.entry.call').count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field(page, 'language').inputValue()).toBe('go');
  });

  test('a composition may end in words that the server finds nothing for: they stay as they are', async () => {
    const { page, cdp } = await open('?prompt=plan_trip&slow=0');
    await option(page, 'London').waitFor();
    await compose(cdp, 'と', 'とう', 'とうきょう', '東京');
    await imeKey(cdp, 'Enter', () => cdp.send('Input.insertText', { text: '東京' }));
    await statusLine(page, 'no suggestions').waitFor();
    expect(await field(page, 'city').inputValue()).toBe('東京');
    await page.keyboard.press('Enter');
    await page.locator('.entry.user', { hasText: '東京' }).waitFor();
  });

  test('the picker opens on the signs that a Japanese input method makes of "/" and "@"', async () => {
    const { page, cdp } = await open('');
    await page.locator('#message').focus();
    await compose(cdp, '・');
    await imeKey(cdp, 'Enter', () => cdp.send('Input.insertText', { text: '・' }));
    await option(page, '/code_review').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('language');
  });

  test('over 600 ms the list never blanks between two keys, nor jumps, and waits in sight', async () => {
    const { page, said } = await open('?prompt=code_review&latency=600');
    await option(page, 'python').waitFor();
    // Each picture of the list from here on: how many options, the line under them, and whether an answer is to come.
    const pictures = await page.evaluateHandle(() => {
      const seen: { options: number; line: string | null; pending: boolean }[] = [];
      const popup = document.querySelector('.target .mcp-completion-popup')!;
      new MutationObserver(() => {
        seen.push({
          options: popup.querySelectorAll('[role=option]').length,
          line: popup.querySelector('.mcp-completion-status')!.textContent,
          pending: popup.hasAttribute('data-pending'),
        });
      }).observe(popup, { attributes: true, childList: true, characterData: true, subtree: true });
      return seen;
    });
    await page.keyboard.type('py', { delay: 150 });
    await expect.poll(() => asked(page)).toContain('language "py"');
    await expect.poll(said).toContain('1 suggestion');
    // What was narrowed is announced before the server has spoken.
    await expect
      .poll(async () => (await pictures.jsonValue()).at(-1))
      .toMatchObject({ options: 1, pending: false });
    const seen = await pictures.jsonValue();
    expect(seen.filter(({ options, line }) => options === 0 || line !== '')).toEqual([]);
    expect(seen.some(({ pending }) => pending)).toBe(true);
  });

  test('over 600 ms an option of the old list can be taken at once', async () => {
    const { page } = await open('?prompt=code_review&latency=600');
    await option(page, 'python').waitFor();
    await page.keyboard.type('ru');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field(page, 'language').inputValue()).toBe('ruby');
    await page.keyboard.press('Tab');
    await option(page, 'rails').waitFor();
    expect(await asked(page)).not.toContain('language "ruby"');
  });
});
