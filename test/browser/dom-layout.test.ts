/** The DOM skin in Chromium: where the list stands, and that it can be reached there. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { input, useChromium, whenExpanded } from './dom-scene.js';

const open = useChromium();

/** The list relative to its input, once it stands: above or below, and how far the aligned edges are apart. */
async function standing(field: Locator, edge: 'left' | 'right' = 'left') {
  return field.evaluate(async (element, side) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const list = (element.getRootNode() as Document).querySelector('.mcp-completion-popup')!;
    const [box, at] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
    const { innerHeight, innerWidth } = element.ownerDocument.defaultView!;
    return {
      side: at.top >= box.bottom ? 'below' : at.bottom <= box.top ? 'above' : 'over',
      near: Math.min(Math.abs(at.top - box.bottom), Math.abs(box.top - at.bottom)) <= 6,
      aligned: Math.abs(at[side] - box[side]) < 1,
      wide: at.width >= box.width - 1,
      visible: at.top >= 0 && at.left >= 0 && at.bottom <= innerHeight && at.right <= innerWidth,
      height: at.height,
    };
  }, edge);
}
const well = { near: true, aligned: true, wide: true, visible: true };
const many = (page: Page) => input(page, 'many');

async function openList(page: Page, html: string) {
  await page.evaluate((text) => domPage.scene(text), html);
  await many(page).focus();
  await whenExpanded(page, 'true', 'many');
}

test('below the input, and above where there is more room', async () => {
  const { page } = await open('<input name="many">');
  await many(page).focus();
  await whenExpanded(page, 'true', 'many');
  expect(await standing(many(page))).toMatchObject({ side: 'below', ...well });
  await openList(page, '<input name="many" style="position:fixed;bottom:10px;left:300px">');
  expect(await standing(many(page))).toMatchObject({ side: 'above', ...well });
});

test('above, it leaves the label and the hint of its input in sight, where there is the room', async () => {
  const { page } = await open('');
  const html =
    '<div style="position:fixed;bottom:10px"><label for="it">Package</label><p>Its name</p><input id="it" name="many"></div>';
  await openList(page, html);
  const overLabel = () =>
    page.evaluate(() => {
      const [label, list] = ['label', '.mcp-completion-popup'].map((selector) =>
        document.querySelector(selector)!.getBoundingClientRect(),
      );
      return label!.top - list!.bottom;
    });
  expect(await standing(many(page))).toMatchObject({ side: 'above', aligned: true, visible: true });
  expect(await overLabel()).toBeGreaterThanOrEqual(0);
  expect(await overLabel()).toBeLessThan(10);
  await page.setViewportSize({ width: 800, height: 200 });
  await expect.poll(() => standing(many(page))).toMatchObject({ side: 'above', ...well });
});

test('shrinks to the room there is, and stays within the sides', async () => {
  const { page } = await open('', { viewport: { width: 320, height: 240 } });
  await openList(page, '<input name="many" style="position:fixed;top:120px;left:250px;width:60px">');
  const { height, side } = await standing(many(page));
  expect(side).toBe('above');
  expect(height).toBeLessThanOrEqual(120);
  expect(await standing(many(page))).toMatchObject({ near: true, visible: true });
});

test('at 320 px it stays within the window, though its input does not, from either side', async () => {
  const { page } = await open('', { viewport: { width: 320, height: 480 } });
  for (const dir of ['ltr', 'rtl']) {
    await openList(page, `<div dir="${dir}"><input name="many" style="width:700px"></div>`);
    expect(await standing(many(page))).toMatchObject({ side: 'below', near: true, visible: true });
  }
});

test('every row is high enough to hit, without a stylesheet and with small text', async () => {
  const { page } = await open('');
  for (const style of [false, true]) {
    await openList(page, '<div style="font-size:12px"><input name="many"></div>');
    if (style) await page.evaluate(() => domPage.style());
    const heights = await page
      .locator('[role=option]')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  }
});

test('follows the page and every scroller, also inside of a shadow tree', async () => {
  const { page } = await open('');
  const scroller =
    '<div id="s" style="height:200px;overflow:auto"><p style="height:130px"></p><input name="many"><p style="height:900px"></p></div>';
  await openList(page, `${scroller}<p style="height:2000px">`);
  await page.evaluate(() => document.getElementById('s')!.scrollBy(0, 100));
  expect(await standing(many(page))).toMatchObject(well);
  await page.evaluate(() => window.scrollBy(0, 20));
  expect(await standing(many(page))).toMatchObject(well);
  await openList(page, `<div data-shadow><template>${scroller}</template></div>`);
  await page.evaluate(() =>
    document.querySelector('[data-shadow]')!.shadowRoot!.getElementById('s')!.scrollBy(0, 90),
  );
  expect(await standing(many(page))).toMatchObject(well);
});

test('follows its input when something else moves or widens it', async () => {
  const { page } = await open('');
  await openList(page, '<div style="height:300px;overflow:hidden"><p id="p">x</p><input name="many"></div>');
  await page.evaluate(() => {
    document.getElementById('p')!.style.height = '90px';
  });
  await expect.poll(() => standing(many(page))).toMatchObject({ side: 'below', ...well });
  await many(page).evaluate((element) => {
    element.style.width = '500px';
  });
  await expect.poll(() => standing(many(page))).toMatchObject({ side: 'below', ...well });
  await page.setViewportSize({ width: 600, height: 140 });
  await expect.poll(() => standing(many(page))).toMatchObject({ near: true, aligned: true });
});

