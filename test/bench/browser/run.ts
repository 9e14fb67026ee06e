/** `npm run bench:browser`: two recorded traces in Chromium, with real keys and a real server, 100 ms a request. */
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { CompletionEngineOptions } from '../../../src/options.js';
import { launchBrowser } from '../../browser/support.js';
import { keysTo } from '../replay.js';
import { table } from '../results.js';
import { recorded, type Session } from '../trace.js';
import type { BenchPage, Times } from './page.js';
import { serve } from './server.js';

declare const benchPage: BenchPage;

const LATENCY_MS = 100;
const MODES: Readonly<Record<string, CompletionEngineOptions>> = {
  engine: {},
  'engine, learned': { narrowing: 'learned' },
};

const TRACES = ['explorer', 'languages'] as const;
const KEYS = 300;

const bundle = await build({
  entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  target: 'es2022',
  write: false,
  logLevel: 'error',
});
const browser = await launchBrowser();
const seconds = (ms: number) => (ms / 1000).toFixed(2);
const spread = ({ medianMs, mostMs, worstMs }: Times) =>
  [medianMs, mostMs, worstMs].map((ms) => ms.toFixed(1)).join(' / ');

try {
  const wire: (string | number)[][] = [];
  const paint: (string | number)[][] = [];
  for (const trace of TRACES)
    for (const [mode, options] of Object.entries(MODES)) {
      const { counts, watched, painted } = await measure(recorded(trace), options);
      const { requests, cancellations } = counts;
      const { focusedMs, blindMs, frames, blindFrames } = watched;
      wire.push([
        trace,
        mode,
        requests,
        cancellations,
        seconds(focusedMs),
        seconds(blindMs),
        frames,
        blindFrames,
      ]);
      const { keys, listed, inNextFrame } = painted;
      paint.push([trace, mode, keys, spread(listed), spread(painted.painted), inNextFrame]);
    }
  console.log(`Chromium ${browser.version()}, Streamable HTTP, ${LATENCY_MS} ms a request\n`);
  const columns = ['requests', 'cancelled', 'focused s', 'blind s', 'frames', 'of them blind'];
  console.log(table(['trace', 'policy', ...columns], wire));
  console.log('\nA cache hit, from the `input` event: median / 95 % / worst\n');
  const steps = ['keys', 'list in the document ms', 'list painted ms', 'in the next frame'];
  console.log(table(['trace', 'policy', ...steps], paint));
} finally {
  await browser.close();
}

async function measure(session: Session, options: CompletionEngineOptions) {
  const model = session.forms[session.name]!;
  const server = await serve(model, LATENCY_MS, bundle.outputFiles[0]!.text);
  const page = await browser.newPage();
  try {
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${server.origin}/`);
    await page.waitForFunction('globalThis.benchPage');
    await page.evaluate(([form, chosen]) => benchPage.start(form, chosen), [model, options] as const);
    server.reset();
    await play(page, session);
    const watched = await page.evaluate(() => benchPage.watched());
    const counts = { ...server.wire };
    const [field, { values }] = Object.entries(model)[0]! as [string, { values: readonly string[] }];
    const texts = [values[0]!.slice(0, 1), ''] as const;
    const input = page.locator(`input[name="${field}"]`);
    await input.focus();
    for (const text of texts) {
      await input.fill(text);
      // Longer than any pause and the round trip: both answers are in the cache by then.
      await after(1_500);
    }
    const painted = await page.evaluate(
      ([form, name, both, keys]) => benchPage.paint(form, name, both, keys),
      [model, field, texts, KEYS] as const,
    );
    return { counts, watched, painted };
  } finally {
    await page.close();
    await server.close();
  }
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
