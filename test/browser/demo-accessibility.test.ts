/** The demo as it is met with a keyboard and a screen reader: what has the focus, what is said, and in which order. */
import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { activeOf, axTree } from './accessibility.js';
import { type Demo, field, option, useDemo } from './demo-scene.js';
import { withoutBrowser } from './support.js';

const skipped = process.env.CI !== 'true' && withoutBrowser;
if (skipped) console.log(`Skipped: ${skipped}`);

/** What is read out of the element that has the focus. */
async function focused(cdp: CDPSession) {
  const nodes = await axTree(cdp);
  const node = nodes.find(
    ({ role, properties }) => role !== 'RootWebArea' && properties.focused?.value === true,
  );
  if (!node) return undefined;
  const { role, name, text = '', description = '', properties } = node;
  const active = activeOf(node, nodes);
  return {
    role,
    name,
    text,
    description,
    ...(role === 'combobox' && { expanded: properties.expanded?.value }),
    ...(active !== undefined && { active }),
    ...(properties.required?.value === true && { required: true }),
    ...(properties.invalid?.value === 'true' && { invalid: true }),
  };
}

/** Presses Tab until something of that name has the focus. */
async function tabTo({ page, cdp }: Demo, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if ((await focused(cdp))?.name.match(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

const expanded = (page: Page, name: string) => field(page, name).getAttribute('aria-expanded');
const announced = ({ said }: Demo, text: string) => expect.poll(said).toContain(text);
const answeredRow = (page: Page, text: string) =>
  page.locator('.rows li:is([data-status=answered], [data-status=served])', { hasText: text }).first();

describe.skipIf(skipped)('the demo by keyboard and screen reader', () => {
  const open = useDemo();

  test('a prompt is found, filled in and run by keyboard alone, and every step is told', async () => {
    const demo = await open('');
    const { page, cdp, said } = demo;
    await tabTo(demo, /^Code review/);
    await page.keyboard.press('Enter');
    const language = { role: 'combobox', name: 'language', description: 'The programming language' };
    await announced(demo, '23 suggestions');
    expect(await focused(cdp)).toEqual({ ...language, text: '', expanded: true, required: true });

    await page.keyboard.type('py', { delay: 50 });
    await announced(demo, '1 suggestion');
    await page.keyboard.press('ArrowDown');
    expect(await focused(cdp)).toMatchObject({ text: 'py', expanded: true, active: 'python' });
    await page.keyboard.press('Enter');
    expect(await focused(cdp)).toEqual({ ...language, text: 'python', expanded: false, required: true });

    await page.keyboard.press('Tab');
    await announced(demo, '15 suggestions');
    expect(await focused(cdp)).toEqual({
      role: 'combobox',
      name: 'framework',
      description: 'A framework of that language; choose the language first',
      text: '',
      expanded: true,
    });
    await page.keyboard.type('f');
    await announced(demo, '3 suggestions');
    await page.keyboard.press('ArrowUp');
    expect(await focused(cdp)).toMatchObject({ active: 'flask' });
    await page.keyboard.press('Tab');
    expect(await focused(cdp)).toMatchObject({ role: 'textbox', name: 'code' });

    await tabTo(demo, 'Run prompt');
    await page.keyboard.press('Enter');
    await page.locator('.entry.assistant').waitFor();
    expect(await focused(cdp)).toMatchObject({ role: 'combobox', name: 'Message', expanded: false });
    expect((await said()).slice(2)).toEqual([
      'Connected to Completion demo; completions declared',
      '23 suggestions',
      '1 suggestion',
      '15 suggestions',
      '3 suggestions',
      'prompts/get code_review language python framework flask Edit and run again',
      'User Please review this python code that uses flask that I paste next.',
      'Assistant I will look at correctness first, then at naming and idiom as flask has them, and say of each finding how much it matters.',
    ]);
  });

  test('what is missing is told with the field, which has the focus', async () => {
    const demo = await open('?prompt=code_review');
    const { page, cdp } = demo;
    await announced(demo, '23 suggestions');
    await page.keyboard.press('Enter');
    await announced(demo, 'Please fill in language');
    expect(await focused(cdp)).toMatchObject({
      name: 'language',
      description: 'The programming language Please fill in language',
      invalid: true,
    });
  });

  test('without completions a field is a text box, and nothing is said of suggestions', async () => {
    const { page, cdp, said } = await open('?prompt=code_review&completions=off');
    await page.keyboard.type('py');
    expect(await focused(cdp)).toEqual({
      role: 'textbox',
      name: 'language',
      description: 'The programming language',
      text: 'py',
      required: true,
    });
    const nodes = await axTree(cdp);
    expect(nodes.filter(({ role, name }) => role === 'combobox' && /language|framework/.test(name))).toEqual(
      [],
    );
    expect(await said()).toContain('Connected to Completion demo; completions not declared');
    expect((await said()).filter((text) => text.includes('suggestion'))).toEqual([]);
  });

  test('a failing server is told of once, not at every key', async () => {
    const demo = await open('?prompt=triage_issue');
    await announced(demo, 'could not load suggestions');
    await demo.page.keyboard.type('42', { delay: 600 });
    await demo.page.keyboard.press('Tab');
    await announced(demo, '5 suggestions');
    expect((await demo.said()).filter((text) => text === 'could not load suggestions')).toHaveLength(1);
  });

  test('a slow server is told of, then what it answered', async () => {
    const demo = await open('?prompt=plan_trip&slow=1500');
    await announced(demo, '46 suggestions');
    expect((await demo.said()).slice(-2)).toEqual(['slow - still waiting', '46 suggestions']);
  });

  test('a filled-in form that is opened again covers nothing with what stands there already', async () => {
    const demo = await open('?prompt=code_review');
    const { page, cdp } = demo;
    await page.keyboard.type('rust');
    await option(page, 'rust').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.entry.assistant').waitFor();
    await tabTo(demo, 'Edit and run again');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(cdp)).toMatchObject({ name: 'language', text: 'rust' });
    await answeredRow(page, 'language "rust"').waitFor();
    expect(await expanded(page, 'language')).toBe('false');
    await page.keyboard.press('ArrowDown');
    expect(await focused(cdp)).toMatchObject({ expanded: true, active: 'rust' });
  });

  test('an answer leaves the focus in the row of the wire that it belongs to', async () => {
    const { page, cdp } = await open('?prompt=plan_trip&slow=1500');
    const pending = page.locator('.rows [data-status=pending] summary');
    await pending.focus();
    await answeredRow(page, 'city ""').waitFor();
    expect(await focused(cdp)).toMatchObject({ name: expect.stringContaining('46 values') });
  });

  test('in a narrow window the parts of the page are reached by their buttons', async () => {
    const demo = await open('', { viewport: { width: 360, height: 740 } });
    const { page, cdp } = demo;
    await tabTo(demo, 'Prompts');
    await page.keyboard.press('Enter');
    await tabTo(demo, /^Plan a trip/);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(cdp)).toMatchObject({ role: 'combobox', name: 'city' });
  });
});
