/** The demo page in a real browser, with the embedded server and with one over HTTP. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoHttpServer, startDemoHttpServer } from '../../demo/server/http.js';
import { PageKeeper } from './kept-page.js';
import { launchBrowser, type ServedPages, serveSources, withoutBrowser } from './support.js';

// In CI a missing browser is no reason to skip: there the launch fails.
const skipped = process.env.CI !== 'true' && withoutBrowser;
if (skipped) console.log(`Skipped: ${skipped}`);

let demo: ServedPages;
let browser: Browser;
let keeper: PageKeeper;
let page: Page;
/** What the page threw or logged as an error. A test that expects none of it says so by leaving it alone. */
let faults: string[];

const options = () =>
  page.$$eval('[role=option]', (found) => found.map((option) => option.getAttribute('data-value')));
const option = (value: string) => page.locator(`[role=option][data-value=${JSON.stringify(value)}]`);
const input = (name: string) => page.locator(`input[name=${name}]`);
const attributes = (name: string) => input(name).evaluate((element) => element.getAttributeNames());
const counter = async (name: string) => Number(await page.locator(`[data-counter=${name}]`).textContent());
const entries = () => page.locator('#transcript .entry');
const openAt = (search: string) => page.goto(`${demo.url}${search}`);

describe.skipIf(skipped)('the demo', () => {
  beforeAll(async () => {
    [demo, browser] = await Promise.all([serveSources('demo'), launchBrowser()]);
    // Vite prepares the dependencies on the first visit, which may reload that page.
    const first = await browser.newPage();
    await first.goto(demo.url);
    await first.getByText('Connected to').waitFor();
    await first.close();
    keeper = new PageKeeper(browser, { viewport: { width: 1300, height: 900 } });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), demo?.close()]);
  });
  beforeEach(async () => {
    faults = [];
    ({ page } = await keeper.open());
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  });
  afterEach(() => {
    expect(faults).toEqual([]);
  });

  it('types "py", is offered "python", and lists the frameworks of python', async () => {
    await openAt('?prompt=code_review');
    await input('language').pressSequentially('py');
    await option('python').waitFor();
    await expect.poll(options).toEqual(['python']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await input('language').inputValue()).toBe('python');

    await input('framework').focus();
    await option('flask').waitFor();
    expect(await options()).toEqual(expect.arrayContaining(['django', 'fastapi', 'flask']));
    await option('fastapi').click();
    expect(await input('framework').inputValue()).toBe('fastapi');
  });

  it('runs a prompt, and shows its messages in the transcript', async () => {
    await openAt('?prompt=code_review');
    await input('language').fill('rust');
    await page.locator('textarea[name=code]').fill('fn main() {\n}');
    await page.getByRole('button', { name: 'Run prompt' }).click();
    await entries().filter({ hasText: 'Assistant' }).waitFor();
    const text = await page.locator('#transcript').textContent();
    expect(text).toContain('prompts/get');
    expect(text).toContain('Please review this rust code');
    expect(text).toContain('fn main() {\n}');
    expect(await page.locator('#message').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );

    await page.getByRole('button', { name: 'Edit and run again' }).click();
    expect(await input('language').inputValue()).toBe('rust');
  });

  it('asks for a required argument instead of running without it', async () => {
    await openAt('?prompt=code_review');
    await input('framework').fill('axum');
    await page.getByRole('button', { name: 'Run prompt' }).click();
    expect(await input('language').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#transcript').textContent()).not.toContain('prompts/get');
  });

  it('reads a resource by its template, the repository depending on the owner', async () => {
    await openAt(`?template=${encodeURIComponent('github://repos/{owner}/{repo}')}`);
    await input('owner').pressSequentially('pyd');
    await option('pydantic').click();
    await input('repo').focus();
    await option('pydantic-core').click();
    await page.getByRole('button', { name: 'Read resource' }).click();
    await entries().filter({ hasText: 'The validation core' }).waitFor();
    expect(await page.locator('#transcript').textContent()).toContain(
      'github://repos/pydantic/pydantic-core',
    );
  });

  it('chooses a path level by level', async () => {
    await openAt(`?template=${encodeURIComponent('project://files/{+path}')}`);
    await option('src/').click();
    await option('src/server/').click();
    await option('src/server/http.ts').click();
    expect(await input('path').inputValue()).toBe('src/server/http.ts');
    await expect.poll(options).toEqual([]);
  });

  it('says how many of the 1,532 packages are shown', async () => {
    await openAt('?prompt=explain_package');
    await page.getByText('100 of 1,532').first().waitFor();
    expect(await options()).toHaveLength(100);
  });

  it('no list covers the buttons of its form', async () => {
    for (const height of [900, 720]) {
      await page.setViewportSize({ width: 1280, height });
      for (const [prompt, names] of Object.entries({
        code_review: ['language', 'framework'],
        explain_package: ['package', 'audience'],
      })) {
        await openAt(`?prompt=${prompt}`);
        for (const name of names) {
          await input(name).focus();
          await page.locator(`input[name=${name}][aria-expanded=true]`).waitFor();
          await page.getByRole('button', { name: 'Run prompt' }).click({ trial: true });
          if (name === 'language') await input(name).fill('python');
        }
      }
    }
  });

  it('without the capability has plain inputs at once, and comboboxes again afterwards, with their text', async () => {
    await openAt('?prompt=code_review');
    await input('language').fill('ruby');
    await expect.poll(() => input('language').getAttribute('role')).toBe('combobox');

    await page.getByRole('switch', { name: 'Completions capability' }).click();
    await page.getByText('completions not declared').waitFor();
    for (const name of ['language', 'framework']) {
      const present = await attributes(name);
      expect(present).not.toContain('role');
      // The description is the form's own, and stays.
      expect(present.filter((attribute) => /^aria-(?!describedby|required)/.test(attribute))).toEqual([]);
      expect(present).not.toContain('autocomplete');
    }
    expect(await page.locator('#composer [role=option]').count()).toBe(0);
    expect(await input('language').inputValue()).toBe('ruby');
    const sent = await counter('sent');
    await input('framework').pressSequentially('ra');
    expect(await counter('sent')).toBe(sent);

    await page.getByRole('switch', { name: 'Completions capability' }).click();
    await expect.poll(() => input('framework').getAttribute('role')).toBe('combobox');
    expect(await input('framework').inputValue()).toBe('ra');
    await input('framework').focus();
    await option('rails').waitFor();
  });

  it('shows a failing server quietly, and keeps the text', async () => {
    await openAt('?prompt=triage_issue');
    await input('issue').fill('42');
    await page.getByText('could not load suggestions').first().waitFor();
    expect(await input('issue').inputValue()).toBe('42');
    await expect.poll(() => counter('failed')).toBeGreaterThan(0);
    await input('severity').focus();
    await option('minor').waitFor();
  });

  it('opens the picker on "/", and the form of what is chosen there', async () => {
    await openAt('');
    await page.getByText('Connected to').waitFor();
    await page.locator('#message').pressSequentially('/plan');
    await expect.poll(options).toEqual(['/plan_trip']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await input('city').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).searchParams.get('prompt')).toBe('plan_trip');
  });

  it('shows in the wire panel what was sent, cancelled and served from the cache', async () => {
    // Slow enough that the first city is still in flight when the text no longer extends it.
    await openAt('?prompt=plan_trip&slow=60000&debounceMs=0&narrowing=off');
    await input('city').fill('l');
    await expect.poll(() => counter('sent')).toBeGreaterThan(0);
    await input('city').fill('p');
    await page.locator('.rows [data-status=cancelled]').first().waitFor();
    expect(await counter('cancelled')).toBeGreaterThan(0);

    await input('month').focus();
    await option('May').waitFor();
    await input('city').focus();
    await input('month').focus();
    await page.locator('.rows [data-status=served]', { hasText: 'month' }).first().waitFor();
    expect(await counter('served')).toBeGreaterThan(0);
  });

  it('a changed engine setting keeps the form and its text', async () => {
    await openAt('?prompt=code_review&debounceMs=40');
    await input('language').fill('go');
    expect(await page.getByLabel('Typing rests').inputValue()).toBe('40');
    await page.getByLabel('While an answer is pending').selectOption('learned');
    expect(await input('language').inputValue()).toBe('go');
    await input('framework').focus();
    await option('gin').waitFor();
  });

  it('says what makes no sense in its address', async () => {
    await openAt('?narrowing=wild&maxConcurrent=0&prompt=nothing_like_it');
    await entries().filter({ hasText: 'narrowing must be' }).waitFor();
    await entries().filter({ hasText: 'maxConcurrent must be' }).waitFor();
    await entries().filter({ hasText: 'does not have what the address asks for' }).waitFor();
  });

  describe('with a server over HTTP', () => {
    let server: DemoHttpServer;
    beforeAll(async () => {
      server = await startDemoHttpServer();
    });
    afterAll(() => server.close());

    it('completes and runs the same way', async () => {
      await openAt(`?server=${encodeURIComponent(server.url.href)}&prompt=code_review`);
      await input('language').pressSequentially('py');
      await option('python').click();
      await input('framework').focus();
      await option('django').waitFor();
      expect(await page.locator('#capability').isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Run prompt' }).click();
      await entries().filter({ hasText: 'Please review this python code' }).waitFor();
    });

    it('keeps the form in hand, text and focus, when the server only words its prompt otherwise', async () => {
      await openAt(`?server=${encodeURIComponent(server.url.href)}&prompt=code_review`);
      await input('language').pressSequentially('py');
      const described = page.locator('#composer .mcp-completion-form-description');
      const before = (await described.textContent())!;
      await page.route(server.url.href, async (route) => {
        if (!route.request().postData()?.includes('"prompts/list"')) return route.continue();
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(JSON.stringify(before), '"Worded otherwise"');
        await route.fulfill({ response, body });
      });
      await page.evaluate(() => document.querySelector<HTMLFormElement>('#server-form')!.requestSubmit());
      await described.filter({ hasText: 'Worded otherwise' }).waitFor();
      expect(await input('language').inputValue()).toBe('py');
      expect(await input('language').evaluate((element) => element === document.activeElement)).toBe(true);
      await option('python').waitFor();
      expect(new URL(page.url()).searchParams.get('prompt')).toBe('code_review');
    });

    it('can be left for the embedded server, whose forms then work', async () => {
      await openAt(`?server=${encodeURIComponent(server.url.href)}`);
      await page.getByText('Connected to').waitFor();
      await page.getByRole('combobox', { name: 'Server', exact: true }).selectOption('embedded');
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('');
      await page.getByRole('button', { name: /Code review/ }).click();
      await option('go').waitFor();
      expect(await page.locator('#capability').isDisabled()).toBe(false);
    });
  });

  it('says that a server does not answer, and sends nothing', async () => {
    const gone = await startDemoHttpServer();
    await gone.close();
    await openAt(`?server=${encodeURIComponent(gone.url.href)}`);
    await page.getByText('does not answer as an MCP server').waitFor();
    expect(await page.locator('#catalogue button').count()).toBe(0);
    expect(await page.locator('.rows [data-status=pending]').count()).toBe(0);
    expect(await counter('sent')).toBe(0);
    // The browser itself logs the refused connection.
    expect(faults.every((fault) => fault.includes('ERR_CONNECTION_REFUSED'))).toBe(true);
    faults = [];
  });
});
