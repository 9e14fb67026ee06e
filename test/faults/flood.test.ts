/** Ten thousand values a second into fifty fields: requests, timers and memory stay within their limits. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FIELDS, flood, VALUES_A_SECOND } from './flood.js';

const SECONDS = 2;

describe('under a flood', { timeout: 120_000 }, () => {
  it.each([
    { through: 'streams', debounce: 'the default debounce', engine: {} },
    { through: 'streams', debounce: 'no debounce', engine: { debounceMs: 0 } },
    { through: 'streams', debounce: 'no debounce, two slots', engine: { debounceMs: 0, maxConcurrent: 2 } },
    { through: 'forms', debounce: 'the default debounce', engine: {} },
    { through: 'forms', debounce: 'no debounce', engine: { debounceMs: 0 } },
  ] as const)('through $through, $debounce', async ({ through, engine, debounce }) => {
    const { settled, ...figures } = await flood({ seconds: SECONDS, through, engine });
    console.log(through, debounce, JSON.stringify(figures));
    expect(settled).toBe(true);
    expect(figures.values).toBe(SECONDS * VALUES_A_SECOND);
    expect(figures.atOnce).toBeLessThanOrEqual('maxConcurrent' in engine ? engine.maxConcurrent : 4);
    expect(figures.atOncePerField).toBeLessThanOrEqual(2);
    // One that waits, and for each request under way its timeout and its "slow".
    expect(figures.timers).toBeLessThanOrEqual(FIELDS + 4 * 2);
    expect(figures.lateCancellations).toBe(0);
  });

  it('the heap does not grow with the values', async () => {
    const script = fileURLToPath(new URL('flood-heap.ts', import.meta.url));
    const flags = ['--expose-gc', '--import', 'tsx', script];
    // A flood without end must not outlive the test that started it.
    const bounds = { timeout: 110_000, killSignal: 'SIGKILL' } as const;
    const { stdout } = await promisify(execFile)(process.execPath, flags, bounds);
    const { early, late } = JSON.parse(stdout) as { early: number; late: number };
    console.log(`heap after collection: ${early} MB, then ${late} MB`);
    expect(late).toBeLessThan(early * 1.2);
  });
});
