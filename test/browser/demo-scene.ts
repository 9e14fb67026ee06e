/** The demo page in Chromium, with the embedded server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { announcements } from './accessibility.js';
import { type KeptPage, PageKeeper, type PageOptions } from './kept-page.js';
import { launchBrowser, type ServedPages, servePages } from './support.js';

export interface Demo extends KeptPage {
  /** What the page has announced, in order. */
  said(): Promise<string[]>;
}

/** Opens the demo within a test file, at an address that ends so, for as long as its test lasts; no page throws anything. */
export function useDemo(): (search: string, options?: PageOptions) => Promise<Demo> {
  let browser: Browser;
  let pages: ServedPages;
  let keeper: PageKeeper;
  let faults: string[] = [];

  beforeAll(async () => {
    [pages, browser] = await Promise.all([servePages('demo'), launchBrowser()]);
    keeper = new PageKeeper(browser, { viewport: { width: 1280, height: 800 } });
  });
  afterEach(() => {
    const found = faults;
    faults = [];
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), pages?.close()]);
  });

  return async (search, options) => {
    const { page, cdp } = await keeper.open(options);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const said = await announcements(page);
    await page.goto(`${pages.url}${search}`);
    await page.getByText('Connected to').waitFor();
    return { page, cdp, said };
  };
}

export const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
export const option = (page: Page, value: string) =>
  page.locator(`[role=option][data-value=${JSON.stringify(value)}]`);
export const optionValues = (page: Page) =>
  page.$$eval('[role=option]', (found) => found.map((one) => one.getAttribute('data-value')));
/** The line under the list. */
export const statusLine = (page: Page, text: string) =>
  page.locator('.mcp-completion-status', { hasText: text });
