/** The demo in Firefox: a list opens, is moved through, taken from and closed; without the capability fields are plain. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Firefox, launchFirefox, withoutFirefox } from './firefox.js';
import { type ServedPages, servePages } from './support.js';

if (withoutFirefox) console.log(`Skipped: ${withoutFirefox}`);

describe.skipIf(withoutFirefox)('the demo in Firefox', () => {
  let demo: ServedPages;
  let firefox: Firefox;
  beforeAll(async () => {
    [demo, firefox] = await Promise.all([servePages('demo'), launchFirefox()]);
    // Vite prepares the dependencies on the first visit, which may reload that page.
    await open('');
  });
  afterAll(async () => {
    await Promise.all([firefox?.close(), demo?.close()]);
  });

  async function open(search: string): Promise<void> {
    await firefox.open(`${demo.url}${search}`);
    await vi.waitUntil(
      () => firefox.evaluate(`document.getElementById('status')?.textContent.startsWith('Connected')`),
      { timeout: 20_000 },
    );
  }
  const focused = () => firefox.evaluate<string>('document.activeElement.name || document.activeElement.id');
  const textOf = (name: string) => firefox.evaluate<string>(`document.querySelector('[name=${name}]').value`);
  const attribute = (name: string, attribute: string) =>
    firefox.evaluate<string | null>(`document.querySelector('[name=${name}]').getAttribute('${attribute}')`);
  const options = () =>
    firefox.evaluate<string[]>(
      `[...document.querySelectorAll('[role=option]')].map((one) => one.dataset.value)`,
    );

  test('a prompt is filled in by keyboard and mouse, and run', async () => {
    await open('?prompt=code_review');
    await expect.poll(options).toHaveLength(23);
    expect(await focused()).toBe('language');
    await firefox.press('py');
    await expect.poll(options).toEqual(['python']);
    await firefox.press('ArrowDown', 'Enter');
    expect([await textOf('language'), await attribute('language', 'aria-expanded')]).toEqual([
      'python',
      'false',
    ]);
    await firefox.press('Tab');
    await expect.poll(options).toContain('flask');
    await firefox.click('[data-value=flask]');
    expect([await textOf('framework'), await focused()]).toEqual(['flask', 'framework']);
    await firefox.press('Enter');
    await expect
      .poll(() => firefox.evaluate(`document.getElementById('transcript').textContent`))
      .toContain('Please review this python code that uses flask');
  });

  test('C16, B26: a list that scrolls is no tab stop; it stands in the top layer, beside its input', async () => {
    await open('?prompt=explain_package');
    await expect.poll(options).toHaveLength(100);
    const standing = await firefox.evaluate(`(() => {
      const popup = document.querySelector('.target .mcp-completion-popup');
      const [list, input] = [popup, document.querySelector('[name=package]')].map((one) => one.getBoundingClientRect());
      const apart = list.bottom <= input.top || list.top >= input.bottom;
      return { layer: popup.matches(':popover-open'), apart, inside: list.top >= 0 && list.bottom <= innerHeight };
    })()`);
    expect(standing).toEqual({ layer: true, apart: true, inside: true });
    await firefox.press('Tab');
    expect(await focused()).toBe('audience');
    expect(await attribute('package', 'aria-expanded')).toBe('false');
  });

  test('Escape closes the list and keeps the text', async () => {
    await open('?prompt=code_review');
    await firefox.press('ru');
    await expect.poll(options).toEqual(['ruby', 'rust']);
    await firefox.press('Escape');
    expect(await options()).toEqual([]);
    expect([await textOf('language'), await focused()]).toEqual(['ru', 'language']);
  });

  test('A40: without the capability the fields are plain, and their keys are the page’s', async () => {
    await open('?prompt=code_review&completions=off');
    await firefox.press('py', 'ArrowDown');
    expect([await textOf('language'), await attribute('language', 'role')]).toEqual(['py', null]);
    expect(await options()).toEqual([]);
    await firefox.press('Enter');
    await expect
      .poll(() => firefox.evaluate(`document.getElementById('transcript').textContent`))
      .toContain('Please review this py code');
  });
});
