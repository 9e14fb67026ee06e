/** The devtools panel in Chromium: it shows what happens, can be reached by keyboard, and axe finds no fault. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type ServedPages, servePages } from './support.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let pages: ServedPages;
beforeAll(async () => {
  [browser, pages] = await Promise.all([launchBrowser(), servePages('test/browser/pages')]);
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

test.each(['light', 'dark'] as const)(
  'shows requests and reasons, without a fault in %s colours',
  async (colorScheme) => {
    const page = await browser.newPage({ colorScheme });
    await page.goto(`${pages.url}devtools.html`);
    await page.evaluate(() => {
      document.documentElement.style.colorScheme = 'light dark';
    });
    const panel = page.getByRole('region', { name: 'Completion devtools' });
    await panel.getByRole('row', { name: 'p › b' }).getByText('inactive: the field is not in use').waitFor();
    await page.locator('input[name=a]').focus();
    await page.keyboard.type('x');
    await panel.getByRole('row', { name: 'p › a "x"' }).getByText('1 option', { exact: true }).waitFor();
    await panel.getByRole('row', { name: 'p › a "x"' }).getByText('1 value').waitFor();
    await panel.focus();
    expect(await panel.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.evaluate(axeSource);
    const faults = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
      const { violations } = await axe.run('.mcp-completion-devtools', { runOnly: tags });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(faults).toEqual([]);
    await page.close();
  },
);
