/** A hostile server's words in Chromium, under a strict content security policy and Trusted Types: text stays text. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { displayText } from '../../src/combobox/index.js';
import { seeded } from '../bench/random.js';
import type { SecurityPage } from './security/page.js';
import { mutated, PAYLOADS } from './security/payloads.js';
import { type StrictServer, serveStrictly } from './security/server.js';
import { launchBrowser } from './support.js';

declare global {
  var securityPage: SecurityPage;
}

interface Listed {
  readonly shown: readonly { text: string; value: string; markup: string[] }[];
  readonly input: string;
}

const ROUNDS = 20;
const VALUES = 50;
const SEED = 11;

let browser: Browser;
let server: StrictServer;
let page: Page;
let errors: string[];
let dialogs: string[];

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), serveStrictly()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  server.reports.length = server.asked.length = 0;
  page = await browser.newPage();
  [errors, dialogs] = [[], []];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(server.url);
  await page.waitForFunction(() => 'securityPage' in globalThis);
});
afterEach(async () => {
  await page?.close();
});

/** Nothing ran, loaded or navigated, and the policy was never broken. */
async function expectInert(): Promise<void> {
  const now = await page.evaluate(() => ({
    hacked: 'hacked' in globalThis,
    violations: securityPage.violations,
    url: location.href,
  }));
  expect(now).toEqual({ hacked: false, violations: [], url: server.url });
  expect(server.reports).toEqual([]);
  const own = ['/', '/style.css', '/page.js', '/favicon.ico'];
  expect(server.asked.filter((path) => !own.includes(path))).toEqual([]);
  expect([errors, dialogs]).toEqual([[], []]);
}

it('the policy is in force: markup and a style attribute are caught', async () => {
  const caught = await page.evaluate(() => securityPage.misbehave());
  expect(caught).toEqual([
    'TypeError',
    expect.stringContaining('require-trusted-types-for'),
    expect.stringContaining('style-src-attr'),
  ]);
  await expect.poll(() => server.reports.length).toBe(2);
});

describe.each(['dom', 'react'] as const)('the %s skin', (skin) => {
  it('B17: shows every payload as text, alone in its row, and writes it as it is', async () => {
    const plain = { name: 'city', title: 'City', description: 'Where' };
    await page.evaluate(([one, words]) => securityPage.show(one, words), [skin, plain] as const);
    const random = seeded(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      const values = round === 0 ? [...PAYLOADS] : Array.from({ length: VALUES }, () => mutated(random));
      const unique = [...new Set(values)];
      const typed = round % 2 ? mutated(random).slice(0, 3) : '';
      const result = await page.evaluate(([served, text]) => securityPage.list(served, text), [
        JSON.stringify(unique),
        typed,
      ] as const);
      const { shown, input } = JSON.parse(result) as Listed;
      expect(shown.map(({ text }) => text)).toEqual(unique.map(displayText));
      expect(shown.map(({ value }) => value)).toEqual(unique);
      expect(shown.flatMap(({ markup }) => markup).filter((name) => name !== 'mark')).toEqual([]);
      expect(input).toBe(unique[0]);
    }
    await expectInert();
  });

  it('shows payloads as names, titles, descriptions and error messages of a form', async () => {
    const { elements, attributes } = await page.evaluate(() => {
      securityPage.show('dom', { name: 'city', title: 'City', description: 'Where' });
      return { elements: securityPage.elements(), attributes: securityPage.attributes() };
    });
    const random = seeded(SEED);
    for (const payload of [...PAYLOADS, ...Array.from({ length: ROUNDS }, () => mutated(random))]) {
      await page.evaluate(
        ([one, text]) => {
          securityPage.show(one, { name: text, title: text, description: text });
          securityPage.failWith(text);
        },
        [skin, payload] as const,
      );
      await page.evaluate(() => securityPage.list('[]', 'x'));
    }
    const after = await page.evaluate(() => ({
      elements: securityPage.elements(),
      attributes: securityPage.attributes(),
    }));
    expect(after.elements.filter((name) => !elements.includes(name))).toEqual([]);
    expect(
      after.attributes.filter((name) => !attributes.includes(name) && !/^(aria|data)-/.test(name)),
    ).toEqual([]);
    await expectInert();
  });
});
