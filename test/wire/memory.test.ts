/** What the engine puts on the wire to real SDK servers in memory: the exact sequence of messages, in virtual time. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport as TransportV2 } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompletionClient,
  type CompletionEngine,
  type CompletionEngineOptions,
  createCompletionEngine,
  promptTarget,
  resourceTemplateTarget,
} from '../../src/index.js';
import { Journal } from '../servers/journal.js';
import { createServer as createV1, type Variant } from '../servers/typescript-v1/explorer.js';
import { createServer as createV2 } from '../servers/typescript-v2/explorer.js';
import { WireLog } from '../support/wire.js';

interface Pair {
  readonly name: string;
  connect(variant: Variant, wire: WireLog): Promise<CompletionClient>;
}

const IDENTITY = { name: 'host', version: '1.0.0' };

const PAIRS: readonly Pair[] = [
  {
    name: 'sdk 1 and its server',
    async connect(variant, wire) {
      const [near, far] = InMemoryTransport.createLinkedPair();
      await createV1(variant, new Journal()).connect(far);
      const client = new ClientV1(IDENTITY);
      await client.connect(wire.record(near));
      return client;
    },
  },
  { name: 'client 2 and its server', connect: (variant, wire) => connectV2(variant, wire, 'legacy') },
  {
    name: 'client 2 and its server on 2026-07-28',
    connect: (variant, wire) => connectV2(variant, wire, { pin: '2026-07-28' }),
  },
  {
    name: 'client 2 and the server of sdk 1',
    async connect(variant, wire) {
      const [near, far] = InMemoryTransport.createLinkedPair();
      await createV1(variant, new Journal()).connect(far);
      const client = new ClientV2(IDENTITY);
      await client.connect(wire.record(near) as TransportV2);
      return client;
    },
  },
];

async function connectV2(variant: Variant, wire: WireLog, mode: 'legacy' | { pin: string }) {
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createV2(variant, new Journal()), { transport: far as TransportV2 });
  const client = new ClientV2(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(wire.record(near) as TransportV2);
  return client;
}

const CODE_REVIEW = promptTarget({
  name: 'code_review',
  title: 'Code Review',
  arguments: [{ name: 'language', required: true }, { name: 'framework' }],
});
const TRIAL = promptTarget({ name: 'trial', arguments: [{ name: 'slow' }, { name: 'failing' }] });
const REPO = resourceTemplateTarget({ name: 'github_repo', uriTemplate: 'github://repos/{owner}/{repo}' });

const rest = async (ms = 1_000): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

describe.each(PAIRS)('between $name', (pair) => {
  let wire: WireLog;
  let engine: CompletionEngine;

  beforeEach(() => {
    vi.useFakeTimers();
    wire = new WireLog();
  });

  afterEach(() => {
    engine.dispose();
    vi.useRealTimers();
  });

  async function start(variant: Variant = 'explorer', options: CompletionEngineOptions = {}): Promise<void> {
    engine = createCompletionEngine(await pair.connect(variant, wire), options);
    wire.clear();
  }

  it('filling in a prompt is one request for each pause, and the next field is there before it is entered', async () => {
    await start();
    const form = engine.form(CODE_REVIEW);
    const language = form.field('language');
    const framework = form.field('framework');
    language.focus();
    await rest();
    language.setValue('p');
    language.setValue('py');
    await rest();
    language.accept('python');
    language.blur();
    await rest();
    framework.focus();
    expect(framework.state).toMatchObject({ options: ['django', 'fastapi', 'flask'], activity: 'idle' });
    framework.setValue('fl');
    await rest();
    expect(framework.state.options).toEqual(['flask']);
    expect(wire.story).toEqual([
      'complete language ""',
      'answer ""',
      'complete language "py"',
      'answer "py"',
      'complete framework ""',
      'answer ""',
      'complete framework "fl"',
      'answer "fl"',
    ]);
    expect(wire.completions.map(({ params }) => [params?.ref, params?.context])).toEqual([
      [CODE_REVIEW.ref, undefined],
      [CODE_REVIEW.ref, undefined],
      [CODE_REVIEW.ref, { arguments: { language: 'python' } }],
      [CODE_REVIEW.ref, { arguments: { language: 'python' } }],
    ]);
  });

  it('A15, A16: the ref is the bare name of the prompt, or the template byte for byte', async () => {
    await start();
    engine.form(CODE_REVIEW).field('language').focus();
    const form = engine.form(REPO, { values: { owner: 'pydantic' } });
    form.field('repo').focus();
    await rest();
    expect(form.field('repo').state.options).toEqual(['pydantic', 'pydantic-ai', 'logfire']);
    expect(wire.completions.map(({ params }) => params?.ref)).toEqual([
      { type: 'ref/prompt', name: 'code_review' },
      { type: 'ref/resource', uri: 'github://repos/{owner}/{repo}' },
    ]);
  });

  it('an abandoned request is cancelled once, an answered one never', async () => {
    await start('explorer', { narrowing: 'off' });
    const slow = engine.form(TRIAL).field('slow');
    const language = engine.form(CODE_REVIEW, { prefetch: false }).field('language');
    language.focus();
    await rest();
    slow.focus();
    await rest();
    slow.setValue('x');
    await rest();
    slow.setValue('y');
    await rest();
    engine.dispose();
    await rest(60_000);
    expect(wire.story).toEqual([
      'complete language ""',
      'answer ""',
      'complete slow ""',
      'cancel ""',
      'complete slow "x"',
      'cancel "x"',
      'complete slow "y"',
      'cancel "y"',
    ]);
  });

  it('a timeout is one cancellation, also when the SDK would time out on its own later', async () => {
    await start('explorer', { timeoutMs: 3_000 });
    const slow = engine.form(TRIAL).field('slow');
    slow.focus();
    await rest(120_000);
    expect(slow.state.error).toMatchObject({ kind: 'timeout' });
    slow.blur();
    engine.dispose();
    await rest(120_000);
    expect(wire.story).toEqual(['complete slow ""', 'cancel ""']);
  });

  it('two fields with one question share one request, and it lives as long as one of them wants it', async () => {
    await start();
    const first = engine.form(TRIAL);
    const second = engine.form(TRIAL);
    first.field('slow').focus();
    second.field('slow').focus();
    await rest();
    expect(wire.story).toEqual(['complete slow ""']);
    first.dispose();
    await rest();
    expect(wire.story).toEqual(['complete slow ""']);
    second.dispose();
    await rest();
    expect(wire.story).toEqual(['complete slow ""', 'cancel ""']);
  });

  it('invalidate asks again for the active field alone', async () => {
    await start();
    const form = engine.form(CODE_REVIEW, { prefetch: false });
    form.field('framework').focus();
    await rest();
    form.field('framework').blur();
    form.field('language').focus();
    await rest();
    wire.clear();
    engine.invalidate();
    await rest();
    expect(wire.story).toEqual(['complete language ""', 'answer ""']);
  });

  it("a provider's error is asked once, and the next key asks again", async () => {
    await start();
    const failing = engine.form(TRIAL).field('failing');
    failing.focus();
    await rest(60_000);
    expect(failing.state.error).toMatchObject({ kind: 'server', code: -32603 });
    failing.setValue('again');
    await rest();
    expect(wire.story).toEqual([
      'complete failing ""',
      'error -32603 ""',
      'complete failing "again"',
      'error -32603 "again"',
    ]);
  });

  it('A40: not one message goes to a server without the capability', async () => {
    await start('plain');
    const form = engine.form(CODE_REVIEW);
    for (const field of form.fields) {
      field.focus();
      field.setValue('p');
      field.refresh();
      field.accept('python');
      field.blur();
    }
    engine.invalidate();
    await rest(600_000);
    expect(form.fields.map(({ state }) => state.support)).toEqual(['unsupported', 'unsupported']);
    engine.dispose();
    await rest(600_000);
    expect(wire.entries).toEqual([]);
  });
});
