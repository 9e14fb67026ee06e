/** What assistive technology is told: Chromium's accessibility tree, the texts of live regions, and the faults that axe finds. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';

interface AxValue {
  readonly value?: unknown;
  readonly relatedNodes?: readonly { readonly backendDOMNodeId?: number }[];
}

export interface AxNode {
  readonly backendDOMNodeId?: number;
  readonly ignored: boolean;
  readonly role: string;
  readonly name: string;
  readonly text: unknown;
  readonly description: unknown;
  readonly properties: Readonly<Record<string, AxValue>>;
}

/** Every node that is not ignored. */
export async function axTree(cdp: CDPSession): Promise<readonly AxNode[]> {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, value, description, properties = [], ...rest }) => ({
      ...rest,
      role: String(role?.value),
      name: String(name?.value),
      text: value?.value,
      description: description?.value,
      properties: Object.fromEntries(properties.map((property) => [property.name, property.value])),
    }));
}

export const withRole = async (cdp: CDPSession, role: string) =>
  (await axTree(cdp)).filter((node) => node.role === role);

/** The name of the node that another one has as its active descendant. */
export function activeOf(node: AxNode, nodes: readonly AxNode[]): string | undefined {
  const id = node.properties.activedescendant?.relatedNodes?.[0]?.backendDOMNodeId;
  return nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === id && id !== undefined)?.name;
}

/**
 * Every text that a polite live region shows, in order, from the next navigation on: of a log what is added to it, of
 * others all of their text. What stands in a region from the start is not said.
 */
export async function announcements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const textOf = new Map<Element, string>();
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role=status], [role=log], [role=alert]');
        if (!region) continue;
        if (region.role === 'log') {
          // biome-ignore lint/performance/useDomNodeTextContent: as it is read, with a space between elements
          for (const node of addedNodes) said.push((node as HTMLElement).innerText.replace(/\s+/g, ' '));
          continue;
        }
        const text = region.textContent ?? '';
        if (text !== '' && text !== textOf.get(region)) said.push(text);
        textOf.set(region, text);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations, each with where it is; axe must be given the page at rest. */
export async function axeFaults(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (how) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...how });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
