/**
 * One page for the tests of a file, one after the other: a new one costs Chromium a window and a process, many times what
 * the test itself does. Each test finds a document of its own, at rest, in a page as new.
 */
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** What a test may change of its page, as Playwright has it at first. */
const MEDIA = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const;

export interface KeptPage {
  readonly page: Page;
  readonly cdp: CDPSession;
}

export interface PageOptions extends BrowserContextOptions {
  /** A script that runs before those of each document. */
  readonly init?: string;
}

export class PageKeeper {
  readonly #browser: Browser;
  readonly #defaults: BrowserContextOptions;
  #kept: Page | undefined;

  /** `defaults`: of each page. */
  constructor(browser: Browser, defaults: BrowserContextOptions) {
    this.#browser = browser;
    this.#defaults = defaults;
  }

  /** Within a test, for as long as it lasts. A page with options, or a second one, is closed after it. */
  async open(options: PageOptions = {}): Promise<KeptPage> {
    const kept = Object.keys(options).length === 0 ? this.#kept : undefined;
    if (kept) this.#kept = undefined;
    const page = kept ?? (await this.#create(options));
    const cdp = await page.context().newCDPSession(page);
    onTestFinished(async ({ task }) => {
      const passed = task.result?.state === 'pass';
      const plain = Object.keys(options).length === 0;
      if (passed && plain && !this.#kept && !page.isClosed())
        this.#kept = await clean(page, cdp, this.#defaults);
      else await page.context().close();
    });
    return { page, cdp };
  }

  async #create({ init, ...options }: PageOptions): Promise<Page> {
    const context = await this.#browser.newContext({ ...this.#defaults, ...options });
    const page = await context.newPage();
    if (init !== undefined) await page.addInitScript(init);
    return page;
  }
}

async function clean(page: Page, cdp: CDPSession, { viewport }: BrowserContextOptions): Promise<Page> {
  await cdp.detach();
  await page.goto('about:blank');
  page.removeAllListeners('pageerror').removeAllListeners('console');
  await page.unrouteAll();
  await page.emulateMedia(MEDIA);
  if (viewport) await page.setViewportSize(viewport);
  // Out of the way of whatever the next test shows.
  await page.mouse.move(0, 0);
  return page;
}
