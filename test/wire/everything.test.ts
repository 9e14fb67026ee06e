/** The reference server of the protocol, server-everything, as it comes: stdio and Streamable HTTP, both SDK generations. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CompletionEngine,
  createCompletionEngine,
  promptTarget,
  resourceTemplateTarget,
} from '../../src/index.js';
import { CONNECTORS, type Host } from '../interop/hosts.js';
import { type RunningServer, startHttp } from '../interop/launch.js';
import { SERVERS } from '../interop/servers.js';
import { settled, until } from '../support/until.js';

const EVERYTHING = SERVERS.find(({ name }) => name === 'server-everything')!;
const DEPARTMENTS = ['Engineering', 'Sales', 'Marketing', 'Support'];

const cases = CONNECTORS.filter(({ modern }) => !modern).flatMap((connector) =>
  (['stdio', 'http'] as const).map((transport) => ({
    connector,
    transport,
    name: `${connector.name} over ${transport}`,
  })),
);

describe.each(cases)('with $name', { timeout: 60_000 }, ({ connector, transport }) => {
  let running: RunningServer | undefined;
  let host: Host;
  let engine: CompletionEngine;

  beforeEach(async () => {
    running = transport === 'http' ? await startHttp(EVERYTHING.http) : undefined;
    host = await connector.connect(
      running ? { kind: 'http', url: running.url } : { kind: 'stdio', launch: EVERYTHING.stdio },
    );
    engine = createCompletionEngine(host.client, { debounceMs: 0 });
  });

  afterEach(async () => {
    engine.dispose();
    await host.close();
    await running?.stop();
  });

  async function promptForm(wanted: string) {
    const prompt = (await host.prompts()).find(({ name }) => name === wanted)!;
    host.wire.clear();
    return engine.form(promptTarget(prompt), { prefetch: false });
  }

  it('completable-prompt: the department, then the people of that department', async () => {
    const form = await promptForm('completable-prompt');
    const department = form.field('department');
    const name = form.field('name');
    department.focus();
    expect((await settled(department)).options).toEqual(DEPARTMENTS);
    department.setValue('S');
    expect(
      (await until(department, ({ provisional, answered }) => answered === 'S' && !provisional)).options,
    ).toEqual(['Sales', 'Support']);
    department.accept('Sales');
    department.blur();
    name.focus();
    expect((await settled(name)).options).toEqual(['David', 'Eve', 'Frank']);
    expect(host.wire.story).toEqual([
      'complete department ""',
      'answer ""',
      'complete department "S"',
      'answer "S"',
      'complete name ""',
      'answer ""',
    ]);
    expect(host.wire.completions.at(-1)?.params).toMatchObject({
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      context: { arguments: { department: 'Sales' } },
    });
    expect(form.promptArguments()).toEqual({ department: 'Sales' });
  });

  it('completable-prompt: another department changes the people on offer, and no text', async () => {
    const form = await promptForm('completable-prompt');
    const name = form.field('name');
    form.setValues({ department: 'Sales' });
    name.focus();
    expect((await settled(name)).options).toEqual(['David', 'Eve', 'Frank']);
    form.setValues({ department: 'Support' });
    expect((await until(name, ({ options }) => options.includes('John'))).options).toEqual([
      'John',
      'Kim',
      'Lee',
    ]);
    expect(name.value).toBe('');
    expect(host.wire.cancelled).toEqual([]);
  });

  it('the resource template: resourceId echoes a whole number and nothing else', async () => {
    const template = (await host.templates()).find(({ uriTemplate }) => uriTemplate.includes('/text/'))!;
    const form = engine.form(resourceTemplateTarget(template), { prefetch: false });
    const id = form.field('resourceId');
    id.focus();
    expect(await settled(id)).toMatchObject({ options: [], reason: 'no-values' });
    id.setValue('42');
    expect((await until(id, ({ options }) => options.length > 0)).options).toEqual(['42']);
    expect(host.wire.completions.at(-1)?.params?.ref).toEqual({
      type: 'ref/resource',
      uri: 'demo://resource/dynamic/text/{resourceId}',
    });
    id.accept('42');
    expect(await host.readText(form.uri())).toContain('Resource 42');
  });

  it('an argument without a completer looks like one that nothing matches', async () => {
    const form = await promptForm('args-prompt');
    const city = form.field('city');
    city.focus();
    expect(await settled(city)).toMatchObject({ options: [], reason: 'no-values', support: 'supported' });
  });
});
