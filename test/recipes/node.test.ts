// @vitest-environment node
/** The recipes of hosts without a page, and of connections. */
import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createLiveEngine } from '../../demo/recipes/list-changed.js';
import { Servers } from '../../demo/recipes/several-servers.js';
import { askArguments } from '../../demo/recipes/terminal.js';
import { promptTarget } from '../../src/index.js';
import { codeReview, connect } from './set-up.js';

test('terminal: Tab completes, twice lists, and the next argument knows the first', async () => {
  const { engine } = await connect();
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
  });
  const answers = askArguments(engine, promptTarget(codeReview), { input, output });
  await expect.poll(() => shown).toContain('Language: ');
  input.write('pyt\t');
  await expect.poll(() => shown).toContain('python');
  input.write('\r');
  await expect.poll(() => shown).toContain('Framework: ');
  for (const tab of ['\t', '\t']) input.write(tab);
  await expect.poll(() => shown).toContain('django');
  input.write('dj\t');
  await expect.poll(() => shown).toMatch(/django$/);
  input.write('\r');
  expect(await answers).toEqual({ language: 'python', framework: 'django' });
});

test('list_changed and sign-in: what was known is forgotten, and asked again', async () => {
  const { client } = await connect();
  const account$ = new Subject<string>();
  const engine = createLiveEngine(client, account$);
  const requests: string[] = [];
  engine.events$.subscribe((event) => event.type === 'request' && requests.push(event.query.argument));
  const field = engine.form(promptTarget(codeReview)).field('language');
  field.focus();
  await expect.poll(() => field.state.options.length).toBeGreaterThan(0);
  expect(requests.length).toBe(1);
  account$.next('ada');
  await expect.poll(() => requests.length).toBe(2);
  await expect.poll(() => field.state.activity).toBe('idle');
  client.transport!.onmessage!({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
  await expect.poll(() => requests.length).toBe(3);
});

test('several servers: each has its own engine, made before it is connected and kept over a reconnect', async () => {
  const servers = new Servers();
  const seen: string[] = [];
  servers.events$.subscribe(({ server, type }) => seen.push(`${server} ${type}`));
  const field = (server: string) => servers.engine(server).form(promptTarget(codeReview)).field('language');
  const [one, two] = [field('one'), field('two')];
  one.focus();
  two.focus();
  expect([one.state.support, two.state.support]).toEqual(['unknown', 'unknown']);
  servers.connected('one', (await connect()).client);
  await expect.poll(() => one.state.options.length).toBeGreaterThan(0);
  expect([two.state.support, seen]).toEqual(['unknown', ['one request', 'one answer']]);
  servers.connected('two', (await connect()).client);
  await expect.poll(() => two.state.options.length).toBeGreaterThan(0);
  servers.connected('one', null);
  expect([one.state.support, two.state.support]).toEqual(['unknown', 'supported']);
});
