/** The demo page in Chromium, with the embedded server. */
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { announcements } from './accessibility.js';
import { launchBrowser, type ServedPages, servePages } from './support.js';

export interface Demo {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** What the page has announced, in order. */
  said(): Promise<string[]>;
}

/** Opens the demo within a test file, at an address that ends so. Each page is closed after its test, and has thrown nothing. */
export function useDemo(): (search: string, options?: BrowserContextOptions) => Promise<Demo> {
  let browser: Browser;
  let pages: ServedPages;
  let faults: string[] = [];
  const opened: Page[] = [];

  beforeAll(async () => {
    [pages, browser] = await Promise.all([servePages('demo'), launchBrowser()]);
    // Vite prepares the dependencies on the first visit, which may reload that page.
    const first = await browser.newPage();
    await first.goto(pages.url);
    await first.getByText('Connected to').waitFor();
    await first.close();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
    const found = faults;
    faults = [];
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), pages?.close()]);
  });

  return async (search, options) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    opened.push(page);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const said = await announcements(page);
    await page.goto(`${pages.url}${search}`);
    await page.getByText('Connected to').waitFor();
    return { page, cdp: await context.newCDPSession(page), said };
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
