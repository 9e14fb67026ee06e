/** stdio at its worst, over a real child process: noise on stdout, half answers, exits, a closed pipe. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type CompletionClient, createCompletionEngine } from '../../src/index.js';
import { scriptOf } from '../support/script.js';
import { settled, until } from '../support/until.js';
import { TARGET } from './session.js';

type Client = CompletionClient & { close(): Promise<void>; onclose?: (() => void) | undefined };

const SERVER = scriptOf('test/hostile/stdio-server.ts');
const command = (misdeed: string) => ({
  command: process.execPath,
  args: [SERVER, misdeed],
  stderr: 'ignore' as const,
});

const GENERATIONS: readonly { name: string; connect(misdeed: string): Promise<Client> }[] = [
  {
    name: 'sdk 1',
    async connect(misdeed) {
      const client = new ClientV1({ name: 'host', version: '1.0.0' });
      await client.connect(new StdioV1(command(misdeed)));
      return client;
    },
  },
  {
    name: 'client 2',
    async connect(misdeed) {
      const client = new ClientV2({ name: 'host', version: '1.0.0' });
      await client.connect(new StdioV2(command(misdeed)));
      return client;
    },
  },
];

/** A field that has just asked the server for its misdeed. */
async function start(connect: (misdeed: string) => Promise<Client>, misdeed: string) {
  const client = await connect(misdeed);
  const client$ = new BehaviorSubject<CompletionClient | null>(client);
  const engine = createCompletionEngine(client$, { debounceMs: 0, timeoutMs: 2_000, narrowing: 'off' });
  const field = engine.form(TARGET, { prefetch: false }).field('language');
  const close = async () => {
    engine.dispose();
    await client.close();
  };
  return { client, client$, field, close };
}

describe.each(GENERATIONS)('with $name', { timeout: 30_000 }, ({ connect }) => {
  it.each([
    { misdeed: 'log lines on stdout', options: ['python'] },
    { misdeed: 'the answer byte by byte', options: ['pythön', '\u{1F40D}'] },
    { misdeed: 'two messages in one write', options: ['python'] },
    { misdeed: 'a carriage return before the newline', options: ['python'] },
    { misdeed: 'a value of 2 MB', options: ['python'] },
    { misdeed: 'a flood on stderr', options: ['python'] },
  ])('$misdeed: the answer is shown all the same', async ({ misdeed, options }) => {
    const { field, close } = await start(connect, misdeed);
    field.focus();
    expect(await settled(field)).toMatchObject({ options, support: 'supported' });
    await close();
  });

  it.each(['half an answer, then silence'])('%s: a timeout, and the text is untouched', async (misdeed) => {
    const { field, close } = await start(connect, misdeed);
    field.setValue('py');
    field.focus();
    expect(await settled(field)).toMatchObject({ value: 'py', options: [], error: { kind: 'timeout' } });
    await close();
  });

  it.each(['half an answer, then exit', 'exit without a word', 'a crash', 'stdout closed, process alive'])(
    '%s: the field settles, and a new connection serves it',
    async (misdeed) => {
      const { client, client$, field, close } = await start(connect, misdeed);
      client.onclose = () => client$.next(null);
      field.setValue('py');
      field.focus();
      const down = await until(field, ({ activity }) => activity === 'idle');
      expect(down).toMatchObject({ value: 'py', options: [] });

      const next = await connect('none');
      client$.next(next);
      const up = await until(field, ({ activity, options }) => activity === 'idle' && options.length > 0);
      expect(up).toMatchObject({ value: 'py', options: ['python'], support: 'supported' });
      await close();
      await next.close();
    },
  );
});
