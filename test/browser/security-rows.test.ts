/** What a hostile value does to the rows around it, in Chromium: nothing, pixel for pixel. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecurityPage } from './security/page.js';
import { type StrictServer, serveStrictly } from './security/server.js';
import { launchBrowser } from './support.js';

declare global {
  var securityPage: SecurityPage;
}

let browser: Browser;
let server: StrictServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), serveStrictly()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const NEIGHBOUR = 'bash (trusted) 123';

const HOSTILE: Readonly<Record<string, string>> = {
  'an override of the direction': '\u202erm -rf',
  'embeddings and isolates that never end': '\u202a\u202b\u202d\u202e\u2066\u2067\u2068x',
  'ends of embeddings that never began': '\u202c\u202c\u2069\u2069x',
  'a right-to-left text': '\u05d0\u05d1\u05d2 (\u05d3) 123',
  'marks of direction': '\u200f\u061c(x)',
  'a stack of combining marks': `z${'\u0310\u0311\u0312\u0313\u0314\u0323\u0324\u0325\u0326\u0330'.repeat(12)}`,
  'line breaks': 'x\n\r\n\ny',
  'separators of lines and paragraphs': 'x\u2028y\u2029z',
  'feeds, vertical tabs and next lines': 'x\u000b\u000c\u0085y',
  'every control character': Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
  'a selector of another glyph': 'x\ufe0f\u{e0101}\u{e0041}',
};

describe.each(['dom', 'react'] as const)('in the %s skin', (skin) => {
  let page: Page;

  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 900, height: 600 } });
    await page.goto(server.url);
    await page.waitForFunction(() => 'securityPage' in globalThis);
    await page.evaluate((one) => securityPage.show(one, { name: 'a', title: 'A', description: 'd' }), skin);
  });
  afterAll(async () => {
    await page?.close();
  });

  /** The pixels of the rows above and below the one between them. */
  async function neighbours(between: string): Promise<{ pixels: string[]; lines: number[] }> {
    const served = JSON.stringify([NEIGHBOUR, between, `${NEIGHBOUR} `]);
    await page.evaluate((values) => securityPage.open(values, ''), served);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const rows = page.locator('[role=option]');
    const pixels: string[] = [];
    for (const at of [0, 2]) {
      const { x, y, height } = (await rows.nth(at).boundingBox())!;
      const clip = { x, y, height, width: 140 };
      pixels.push((await page.screenshot({ clip })).toString('base64'));
    }
    return { pixels, lines: await page.evaluate(() => securityPage.lines()) };
  }

  it.each(Object.entries(HOSTILE))('%s stays in its row, on one line', async (_name, value) => {
    const expected = await neighbours('harmless');
    const actual = await neighbours(value);
    expect(actual.lines).toEqual([1, 1, 1]);
    expect(actual.pixels.map((pixels, at) => pixels === expected.pixels[at])).toEqual([true, true]);
  });

  it('what a font paints beyond its row is clipped', async () => {
    await neighbours('x');
    const overflow = await page
      .locator('[role=option]')
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).overflow));
    expect(overflow).toEqual(['clip', 'clip', 'clip']);
  });

  it('a value of 10,000 characters is shown to 300, and written whole', async () => {
    const value = 'x'.repeat(10_000);
    const listed = await page.evaluate((values) => securityPage.list(values, ''), JSON.stringify([value]));
    const { shown, input } = JSON.parse(listed) as { shown: { text: string }[]; input: string };
    expect(shown.map(({ text }) => text)).toEqual([`${'x'.repeat(300)}…`]);
    expect(input).toBe(value);
  });

  it('no text in the page is longer than 300 characters, but for what is in inputs', async () => {
    const long = 'w'.repeat(10_000);
    await page.evaluate(([values, text]) => securityPage.open(values, text), [
      JSON.stringify([long]),
      long.slice(0, 2_000),
    ] as const);
    const longest = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
      let length = 0;
      while (walker.nextNode()) length = Math.max(length, walker.currentNode.nodeValue!.length);
      return length;
    });
    expect(longest).toBeLessThanOrEqual(301);
  });
});
