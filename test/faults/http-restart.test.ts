/** Streamable HTTP servers killed and restarted in mid-typing, with and without sessions, under real SDK clients. */
import { BehaviorSubject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { type DemoHttpServer, startDemoHttpServer } from '../../demo/server/http.js';
import { createDemoControls } from '../../demo/server/index.js';
import {
  type CompletionClient,
  type CompletionEngine,
  type CompletionEngineOptions,
  type CompletionEvent,
  type CompletionField,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { until } from '../support/until.js';
import { HTTP_CLIENTS, type HttpClient, RawServer } from './raw-server.js';

const TARGET = promptTarget({
  name: 'code_review',
  arguments: [{ name: 'language' }, { name: 'framework' }],
});
const WORDS = ['python', 'perl', 'php', 'pascal'];

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Desk {
  readonly engine: CompletionEngine;
  readonly field: CompletionField;
  readonly events: CompletionEvent[];
}

function open(
  client: CompletionClient | BehaviorSubject<CompletionClient | null>,
  options: CompletionEngineOptions = { cache: false },
): Desk {
  const engine = createCompletionEngine(client, { debounceMs: 0, timeoutMs: 2_000, ...options });
  ends.push(() => engine.dispose());
  const events: CompletionEvent[] = [];
  engine.events$.subscribe((event) => events.push(event));
  const field = engine.form(TARGET, { prefetch: false }).field('language');
  return { engine, field, events };
}

/** As a host connects: the platform's pool may still hold sockets of the server that died, and lose one try to each. */
async function reconnect(connect: (url: URL) => Promise<HttpClient>, url: URL): Promise<HttpClient> {
  for (let tries = 5; ; tries--) {
    try {
      return await connect(url);
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

const isIdle = (field: CompletionField, text: string) =>
  until(field, ({ activity, value }) => activity === 'idle' && value === text);
const isServed = (field: CompletionField) =>
  until(
    field,
    ({ activity, options, error, provisional }) =>
      activity === 'idle' && options.length > 0 && !error && !provisional,
  );

describe.each(HTTP_CLIENTS)('with $name', { timeout: 30_000 }, ({ connect }) => {
  it('a server without sessions that dies and returns is asked again by the same client, within one back-off step', async () => {
    const server = new RawServer(({ params }) =>
      WORDS.filter((word) => word.startsWith(params.argument!.value)),
    );
    await server.start();
    ends.push(() => server.kill());
    const client = await connect(server.url);
    ends.push(() => client.close());
    const { field, events } = open(client);
    field.focus();
    await isServed(field);

    await server.kill();
    let retryAt: number | undefined;
    for (const text of ['p', 'py', 'pyt', 'py']) {
      field.setValue(text);
      const state = await until(
        field,
        ({ activity, reason }) => activity === 'idle' || reason === 'backing-off',
      );
      expect(state.value).toBe(text);
      expect(state.error).toMatchObject({ kind: 'disconnected' });
      retryAt = state.error!.retryAt ?? retryAt;
    }
    expect(retryAt).toBeGreaterThan(0);
    await server.start();
    const failures = () => events.filter(({ type }) => type === 'error').length;
    const before = failures();
    // No further key: the text that stands is asked when the back-off ends.
    const state = await isServed(field);
    expect(state).toMatchObject({ value: 'py', options: ['python'] });
    expect(failures()).toBe(before);
  });

  it('a server that dies while it owes an answer leaves no spinner', async () => {
    let asked = () => {};
    const server = new RawServer(({ params }) => {
      if (params.argument!.value !== 'py') return WORDS;
      asked();
      return undefined;
    });
    await server.start();
    ends.push(() => server.kill());
    const client = await connect(server.url);
    ends.push(() => client.close());
    const { field } = open(client);
    field.focus();
    await isServed(field);
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    field.setValue('py');
    await arrived;
    await server.kill();
    expect(await isIdle(field, 'py')).toMatchObject({
      error: { kind: expect.stringMatching(/disconnected|timeout/) },
    });
  });

  it('a server that stalls and then dies lets the text go on, and the last list stands beside the error', async () => {
    const server = new RawServer(() => WORDS);
    await server.start();
    ends.push(() => server.kill());
    const client = await connect(server.url);
    ends.push(() => client.close());
    const { field } = open(client, {});
    field.focus();
    await isServed(field);
    server.answers = () => undefined;
    field.setValue('p');
    await until(field, ({ activity }) => activity === 'slow');
    field.setValue('pe');
    await until(field, ({ activity }) => activity === 'loading' || activity === 'slow');
    await server.kill();
    const state = await isIdle(field, 'pe');
    expect(state.error).toBeDefined();
    expect(state.options).toEqual(['perl']);
  });

  it('a server with sessions that returns has forgotten them: a new client serves the field at once', async () => {
    const controls = createDemoControls();
    let server: DemoHttpServer = await startDemoHttpServer({ controls });
    ends.push(() => server.close());
    const port = Number(server.url.port);
    const first = await connect(server.url);
    ends.push(() => first.close());
    const client$ = new BehaviorSubject<CompletionClient | null>(first);
    const { field, events } = open(client$);
    field.focus();
    await isServed(field);

    await server.close();
    field.setValue('p');
    expect((await isIdle(field, 'p')).error).toBeDefined();
    client$.next(null);
    field.setValue('py');
    expect(field.state).toMatchObject({ value: 'py', activity: 'idle', reason: 'not-connected' });
    expect(field.state.error).toBeUndefined();

    server = await startDemoHttpServer({ port, controls });
    field.setValue('pyt');
    const next = await reconnect(connect, server.url);
    ends.push(() => next.close());
    const failures = events.filter(({ type }) => type === 'error').length;
    client$.next(next);
    expect(await isServed(field)).toMatchObject({ value: 'pyt', options: ['python'], support: 'supported' });
    expect(events.filter(({ type }) => type === 'error').length).toBe(failures);
  });

  it('ten restarts in a row, typed through: every text stands, and each new client serves it', async () => {
    const controls = createDemoControls();
    const client$ = new BehaviorSubject<CompletionClient | null>(null);
    const { field } = open(client$);
    field.focus();
    let port = 0;
    for (let life = 0; life < 10; life++) {
      const server = await startDemoHttpServer({ port, controls });
      port = Number(server.url.port);
      const client = await reconnect(connect, server.url);
      client$.next(client);
      const text = 'python'.slice(0, (life % 5) + 1);
      field.setValue(text);
      expect((await isServed(field)).options).toContain('python');
      field.setValue(`${text}!`);
      await server.close();
      client$.next(null);
      expect(field.state).toMatchObject({ value: `${text}!`, activity: 'idle' });
      await client.close().catch(() => {});
    }
  });
});