test('the page may take the input elsewhere while its list is open', async () => {
  const { page } = await open('');
  await openList(page, '<div id="a"><input name="many"></div><div id="b" style="padding:100px"></div>');
  await page.evaluate(() =>
    document.getElementById('b')!.append(...document.getElementById('a')!.childNodes),
  );
  await many(page).focus();
  await page.keyboard.type('r');
  await whenExpanded(page, 'true', 'many');
  expect(await standing(many(page))).toMatchObject({ side: 'below', ...well });
});

test('in a modal dialog it is not inert', async () => {
  const { page } = await open('<dialog style="overflow:hidden;height:60px"><input name="city"></dialog>');
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
  await whenExpanded(page, 'true');
  expect(await standing(input(page))).toMatchObject({ side: 'below', ...well });
  await page.getByRole('option', { name: 'Bonn' }).click();
  expect(await input(page).inputValue()).toBe('Bonn');
});

test('nor in one that the page has taken its input into', async () => {
  const { page } = await open('<div id="a"><input name="city"></div><dialog></dialog>');
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
    dialog.append(document.querySelector('#a > :first-child')!);
    dialog.showModal();
  });
  await input(page).focus();
  await whenExpanded(page, 'true');
  await page.getByRole('option', { name: 'Bonn' }).click();
  expect(await input(page).inputValue()).toBe('Bonn');
});

test('B52: in a shadow root it works, and closes on a click elsewhere', async () => {
  const { page } = await open(
    '<div data-shadow><template><input name="city"><p>in</p></template></div><p>out</p>',
  );
  for (const text of ['in', 'out']) {
    await input(page).click();
    await whenExpanded(page, 'true');
    expect(await standing(input(page))).toMatchObject({ side: 'below', ...well });
    await page.getByText(text, { exact: true }).click({ position: { x: 500, y: 5 } });
    await whenExpanded(page, 'false');
  }
  await input(page).click();
  await page.getByRole('option', { name: 'Bari' }).click();
  expect(await input(page).inputValue()).toBe('Bari');
});

test('in a frame it stands in the frame', async () => {
  const frameHtml = "<p style='height:80px'></p><input name='city'>";
  const { page } = await open(`<iframe style="margin:50px;height:300px" srcdoc="${frameHtml}"></iframe>`);
  const frame = page.frameLocator('iframe');
  const field = frame.locator('input[name=city]');
  await field.click();
  await frame.locator('input[aria-expanded=true]').waitFor();
  expect(await standing(field)).toMatchObject({ side: 'below', ...well });
  await page.keyboard.press('ArrowDown');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await frame.locator(`[id="${active}"]`).textContent()).toBe('Berlin');
  await frame.getByRole('option', { name: 'Bonn' }).click();
  expect(await field.inputValue()).toBe('Bonn');
});

test('from right to left it is aligned on the right', async () => {
  const { page } = await open('');
  await openList(page, '<div dir="rtl"><input name="many" style="width:80px"></div>');
  expect(await standing(many(page), 'right')).toMatchObject({ side: 'below', ...well });
});

test('at 200 %: a zoomed page, a zoomed part, and the browser’s own zoom', async () => {
  const { page } = await open('', { viewport: { width: 400, height: 300 }, deviceScaleFactor: 2 });
  await openList(page, '<input name="many">');
  expect(await standing(many(page))).toMatchObject({ side: 'below', ...well });
  await openList(page, '<div style="zoom:2"><input name="many" style="margin:20px;width:80px"></div>');
  expect(await standing(many(page))).toMatchObject(well);
  await page.setViewportSize({ width: 800, height: 600 });
  await page.evaluate(() => {
    document.documentElement.style.zoom = '2';
  });
  await openList(page, '<input name="many" style="margin:20px;width:100px">');
  expect(await standing(many(page))).toMatchObject(well);
});

test('without the popover API, and in a transformed or positioned ancestor', async () => {
  const { page } = await open('', {
    init: 'delete HTMLElement.prototype.showPopover; delete HTMLElement.prototype.popover',
  });
  for (const style of [
    'transform:translate(30px,40px) scale(1.5);transform-origin:0 0',
    'position:relative;left:50px;padding:30px',
    '',
  ]) {
    await openList(page, `<p>x</p><div style="${style}"><input name="many"></div><p style="height:900px">`);
    expect(await standing(many(page))).toMatchObject({ side: 'below', ...well });
    await page.evaluate(() => window.scrollBy(0, 15));
    expect(await standing(many(page))).toMatchObject(well);
    await page.keyboard.press('Escape');
    expect(await page.locator('.mcp-completion-popup').isVisible()).toBe(false);
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  await openList(page, '<div style="transform:rotate(0deg)"><input name="many"></div>');
  await page.getByRole('option', { name: 'row 3', exact: true }).click();
  expect(await many(page).inputValue()).toBe('row 3');
});

test('B17: under a strict content security policy with trusted types, markup stays text', async () => {
  const { page, errors } = await open('');
  const violations = await page.evaluateHandle(() => {
    const seen: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective));
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = "style-src 'none'; require-trusted-types-for 'script'";
    document.head.append(meta);
    const field = document.createElement('input');
    field.name = 'markup';
    document.body.append(field);
    domPage.bind();
    return seen;
  });
  await input(page, 'markup').focus();
  await whenExpanded(page, 'true', 'markup');
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=status]', { hasText: '2 suggestions' }).waitFor({ state: 'attached' });
  expect(await standing(input(page, 'markup'))).toMatchObject({ side: 'below', near: true, visible: true });
  await page.keyboard.press('Enter');
  expect(await input(page, 'markup').inputValue()).toBe('<img src=x onerror="globalThis.hacked = true">');
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect([await violations.jsonValue(), errors]).toEqual([[], []]);
});
