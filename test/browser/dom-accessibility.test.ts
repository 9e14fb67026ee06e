/** The DOM skin as assistive technology meets it: Chromium's accessibility tree, the announcements, and axe. */
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { activeOf, axeFaults, axTree, withRole } from './accessibility.js';
import { input, requestsOf, type Scene, useChromium, whenAnswered, whenExpanded } from './dom-scene.js';

const open = useChromium();
/** The combobox, and the option that it names as active. */
async function combobox(cdp: CDPSession) {
  const nodes = await axTree(cdp);
  const node = nodes.find(({ role }) => role === 'combobox')!;
  return {
    name: node.name,
    expanded: node.properties.expanded?.value,
    focused: node.properties.focused?.value,
    autocomplete: node.properties.autocomplete?.value,
    active: activeOf(node, nodes),
  };
}

/** Every text that the live region has shown, from here on. */
async function announcements(page: Page): Promise<() => Promise<string[]>> {
  const handle = await page.locator('[role=status]').evaluateHandle((region) => {
    const said: string[] = [];
    new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return said;
  });
  return () => handle.jsonValue();
}

/** By the rules of WCAG alone: a scene is no whole page. */
const faults = ({ page }: Scene) =>
  axeFaults(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });

const labelled = '<label>City <input name="city"></label>';

test('a combobox with its name, its list and its active option', async () => {
  const { page, cdp } = await open(labelled);
  const closed = {
    name: 'City',
    expanded: false,
    focused: undefined,
    autocomplete: 'list',
    active: undefined,
  };
  expect(await combobox(cdp)).toEqual(closed);
  expect(await withRole(cdp, 'listbox')).toEqual([]);
  await input(page).focus();
  await whenExpanded(page, 'true');
  const opened = { ...closed, expanded: true, focused: true };
  expect(await combobox(cdp)).toEqual(opened);
  expect((await withRole(cdp, 'listbox')).map(({ name }) => name)).toEqual(['city']);
  const options = await withRole(cdp, 'option');
  expect(options.map(({ name }) => name)).toContain('Bonn');
  expect(options.filter(({ properties }) => properties.selected?.value)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await combobox(cdp)).toEqual({ ...opened, active: 'Berlin' });
  const selected = (await withRole(cdp, 'option')).filter(({ properties }) => properties.selected?.value);
  expect(selected.map(({ name }) => name)).toEqual(['Berlin']);
  await page.keyboard.press('Escape');
  expect(await combobox(cdp)).toEqual({ ...closed, focused: true });
});

test('A40: without the capability, a text field', async () => {
  const { page, cdp } = await open('<p></p>');
  await page.evaluate(() => domPage.server({ completions: false }));
  await page.evaluate((html) => domPage.scene(html), labelled);
  expect((await axTree(cdp)).map(({ role }) => role)).toContain('textbox');
  expect(await withRole(cdp, 'combobox')).toEqual([]);
  expect(await withRole(cdp, 'status')).toEqual([]);
});

test('B37, C27: counts are announced once settled, in a region that stood before; moving is not', async () => {
  const { page } = await open(labelled);
  const said = await announcements(page);
  await input(page).focus();
  await page.keyboard.type('ber', { delay: 60 });
  const region = page.locator('[role=status]');
  await region.filter({ hasText: '3 suggestions' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  await region.filter({ hasText: 'no suggestions' }).waitFor({ state: 'attached' });
  expect(await said()).toEqual(['3 suggestions', 'no suggestions']);
});

test('B37: the same count for another text is announced again', async () => {
  const { page } = await open(labelled);
  await page.evaluate(() => domPage.server({ cities: ['aa', 'ab', 'ba', 'bb'] }));
  const said = await announcements(page);
  await input(page).focus();
  for (const text of ['a', 'b']) {
    await input(page).fill(text);
    await page.locator('[role=status]', { hasText: '2 suggestions' }).waitFor({ state: 'attached' });
  }
  expect((await said()).filter((text) => text === '2 suggestions')).toEqual([
    '2 suggestions',
    '2 suggestions',
  ]);
});

test('a partial list says how much of it is there, and a slow answer is seen to be slow', async () => {
  const { page } = await open(
    '<input name="many" aria-label="Package"><input name="none" aria-label="None">',
  );
  await input(page, 'many').focus();
  await page.getByText('100 of 1,532 - keep typing').first().waitFor();
  await page.evaluate(() => domPage.server({ latencyMs: 1500 }));
  await input(page, 'none').focus();
  await page.getByText('slow - still waiting').first().waitFor();
  await page.getByText('no suggestions', { exact: true }).first().waitFor();
  expect(await input(page, 'none').getAttribute('aria-expanded')).toBe('false');
});

test('axe finds no fault, in light, dark and forced colours', async () => {
  const scene = await open(labelled);
  const { page } = scene;
  await page.evaluate(() => domPage.style());
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
    document.title = 'Cities';
  });
  await input(page).focus();
  await page.keyboard.type('b');
  await whenAnswered(page, 2);
  await page.keyboard.press('ArrowDown');
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' },
  ] as const) {
    await page.emulateMedia(media);
    expect(await faults(scene)).toEqual([]);
  }
  expect(await requestsOf(page)).toEqual(['city=', 'city=b']);
});

test('in forced colours the matched part and the active option have the colours of the system', async () => {
  const { page } = await open(`${labelled}<p id="plain" style="color:CanvasText">x</p>
    <p id="highlit" style="color:HighlightText;background:Highlight;forced-color-adjust:none">x</p>`);
  await page.evaluate(() => domPage.style());
  await page.evaluate(() => {
    const host = document.createElement('style');
    host.textContent =
      '.mcp-completion-popup { --mcp-completion-active-color: lime; --mcp-completion-active-background: red }';
    document.head.append(host);
  });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await input(page).focus();
  await page.keyboard.type('b');
  await whenAnswered(page, 2);
  await page.keyboard.press('ArrowDown');
  const colours = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  const background = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colours('[aria-selected=false] > mark')).toBe(await colours('#plain'));
  expect(await colours('[aria-selected=true] > mark')).toBe(await colours('#highlit'));
  expect(await colours('[aria-selected=true]')).toBe(await colours('#highlit'));
  expect(await background('[aria-selected=true]')).toBe(await background('#highlit'));
});

test('axe finds no fault in a form, before and after a failed submission', async () => {
  const scene = await open('');
  const { page, cdp } = scene;
  await page.evaluate(() => domPage.style());
  await page.evaluate(() =>
    domPage.form(
      {
        prompt: {
          name: 'review',
          title: 'Code review',
          description: 'Reviews code.',
          arguments: [
            { name: 'city', title: 'City', description: 'Where to', required: true },
            { name: 'code', title: 'Code' },
          ],
        },
      },
      ['code'],
    ),
  );
  expect(await faults(scene)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await whenExpanded(page, 'true');
  expect(await faults(scene)).toEqual([]);
  const field = (await withRole(cdp, 'combobox'))[0]!;
  expect(field).toMatchObject({
    name: 'City',
    properties: { invalid: { value: 'true' }, required: { value: true } },
  });
  expect((await withRole(cdp, 'form')).map(({ name }) => name)).toEqual(['Code review']);
  expect(await page.locator('[role=alert]').textContent()).toBe('Please fill in City');
});
