// npm run screenshots: a picture of every state of the demo in .cache/screenshots/, to be looked at; and the one that
// the README shows, demo/screenshots/demo.png.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, servePages } from '../browser/support.js';
import { encodePng } from './png.js';
import { ROOT } from './project.js';

interface State {
  readonly name: string;
  /** The part of the demo's address after "?". */
  readonly search?: string;
  readonly context?: BrowserContextOptions;
  /** Brings the page into the state; resolves once that can be seen. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** A server that everyone has met: every answer takes this long. */
const LATENCY = 'latency=600';

const option = (page: Page, value: string) =>
  page.locator(`[role=option][data-value=${JSON.stringify(value)}]`).waitFor();
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const says = (page: Page, text: string) =>
  page.locator('.mcp-completion-status', { hasText: text }).waitFor();

async function active(page: Page): Promise<void> {
  await field(page, 'language').pressSequentially('p');
  await option(page, 'python');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
}

async function review(page: Page): Promise<void> {
  await field(page, 'language').fill('python');
  await field(page, 'framework').fill('fastapi');
  await field(page, 'code').fill('def total(prices):\n    return sum(prices)');
  await page.getByRole('button', { name: 'Run prompt' }).click();
  await page.locator('.entry.assistant').waitFor();
}

/** A result, and a form whose second argument is completed for what the first one holds: the wire shows it. */
async function everything(page: Page): Promise<void> {
  await field(page, 'package').fill('json-schema');
  await page.getByRole('button', { name: 'Run prompt' }).click();
  await page.locator('.entry.user').waitFor();
  await page.getByRole('button', { name: /Code review/ }).click();
  await field(page, 'language').pressSequentially('py', { delay: 60 });
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await option(page, 'flask');
  await page.keyboard.type('f');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.locator('.rows li', { hasText: 'framework "f"' }).waitFor();
}

const STATES: readonly State[] = [
  { name: 'idle' },
  { name: 'open', search: 'prompt=code_review', act: (page) => option(page, 'c') },
  { name: 'active', search: 'prompt=code_review', act: active },
  { name: 'partial', search: 'prompt=explain_package', act: (page) => says(page, '100 of 1,532') },
  {
    name: 'provisional',
    search: `prompt=explain_package&${LATENCY}`,
    async act(page) {
      await says(page, '100 of 1,532');
      await field(page, 'package').pressSequentially('a');
      await page.waitForFunction(() => document.querySelectorAll('[role=option]').length < 100);
    },
  },
  { name: 'slow', search: 'prompt=plan_trip&slow=60000', act: (page) => says(page, 'slow') },
  {
    name: 'slow-with-list',
    search: 'prompt=explain_package',
    async act(page) {
      await says(page, '100 of 1,532');
      await page.locator('#latency').fill('2000');
      await field(page, 'package').pressSequentially('a');
      await page.locator('.mcp-completion-popup[data-pending]').waitFor();
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    },
  },
  { name: 'error', search: 'prompt=triage_issue', act: (page) => says(page, 'could not load') },
  {
    name: 'error-with-list',
    search: 'prompt=code_review',
    async act(page) {
      await option(page, 'c');
      await page.getByRole('switch', { name: 'Completions fail' }).click();
      await field(page, 'language').pressSequentially('p');
      await says(page, 'could not load');
    },
  },
  {
    name: 'no-match',
    search: 'prompt=code_review',
    async act(page) {
      await field(page, 'language').fill('qqq');
      await says(page, 'no suggestions');
    },
  },
  {
    name: 'missing',
    search: 'prompt=code_review',
    async act(page) {
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await option(page, 'c');
    },
  },
  {
    name: 'unsupported',
    search: 'prompt=code_review&completions=off',
    act: (page) => field(page, 'language').fill('py'),
  },
  {
    name: 'resource',
    search: `template=${encodeURIComponent('github://repos/{owner}/{repo}')}`,
    act: (page) => option(page, 'pydantic'),
  },
  {
    name: 'picker',
    async act(page) {
      await page.getByText('Connected to').waitFor();
      await page.locator('#message').pressSequentially('/');
      await option(page, '/code_review');
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'result', search: 'prompt=code_review', act: review },
  { name: 'everything', search: 'prompt=explain_package', act: everything },
  { name: 'dark', search: 'prompt=explain_package', act: everything, context: { colorScheme: 'dark' } },
  {
    name: 'forced-colours',
    search: 'prompt=code_review',
    act: active,
    context: { forcedColors: 'active', colorScheme: 'dark' },
  },
  { name: 'narrow-idle', context: { viewport: PHONE } },
  { name: 'narrow-active', search: 'prompt=code_review', act: active, context: { viewport: PHONE } },
  {
    name: 'narrow-partial-dark',
    search: 'prompt=explain_package',
    act: (page) => says(page, '100 of 1,532'),
    context: { viewport: PHONE, colorScheme: 'dark' },
  },
  {
    name: 'narrow-wire',
    search: 'prompt=code_review',
    context: { viewport: PHONE },
    async act(page) {
      await active(page);
      await page.getByRole('button', { name: 'Wire' }).click();
    },
  },
  {
    name: 'tablet',
    search: 'prompt=code_review',
    act: active,
    context: { viewport: { width: 900, height: 700 } },
  },
];
/** The state that shows the most. */
const README_PICTURE = 'everything';

/** A browser decodes its own screenshots. */
async function pixelsOf(page: Page, png: Buffer) {
  const { width, height, base64 } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([data]));
    await new Promise((resolve) => {
      reader.onload = resolve;
    });
    return { width, height, base64: String(reader.result).split(',')[1]! };
  }, png.toString('base64'));
  return { width, height, data: Buffer.from(base64, 'base64') };
}

const wanted = process.argv.slice(2);
const folder = join(ROOT, '.cache/screenshots');
const readme = join(ROOT, 'demo/screenshots/demo.png');
mkdirSync(folder, { recursive: true });
mkdirSync(join(readme, '..'), { recursive: true });

const [demo, browser] = await Promise.all([servePages('demo'), launchBrowser()]);
try {
  for (const { name, search = '', context, act } of STATES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({ viewport: DESKTOP, reducedMotion: 'reduce', ...context });
    await page.goto(`${demo.url}?${search}`);
    await page.getByText('Connected to').waitFor();
    await act?.(page);
    const path = join(folder, `${name}.png`);
    const image = await page.screenshot({ path, caret: 'initial' });
    if (name === README_PICTURE) writeFileSync(readme, encodePng(await pixelsOf(page, image)));
    await page.close();
    console.log(`${relative(ROOT, path)}  ${Math.round(image.length / 1000)} kB`);
  }
} finally {
  await Promise.all([browser.close(), demo.close()]);
}
console.log(`${relative(ROOT, readme)}  ${Math.round(statSync(readme).size / 1000)} kB`);
