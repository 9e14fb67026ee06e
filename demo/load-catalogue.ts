/** Asks a server for everything that a form can be made of: its prompts and its resource templates, every page of them. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { promptTarget, resourceTemplateTarget } from '../src/index.js';
import type { Catalogue } from './catalogue.js';

/** More pages than this is a server that goes in circles. */
const MOST_PAGES = 50;

/** @throws what the client throws: an error of the server's, or of the connection. */
export async function loadCatalogue(client: Client): Promise<Catalogue> {
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  const [promptTargets, templateTargets] = await Promise.all([
    prompts
      ? everyPage(
          (cursor) => client.listPrompts({ cursor }),
          (page) => page.prompts,
        )
      : [],
    resources
      ? everyPage(
          (cursor) => client.listResourceTemplates({ cursor }),
          (page) => page.resourceTemplates,
        )
      : [],
  ]);
  return {
    prompts: promptTargets.map((prompt) => promptTarget(prompt)),
    templates: templateTargets.map((template) => resourceTemplateTarget(template)),
  };
}

async function everyPage<Page extends { nextCursor?: string | undefined }, Item>(
  ask: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await ask(cursor);
    items.push(...itemsOf(page));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return items;
}
