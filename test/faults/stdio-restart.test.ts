/** stdio servers killed, stopped and respawned in mid-typing, under real SDK clients. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CompletionClient,
  type CompletionEvent,
  type CompletionField,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { scriptOf } from '../support/script.js';
import { until } from '../support/until.js';

const SERVER = scriptOf('test/hostile/stdio-server.ts');
const LAUNCH = { command: process.execPath, args: [SERVER], stderr: 'ignore' as const };
const IDENTITY = { name: 'host', version: '1.0.0' };
const TARGET = promptTarget({ name: 'code_review', arguments: [{ name: 'language' }] });

interface Connection {
  readonly client: CompletionClient & { close(): Promise<void>; onclose?: (() => void) | undefined };
  readonly pid: number;
}

const GENERATIONS: readonly { name: string; spawn(): Promise<Connection> }[] = [
  {
    name: 'sdk 1',
    async spawn() {
      const [client, transport] = [new ClientV1(IDENTITY), new StdioV1(LAUNCH)];
      await client.connect(transport);
      return { client, pid: transport.pid! };
    },
  },
  {
    name: 'client 2',
    async spawn() {
      const [client, transport] = [new ClientV2(IDENTITY), new StdioV2(LAUNCH)];
      await client.connect(transport);
      return { client, pid: transport.pid! };
    },
  },
];

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const isServed = (field: CompletionField) =>
  until(
    field,
    ({ activity, options, error, provisional }) =>
      activity === 'idle' && options.length > 0 && !error && !provisional,
  );

describe.each(GENERATIONS)('with $name', { timeout: 60_000 }, ({ spawn }) => {
  /** A host that respawns its server whenever the connection closes. */
  async function open() {
    const client$ = new BehaviorSubject<CompletionClient | null>(null);
    let current: Connection | undefined;
    let ended = false;
    async function connect(): Promise<void> {
      const connection = await spawn();
      current = connection;
      connection.client.onclose = () => {
        if (ended) return;
        client$.next(null);
        void connect();
      };
      client$.next(connection.client);
    }
    await connect();
    const engine = createCompletionEngine(client$, {
      debounceMs: 0,
      timeoutMs: 800,
      narrowing: 'off',
      cache: false,
    });
    const events: CompletionEvent[] = [];
    engine.events$.subscribe((event) => events.push(event));
    const field = engine.form(TARGET).field('language');
    ends.push(() => {
      ended = true;
      engine.dispose();
      return current?.client.close();
    });
    const signal = (name: NodeJS.Signals) => process.kill(current!.pid, name);
    return { field, events, signal };
  }

  it('killed three times while someone types: no text is lost, and each new server serves what stands', async () => {
    const { field, signal, events } = await open();
    field.focus();
    await isServed(field);
    for (const word of ['py', 'pyth', 'python']) {
      field.setValue(`${word}?`);
      signal('SIGKILL');
      field.setValue(word);
      const down = await until(
        field,
        ({ support, activity }) => support === 'unknown' && activity === 'idle',
      );
      expect(down).toMatchObject({ value: word, reason: 'not-connected' });
      expect(down.error).toBeUndefined();
      const failures = events.filter(({ type }) => type === 'error').length;
      expect(await isServed(field)).toMatchObject({ value: word, options: ['python'] });
      expect(events.filter(({ type }) => type === 'error').length).toBe(failures);
    }
  });

  it('stopped and continued: a timeout instead of a spinner, late answers show nothing, the next key is served', async () => {
    const { field, signal } = await open();
    field.focus();
    await isServed(field);
    signal('SIGSTOP');
    for (const text of ['p', 'py']) {
      field.setValue(text);
      const state = await until(field, ({ activity, error }) => activity === 'idle' && error !== undefined);
      expect(state).toMatchObject({ value: text, error: { kind: 'timeout' } });
    }
    signal('SIGCONT');
    field.setValue('pyt');
    expect(await isServed(field)).toMatchObject({ value: 'pyt', options: ['python'] });
  });
});
