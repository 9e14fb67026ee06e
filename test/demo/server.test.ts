/** The demo server, asked by a real SDK client over an in-memory transport. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACKAGES } from '../../demo/server/data/packages.js';
import { createDemoControls } from '../../demo/server/index.js';
import { completePrompt, completeTemplate, connectInMemory } from './support.js';

const REPOSITORY = 'github://repos/{owner}/{repo}';
const FILE = 'project://files/{+path}';

describe('completions', () => {
  let client: Client;
  beforeEach(async () => {
    client = await connectInMemory();
  });
  afterEach(() => client.close());

  it('declares the capability', () => {
    expect(client.getServerCapabilities()).toMatchObject({ completions: {}, prompts: {}, resources: {} });
  });

  it('offers "python" for "py", whatever the case', async () => {
    expect((await completePrompt(client, 'code_review', 'language', 'py')).values).toEqual(['python']);
    expect((await completePrompt(client, 'code_review', 'language', 'PY')).values).toEqual(['python']);
  });

  it('lists the frameworks of the language in the context, and of no other', async () => {
    const ofPython = await completePrompt(client, 'code_review', 'framework', '', { language: 'python' });
    expect(ofPython.values).toEqual(expect.arrayContaining(['django', 'fastapi', 'flask']));
    const ofRust = await completePrompt(client, 'code_review', 'framework', '', { language: 'rust' });
    expect(ofRust.values).toContain('axum');
    expect(ofRust.values).not.toContain('flask');
  });

  it.each([
    ['without a language', undefined],
    ['for an unknown language', { language: 'klingon' }],
    ['for a language called like a member of Object.prototype', { language: 'constructor' }],
  ])('offers no framework %s', async (_when, siblings) => {
    expect((await completePrompt(client, 'code_review', 'framework', '', siblings)).values).toEqual([]);
  });

  it('answers free text with no values', async () => {
    expect(await completePrompt(client, 'code_review', 'code', 'def ')).toEqual({
      values: [],
      hasMore: false,
    });
  });

  it('completes a repository by its owner', async () => {
    expect((await completeTemplate(client, REPOSITORY, 'owner', 'm')).values).toEqual([
      'microsoft',
      'modelcontextprotocol',
      'mozilla',
    ]);
    const repos = await completeTemplate(client, REPOSITORY, 'repo', 'py', { owner: 'modelcontextprotocol' });
    expect(repos.values).toEqual(['python-sdk']);
    expect((await completeTemplate(client, REPOSITORY, 'repo', 'py')).values).toEqual([]);
  });

  it('answers 1,532 packages a hundred at a time', async () => {
    expect(new Set(PACKAGES).size).toBe(1_532);
    const all = await completePrompt(client, 'explain_package', 'package', '');
    expect(all).toEqual({ values: PACKAGES.slice(0, 100), total: 1_532, hasMore: true });
    const few = await completePrompt(client, 'explain_package', 'package', 'http-p');
    expect(few).toEqual({ values: ['http-parse', 'http-plugin'], total: 2, hasMore: false });
  });

  it('completes a path one level at a time, folders first', async () => {
    const level = async (value: string) => (await completeTemplate(client, FILE, 'path', value)).values;
    expect(await level('')).toEqual(['docs/', 'src/', 'test/', 'README.md', 'package.json', 'tsconfig.json']);
    expect(await level('src/')).toEqual(['src/cart/', 'src/server/', 'src/index.ts']);
    expect(await level('src/server/m')).toEqual(['src/server/middleware/']);
    expect(await level('src/index.ts')).toEqual(['src/index.ts']);
  });

  it('finds a symbol by some of its letters, and ranks them itself', async () => {
    const { values } = await completePrompt(client, 'explain_symbol', 'symbol', 'apm');
    expect(values[0]).toBe('Array.prototype.map');
    const all = await completePrompt(client, 'explain_symbol', 'symbol', 'pars');
    expect(all.values[0]).toBe('JSON.parse');
  });

  it('fails where the demo says that it fails', async () => {
    await expect(completePrompt(client, 'triage_issue', 'issue', '4')).rejects.toMatchObject({
      code: -32603,
    });
    expect((await completePrompt(client, 'triage_issue', 'severity', 'm')).values).toEqual([
      'major',
      'minor',
    ]);
  });

  it('refuses an unknown reference as invalid params', async () => {
    await expect(completePrompt(client, 'no_such_prompt', 'a', '')).rejects.toMatchObject({ code: -32602 });
  });
});

describe('what the prompts and resources hold', () => {
  let client: Client;
  beforeEach(async () => {
    client = await connectInMemory();
  });
  afterEach(() => client.close());

  it.each([
    [
      'code_review',
      { language: 'python', framework: 'flask', code: 'print(1)' },
      ['python', 'flask', 'print(1)'],
    ],
    ['explain_package', { package: 'json-parse', audience: 'a beginner' }, ['json-parse', 'a beginner']],
    ['explain_symbol', { symbol: 'Array.prototype.map' }, ['Array.prototype.map']],
    ['plan_trip', { city: 'Lisbon', month: 'May' }, ['Lisbon', 'May']],
    ['triage_issue', { issue: '42', severity: 'minor' }, ['42', 'minor']],
    ['stand_up', {}, ['stand-up']],
  ])('prompts/get %s uses its arguments', async (name, args, mentioned) => {
    const { messages } = await client.getPrompt({ name, arguments: args });
    const text = JSON.stringify(messages);
    for (const word of mentioned) expect(text).toContain(word);
  });

  it('lists the prompts with their required arguments', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === 'code_review')?.arguments).toMatchObject([
      { name: 'language', required: true },
      { name: 'framework', required: false },
      { name: 'code', required: false },
    ]);
  });

  it('refuses a prompt without a required argument', async () => {
    await expect(client.getPrompt({ name: 'code_review', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('reads a repository, a file and a folder', async () => {
    const read = async (uri: string) => JSON.stringify((await client.readResource({ uri })).contents);
    expect(await read('github://repos/mozilla/pdf.js')).toContain('A PDF reader');
    expect(await read('project://files/src/index.ts')).toContain('listen(');
    expect(await read('project://files/src/')).toContain('src/cart/');
  });

  it.each(['github://repos/mozilla/vscode', 'project://files/src/nothing.ts', 'github://repos/toString/x'])(
    'has no resource %s',
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    },
  );

  it('reads every repository and file that it offers', async () => {
    const { values: owners } = await completeTemplate(client, REPOSITORY, 'owner', '');
    expect(owners).toHaveLength(6);
    for (const owner of owners) {
      const { values: repos } = await completeTemplate(client, REPOSITORY, 'repo', '', { owner });
      expect(repos.length).toBeGreaterThanOrEqual(4);
      for (const repo of repos) await client.readResource({ uri: `github://repos/${owner}/${repo}` });
    }
  });
});

describe('controls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('without completions declares none, and a completion is not found', async () => {
    const client = await connectInMemory(createDemoControls({ completions: false }));
    expect(client.getServerCapabilities()?.completions).toBeUndefined();
    await expect(completePrompt(client, 'code_review', 'language', 'py')).rejects.toMatchObject({
      code: -32601,
    });
    const { messages } = await client.getPrompt({ name: 'code_review', arguments: { language: 'go' } });
    expect(JSON.stringify(messages)).toContain('go code');
  });

  it('takes the latency that is set when the request arrives', async () => {
    const controls = createDemoControls();
    const client = await connectInMemory(controls);
    controls.latencyMs = 400;
    const settled = vi.fn();
    const answer = completePrompt(client, 'code_review', 'language', 'py').finally(settled);
    await vi.advanceTimersByTimeAsync(399);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).values).toEqual(['python']);
  });

  it('takes two seconds for a city, or as long as it is told', async () => {
    const controls = createDemoControls();
    const client = await connectInMemory(controls);
    const settled = vi.fn();
    const first = completePrompt(client, 'plan_trip', 'city', 'lis').finally(settled);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await first).values).toEqual(['Lisbon']);

    controls.slowMs = 0;
    expect((await completePrompt(client, 'plan_trip', 'city', 'bon')).values).toEqual(['Lisbon']);
  });

  it('fails every completion while failing is on, and none afterwards', async () => {
    const controls = createDemoControls({ failing: true });
    const client = await connectInMemory(controls);
    await expect(completePrompt(client, 'code_review', 'language', 'py')).rejects.toMatchObject({
      code: -32603,
    });
    controls.failing = false;
    expect((await completePrompt(client, 'code_review', 'language', 'py')).values).toEqual(['python']);
  });
});
