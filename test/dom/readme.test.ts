// The README's embed example, run as it stands there: a real client, the demo's real server, a page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, it, vi } from 'vitest';
import { createDemoServer } from '../../demo/server/index.js';
import * as dom from '../../src/dom/index.js';
import * as core from '../../src/index.js';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const modules: Record<string, object> = { 'mcp-completion-engine': core, 'mcp-completion-engine/dom': dom };

/** The fenced block marked `embed`, as the body of an async function. */
function embedExample(): {
  lines: number;
  run(client: Client, show: (messages: unknown) => void): Promise<void>;
} {
  const source = /^```ts embed\n([\s\S]*?)^```$/m.exec(readme)?.[1];
  if (source === undefined) throw new Error('README.md has no block marked "embed"');
  const body = source
    .replace(/^import '.*\.css';$/m, '')
    // Its types are checked with the package; here it runs.
    .replace(/<HTMLElement>|!(?=[,)])/g, '')
    .replace(/^import (\{.*\}) from '(.*)';$/gm, (_, names: string, from: string) => {
      if (!modules[from]) throw new Error(`README.md imports ${from}, which this test does not know`);
      return `const ${names} = modules[${JSON.stringify(from)}];`;
    });
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const run = new AsyncFunction('modules', 'client', 'show', body) as unknown as (
    ...given: unknown[]
  ) => Promise<void>;
  return { lines: source.trimEnd().split('\n').length, run: (client, show) => run(modules, client, show) };
}

describe('the README', () => {
  it('embeds the engine in at most 15 lines, and they work', async () => {
    const example = embedExample();
    expect(example.lines).toBeLessThanOrEqual(15);

    const client = new Client({ name: 'readme', version: '1.0.0' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([createDemoServer().connect(far), client.connect(near)]);
    document.body.innerHTML = '<div id="form"></div>';
    const show = vi.fn();
    await example.run(client, show);

    const input = document.querySelector<HTMLInputElement>('#form input[name=language]')!;
    input.focus();
    input.value = 'py';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const values = () =>
      [...document.querySelectorAll('[role=option]')].map((row) => row.getAttribute('data-value'));
    await vi.waitFor(() => expect(values()).toEqual(['python']));

    document.querySelector<HTMLElement>('[role=option]')!.click();
    expect(input.value).toBe('python');
    document.querySelector<HTMLFormElement>('#form form')!.requestSubmit();
    await vi.waitFor(() => expect(show).toHaveBeenCalledOnce());
    expect(JSON.stringify(show.mock.calls)).toContain('python');
    await client.close();
  });
});
