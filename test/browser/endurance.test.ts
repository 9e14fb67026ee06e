/** Chromium under load: a flood of values leaves room for a person, and what was shown and taken away is collected. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SecurityPage } from './security/page.js';
import { type StrictServer, serveStrictly } from './security/server.js';
import { launchBrowser } from './support.js';

declare global {
  var securityPage: SecurityPage;
}

const ROUNDS = 300;

let browser: Browser;
let server: StrictServer;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), serveStrictly()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => 'securityPage' in globalThis);
});
afterEach(async () => {
  await page?.close();
});

describe.each(['dom', 'react'] as const)('the %s skin', { timeout: 120_000 }, (skin) => {
  it('under a flood a person types, sees a list and chooses; frames are drawn between the keys', async () => {
    await page.evaluate((one) => securityPage.flood(one), skin);
    const input = page.locator('input').first();
    await input.focus();
    let before = await page.evaluate(() => securityPage.figures());
    for (const key of 'alph') {
      await page.keyboard.press(key);
      // Neither starves the other: both go on before the next key.
      await page.waitForFunction(({ frames, pushed }) => {
        const now = securityPage.figures();
        return now.frames > frames && now.pushed > pushed;
      }, before);
      before = await page.evaluate(() => securityPage.figures());
    }
    expect(await input.inputValue()).toBe('alph');
    await page.locator('[role=option]', { hasText: 'alpha' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await input.inputValue()).toBe('alpha');
    await page.evaluate(() => securityPage.stop());
    const { pushed, frames, atOnce } = await page.evaluate(() => securityPage.figures());
    console.log(`${skin}: ${pushed} values pushed, ${frames} frames, at most ${atOnce} requests at once`);
    expect(atOnce).toBeLessThanOrEqual(4);
    await page.waitForFunction(() => securityPage.figures().underWay === 0);
  });

  it(`${ROUNDS} forms shown, used and taken away leave no node and no listener to the collector`, async () => {
    const cdp = await page.context().newCDPSession(page);
    const count = async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      await cdp.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    const play = (rounds: number) =>
      page.evaluate(([one, times]) => securityPage.rounds(one, times), [skin, rounds] as const);
    await play(20);
    const early = await count();
    await play(ROUNDS);
    const late = await count();
    console.log(skin, JSON.stringify({ early, late }));
    // Chromium itself keeps a few of the last ones, such as the last focused input's.
    expect(late.nodes - early.nodes).toBeLessThanOrEqual(20);
    expect(late.jsEventListeners - early.jsEventListeners).toBeLessThanOrEqual(20);
  });
});
