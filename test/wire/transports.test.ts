/** The same sequence over real transports: what is sent, what is cancelled and how, and what the server made of it. */
import { afterEach, describe, expect, it } from 'vitest';
import { type CompletionEngine, createCompletionEngine, promptTarget } from '../../src/index.js';
import { journalled } from '../interop/desk.js';
import { CONNECTORS, type Host } from '../interop/hosts.js';
import { type RunningServer, startHttp } from '../interop/launch.js';
import { SERVERS } from '../interop/servers.js';
import { settled } from '../support/until.js';

const TRIAL = promptTarget({ name: 'trial', arguments: [{ name: 'slow' }] });
const REVIEW = promptTarget({ name: 'review_code', arguments: [{ name: 'language' }] });

const cases = SERVERS.filter(
  ({ toolchain, name }) => toolchain === 'node' && name.startsWith('TypeScript'),
).flatMap((server) =>
  CONNECTORS.filter(({ modern }) => server.speaksModern || !modern).flatMap((connector) =>
    (['stdio', 'http'] as const).map((transport) => ({
      server,
      connector,
      transport,
      closesTheStream: connector.modern && transport === 'http',
      name: `${server.name}, ${connector.name}${connector.modern ? ' on 2026-07-28' : ''}, ${transport}`,
    })),
  ),
);

let running: RunningServer | undefined;
let host: Host;
let engine: CompletionEngine;

async function start({ server, connector, transport }: (typeof cases)[number]): Promise<void> {
  running = transport === 'http' ? await startHttp(server.http) : undefined;
  host = await connector.connect(
    running ? { kind: 'http', url: running.url } : { kind: 'stdio', launch: server.stdio },
  );
  engine = createCompletionEngine(host.client, { debounceMs: 0, narrowing: 'off' });
  host.wire.clear();
}

afterEach(async () => {
  engine.dispose();
  await host.close();
  await running?.stop();
});

describe('a server that completes', { timeout: 60_000 }, () => {
  it.each(cases.filter(({ server }) => server.promises.declares))('$name', async (row) => {
    await start(row);
    const language = engine.form(REVIEW).field('language');
    language.focus();
    await settled(language);
    const slow = engine.form(TRIAL).field('slow');
    slow.setValue('first');
    slow.focus();
    await journalled(host, 'begun', 'first');
    slow.setValue('other');
    await journalled(host, 'cancelled', 'first');
    await journalled(host, 'begun', 'other');
    engine.dispose();
    await journalled(host, 'cancelled', 'other');

    const story = ['complete language ""', 'answer ""', 'complete slow "first"', 'cancel "first"'];
    const rest = ['complete slow "other"', 'cancel "other"'];
    // Over HTTP on 2026-07-28 a request is cancelled by closing its stream, without a message.
    const expected = [...story, ...rest].filter((line) => !row.closesTheStream || !line.startsWith('cancel'));
    expect(host.wire.story).toEqual(expected);
  });
});

describe('a server that declares no completions', { timeout: 60_000 }, () => {
  it.each(cases.filter(({ server }) => !server.promises.declares))('$name', async (row) => {
    await start(row);
    const language = engine.form(REVIEW).field('language');
    language.focus();
    language.setValue('py');
    language.refresh();
    language.accept('python');
    expect(language.state.support).toBe('unsupported');
    engine.dispose();
    const sent = () => host.wire.entries.filter(({ direction }) => direction === 'sent');
    expect(sent()).toEqual([]);
    await host.prompts();
    expect(sent()).toMatchObject([{ message: { method: 'prompts/list' } }]);
  });
});
