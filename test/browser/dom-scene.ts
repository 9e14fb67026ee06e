/** A scene of a skin in Chromium, and what a person sees of it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type KeptPage, PageKeeper, type PageOptions } from './kept-page.js';
import type { DomPage } from './pages/page.js';
import { launchBrowser, type ServedPages, servePages } from './support.js';

declare global {
  var domPage: DomPage;
}

export interface Scene extends KeptPage {
  /** The uncaught errors of the page. */
  readonly errors: string[];
}

/** The page that scenes are shown in: another skin's runs the same tests. */
export const skin = { page: 'dom.html' };

/** Opens pages within a test file, each for as long as its test lasts. */
export function useChromium(): (html: string, options?: PageOptions) => Promise<Scene> {
  let browser: Browser;
  let pages: ServedPages;
  let keeper: PageKeeper;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([launchBrowser(), servePages('test/browser/pages')]);
    keeper = new PageKeeper(browser, { viewport: { width: 800, height: 600 } });
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
  });

  return async (html, pageOptions) => {
    const { page, cdp } = await keeper.open(pageOptions);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${pages.url}${skin.page}`);
    await page.waitForFunction(() => 'domPage' in globalThis);
    await page.evaluate((text) => domPage.scene(text), html);
    return { page, cdp, errors };
  };
}

export const options = (page: Page) => page.locator('[role=option]');
export const input = (page: Page, name = 'city') => page.locator(`input[name="${name}"]`);

/** Waits until the input's list is shown, or is not. */
export async function whenExpanded(page: Page, expanded: 'true' | 'false', name = 'city'): Promise<void> {
  await page.locator(`input[name="${name}"][aria-expanded=${expanded}]`).waitFor({ state: 'attached' });
}

/** Waits until the server has answered so many requests, and the page has drawn what it made of them. */
export async function whenAnswered(page: Page, answers: number): Promise<void> {
  await page.waitForFunction((wanted) => domPage.answered.length >= wanted, answers);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

export const requestsOf = (page: Page) => page.evaluate(() => domPage.requests);

/** Counts an event on an element, from here on. */
export async function count(page: Page, selector: string, type: string): Promise<() => Promise<number>> {
  const handle = await page
    .locator(selector)
    .first()
    .evaluateHandle((element, name) => {
      const counter = { count: 0 };
      element.addEventListener(name, (event) => {
        counter.count++;
        if (name === 'submit') event.preventDefault();
      });
      return counter;
    }, type);
  return () => handle.evaluate((counter) => counter.count);
}
