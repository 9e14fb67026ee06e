/** `npm run bench:browser`: the explorer trace in Chromium, with real keys and a real server, 100 ms a request. */
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import type { CompletionEngineOptions } from '../../../src/options.js';
import { keysTo } from '../replay.js';
import { table } from '../results.js';
import { recorded, type Session } from '../trace.js';
import type { BenchPage } from './page.js';
import { serve } from './server.js';

declare const benchPage: BenchPage;

const LATENCY_MS = 100;
const MODES: Readonly<Record<string, CompletionEngineOptions>> = {
  engine: {},
  'engine, learned': { narrowing: 'learned' },
};

const session = recorded('explorer');
const model = session.forms[session.name]!;
const bundle = await build({
  entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  write: false,
  logLevel: 'error',
});
const server = await serve(model, LATENCY_MS, bundle.outputFiles[0]!.text);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    ...['--disable-sync', '--no-first-run'],
  ],
});

try {
  const lines: (string | number)[][] = [];
  for (const [name, options] of Object.entries(MODES)) {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${server.origin}/`);
    await page.waitForFunction('globalThis.benchPage');
    await page.evaluate(([form, chosen]) => benchPage.start(form, chosen), [model, options] as const);
    server.reset();
    await play(page, session);
    const watched = await page.evaluate(() => benchPage.watched());
    const { requests, cancellations } = server.wire;
    await page.locator('input[name=owner]').focus();
    for (const text of ['m', '']) {
      await page.locator('input[name=owner]').fill(text);
      await after(800);
    }
    const painted = await page.evaluate(() => benchPage.paint('owner', ['m', ''], 300));
    const seconds = (ms: number) => (ms / 1000).toFixed(2);
    lines.push([
      ...[name, requests, cancellations, seconds(watched.focusedMs), seconds(watched.blindMs)],
      ...[painted.medianMs.toFixed(1), painted.worstMs.toFixed(1)],
    ]);
    await page.close();
  }
  console.log(`explorer in Chromium ${browser.version()}, ${LATENCY_MS} ms a request\n`);
  const head = ['policy', 'requests', 'cancelled', 'focused s', 'blind s', 'key to paint ms', 'worst'];
  console.log(table(head, lines));
} finally {
  await browser.close();
  await server.close();
}

/** Real keys at the trace's times, kept by the clock so that the driver's own delays do not add up. */
async function play(page: Page, { visits, cadence }: Session): Promise<void> {
  let due = performance.now();
  const wait = async (ms: number) => {
    due += ms;
    await after(Math.max(0, due - performance.now()));
  };
  for (const [gap, field, what, text = ''] of visits[0]!.events) {
    await wait(gap);
    const input = page.locator(`input[name="${field}"]`);
    if (what === 'focus') await input.focus();
    else if (what === 'blur') await input.blur();
    else {
      const option = page.locator(`[role=option][data-value="${text}"]:visible`);
      if (what === 'accept' && (await option.count()) > 0) {
        await option.first().click();
        continue;
      }
      for (const [at, key] of keysTo(await input.inputValue(), text).entries()) {
        if (at > 0) await wait(cadence);
        await press(page, await input.inputValue(), key);
      }
    }
  }
}

function press(page: Page, from: string, to: string): Promise<void> {
  return page.keyboard.press(to.length < from.length ? 'Backspace' : to.slice(-1));
}
