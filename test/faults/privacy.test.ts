/** What may leave and what may not, as a server sees it over real HTTP; and names that live on Object.prototype. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCompletionEngine, type FormOptions, promptTarget } from '../../src/index.js';
import { settled } from '../support/until.js';
import { HTTP_CLIENTS, type HttpClient, RawServer } from './raw-server.js';

const SECRET = 'hunter2';
const NASTY = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

describe.each(HTTP_CLIENTS)('over $name', { timeout: 30_000 }, ({ connect }) => {
  let server: RawServer;
  let client: HttpClient;

  beforeEach(async () => {
    server = new RawServer(({ params }) => [`${params.argument?.name} of ${params.argument?.value}`]);
    await server.start();
    client = await connect(server.url);
  });

  afterEach(async () => {
    await client.close();
    await server.kill();
  });

  function form(names: readonly string[], options: FormOptions = {}) {
    const engine = createCompletionEngine(client, { debounceMs: 0 });
    return {
      engine,
      form: engine.form(promptTarget({ name: 'p', arguments: names.map((name) => ({ name })) }), options),
    };
  }

  it.each<{ how: string; options: FormOptions }>([
    { how: 'by default', options: {} },
    { how: 'although dependsOn names it', options: { dependsOn: { b: ['secret'], c: ['secret', 'a'] } } },
    { how: 'although it is an initial value', options: { values: { secret: SECRET, a: 'x' } } },
    { how: 'without prefetch', options: { prefetch: false } },
  ])('an excluded argument never leaves, $how', async ({ options }) => {
    const { form: it, engine } = form(['a', 'secret', 'b', 'c'], { exclude: ['secret'], ...options });
    it.setValues({ secret: SECRET });
    for (const name of ['a', 'b', 'c']) {
      it.field(name).focus();
      await settled(it.field(name));
      it.field(name).setValue('x');
      await settled(it.field(name));
      it.field(name).accept('xy');
      it.field(name).blur();
    }
    const secret = it.field('secret');
    secret.focus();
    secret.setValue(`${SECRET}!`);
    secret.refresh();
    expect(secret.state).toMatchObject({ support: 'unsupported', activity: 'idle', options: [] });
    secret.accept(`${SECRET}?`);
    secret.blur();
    it.field('c').focus();
    it.field('c').refresh();
    await settled(it.field('c'));
    engine.dispose();

    expect(server.received.length).toBeGreaterThan(4);
    for (const { raw } of server.received) {
      expect(raw).not.toContain(SECRET);
      expect(raw).not.toContain('secret');
    }
    expect(it.promptArguments().secret).toBe(`${SECRET}?`);
  });

  it('A14: an argument called __proto__ is a context member of its own, and every nasty name has its own list', async () => {
    const { form: it, engine } = form(NASTY);
    for (const name of NASTY) {
      const field = it.field(name);
      expect(field.state.options).toEqual([]);
      field.focus();
      await settled(field);
      expect(field.state.options).toEqual([`${name} of `]);
      field.setValue('x');
      await settled(field);
      field.blur();
    }
    const { params, raw } = server.received.findLast((one) => one.params.argument?.name === 'prototype')!;
    const context = params.context!.arguments;
    expect(Object.keys(context).sort()).toEqual(NASTY.slice(0, -1).sort());
    expect(Object.getOwnPropertyDescriptor(context, '__proto__')?.value).toBe('x');
    expect(raw).toContain('"__proto__":"x"');
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(Object.keys(it.promptArguments()).sort()).toEqual([...NASTY].sort());
    engine.dispose();
  });

  it('a text over 2,000 characters is not sent, neither as a value nor beside another argument', async () => {
    const { form: it, engine } = form(['a', 'b']);
    const long = 'x'.repeat(2_001);
    it.field('a').focus();
    await settled(it.field('a'));
    it.field('a').setValue(long);
    it.field('a').refresh();
    expect(it.field('a').state).toMatchObject({ reason: 'too-long', activity: 'idle', value: long });
    it.field('a').blur();
    it.field('b').focus();
    await settled(it.field('b'));
    expect(server.received.map(({ raw }) => raw.length > 2_000)).toEqual([false, false]);
    expect(server.received.at(-1)!.params).not.toHaveProperty('context');
    it.field('a').setValue(long.slice(1));
    await settled(it.field('b'));
    expect(server.received.at(-1)!.params.context?.arguments.a).toHaveLength(2_000);
    engine.dispose();
  });
});
