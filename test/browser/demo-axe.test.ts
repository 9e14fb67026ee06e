/** axe over every state of the demo: light and dark, wide and 360 px. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFaults } from './accessibility.js';
import { field, option, statusLine, useDemo } from './demo-scene.js';
import { withoutBrowser } from './support.js';

// In CI a missing browser is no reason to skip: there the launch fails.
const skipped = process.env.CI !== 'true' && withoutBrowser;
if (skipped) console.log(`Skipped: ${skipped}`);

const states: Readonly<Record<string, { search: string; act?: (page: Page) => Promise<unknown> }>> = {
  idle: { search: '' },
  'with a list and its active option': {
    search: '?prompt=code_review',
    async act(page) {
      await option(page, 'go').waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  'with a partial list': {
    search: '?prompt=explain_package',
    act: (page) => statusLine(page, '100 of 1,532').waitFor(),
  },
  'with a picker': {
    search: '',
    async act(page) {
      await page.locator('#message').fill('/');
      await option(page, '/code_review').waitFor();
    },
  },
  'after a failure': {
    search: '?prompt=triage_issue',
    act: (page) => statusLine(page, 'could not load').waitFor(),
  },
  'while the server is slow': {
    search: '?prompt=plan_trip&slow=60000',
    act: (page) => statusLine(page, 'slow').waitFor(),
  },
  'without completions': { search: '?prompt=code_review&completions=off' },
  'with a required argument missing': {
    search: '?prompt=code_review',
    async act(page) {
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await option(page, 'go').waitFor();
    },
  },
  'with a result': {
    search: '?prompt=code_review',
    async act(page) {
      await field(page, 'language').fill('rust');
      await field(page, 'code').fill('fn main() {\n}');
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await page.locator('.entry.assistant').waitFor();
    },
  },
};

describe.skipIf(skipped)('axe finds no fault in the demo', () => {
  const open = useDemo();

  for (const [name, { search, act }] of Object.entries(states)) {
    test(name, async () => {
      const { page } = await open(search, { reducedMotion: 'reduce' });
      await act?.(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 360]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          const rules = { 'target-size': { enabled: true } };
          expect(await axeFaults(page, { rules }), `${colorScheme}, ${width} px`).toEqual([]);
        }
      }
    });
  }

  test('nothing is wider than the window, down to 320 px', async () => {
    const { page } = await open('?prompt=code_review', { viewport: { width: 320, height: 600 } });
    for (const view of ['Chat', 'Prompts', 'Wire']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, view).toBeLessThanOrEqual(320);
    }
  });
});
