/** The recipe in plain HTML, in Chromium, with the demo server over HTTP and without one. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHttpServer, startDemoHttpServer } from '../../demo/server/http.js';
import { launchBrowser, type ServedPages, servePages } from './support.js';

let browser: Browser;
let pages: ServedPages;
let server: DemoHttpServer;
beforeAll(async () => {
  [browser, pages, server] = await Promise.all([
    launchBrowser(),
    servePages('demo/recipes'),
    startDemoHttpServer(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([pages?.close(), server?.close()]);
});

test('plain HTML: a prompt is filled in with completions, and run', async () => {
  const page = await browser.newPage();
  await page.goto(`${pages.url}plain.html?server=${encodeURIComponent(server.url.href)}&prompt=code_review`);
  await page.locator('input[name=language]').focus();
  await page.keyboard.type('pyt');
  await page.getByRole('option', { name: 'python' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('output', { hasText: 'Please review this python code' }).waitFor();
  expect(await page.locator('input[name=language]').inputValue()).toBe('python');
});

test('plain HTML: without a server it says which one it wants, and how to start it', async () => {
  const page = await browser.newPage();
  await page.route('http://127.0.0.1:8931/**', (route) => route.abort());
  await page.goto(`${pages.url}plain.html`);
  await page.locator('output', { hasText: 'http://127.0.0.1:8931/mcp (npm run demo:server' }).waitFor();
});
