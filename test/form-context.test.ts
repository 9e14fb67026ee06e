/** A form's accumulated context, and what a changed sibling means. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompletionState, resourceTemplateTarget } from '../src/index.js';
import { contextual, openForm, PAUSE, prompt, REPOSITORY, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the context', () => {
  it('A11: holds what is resolved and nothing else; with nothing resolved it is not sent at all', async () => {
    const { form, client } = openForm(contextual, {}, { target: prompt('a', 'b', 'c', 'd') });
    form.field('d').focus();
    form.setValues({ a: '', b: undefined, c: 'v' });
    expect(client.requests.map(({ params }) => params)).toEqual([
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'd', value: '' } },
      expect.objectContaining({ context: { arguments: { c: 'v' } } }),
    ]);
    expect('context' in client.requests[0]!.params).toBe(false);
  });

  it('A12: never holds the argument itself, whatever was accepted for it before', async () => {
    const { form, client } = openForm(contextual, {}, { target: prompt('language', 'framework') });
    const [language, framework] = [form.field('language'), form.field('framework')];
    language.focus();
    language.accept('python');
    framework.focus();
    framework.accept('flask');
    language.focus();
    language.setValue('ru');
    await rest(PAUSE);
    expect(client.last().params).toMatchObject({
      argument: { name: 'language', value: 'ru' },
      context: { arguments: { framework: 'flask' } },
    });
    expect(client.last().params.context?.arguments).toEqual({ framework: 'flask' });
  });

  it('A13: holds numbers and booleans of the host as strings, and nothing that is neither', () => {
    const { form, contexts } = openForm(contextual, {
      values: { owner: 5, repo: true, branch: ['x'] },
    });
    form.field('branch').focus();
    form.setValues({ repo: null, branch: {} });
    expect(contexts()).toEqual([{ owner: '5', repo: 'true' }]);
    expect(form.values).toEqual({ owner: '5', repo: 'true', branch: '' });
  });

  it('is what it is when the request goes out, not when the key was pressed', async () => {
    const { form, contexts } = openForm(contextual);
    form.field('repo').focus();
    await rest();
    form.field('repo').setValue('w');
    await rest(PAUSE - 1);
    form.setValues({ owner: 'acme' });
    await rest(PAUSE);
    expect(contexts()).toEqual([undefined, { owner: 'acme' }]);
  });

  it('holds only the siblings that an argument depends on, if the host says which', async () => {
    const { form, contexts, client } = openForm(contextual, { dependsOn: { branch: ['repo'] } });
    const branch = form.field('branch');
    branch.focus();
    form.setValues({ owner: 'acme' });
    await rest();
    expect(client.requests).toHaveLength(1);
    form.setValues({ repo: 'w' });
    expect(contexts()).toEqual([undefined, { repo: 'w' }]);
  });

  it('never holds an excluded argument, which is never completed either', async () => {
    const { form, contexts, story } = openForm(contextual, {
      exclude: ['owner'],
      values: { owner: 'secret' },
    });
    const owner = form.field('owner');
    owner.focus();
    owner.setValue('more secret');
    owner.refresh();
    await rest(1_000);
    expect(owner.state).toMatchObject({ support: 'unsupported', activity: 'idle', options: [] });
    form.field('repo').focus();
    expect(story()).toEqual(['repo ""']);
    expect(contexts()).toEqual([undefined]);
  });

  it('leaves out a sibling of more than 2,000 characters unless the argument depends on it by name', () => {
    const long = 'x'.repeat(2_001);
    const { form, contexts } = openForm(contextual, {
      values: { owner: long },
      dependsOn: { branch: ['owner'] },
    });
    form.field('repo').focus();
    form.field('branch').focus();
    expect(contexts()).toEqual([undefined, { owner: long }]);
  });

  it('is put together for fields that show or ask something only, however many have been in use', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`);
    const { form, client } = openForm(contextual, {}, { target: prompt(...names) });
    for (const field of form.fields) {
      field.focus();
      await rest();
      field.setValue('x');
      field.blur();
    }
    const [first, second] = [form.fields[0]!, form.fields[1]!];
    second.focus();
    await rest();
    first.setValue('y');
    const read = vi.spyOn(Object, 'keys');
    let entries = 0;
    read.mockImplementation((of) => {
      const keys = Reflect.ownKeys(of) as string[];
      entries += keys.length;
      return keys;
    });
    first.setValue('yz');
    read.mockRestore();
    expect(entries).toBeGreaterThan(0);
    expect(entries).toBeLessThan(5 * names.length);
    expect(client.last().params.context?.arguments).toMatchObject({ a0: 'yz', a2: 'x' });
  });

  it('changed by a text that makes no difference leaves a request under way, and by the next cancels it', async () => {
    const { form, client } = openForm(contextual, { dependsOn: { branch: ['repo'] } });
    const [owner, repo, branch] = [form.field('owner'), form.field('repo'), form.field('branch')];
    client.script = () => {};
    branch.focus();
    branch.blur();
    owner.setValue('acme');
    form.setValues({ owner: 'globex' });
    expect(client.cancelled).toEqual([]);
    repo.setValue('w');
    expect(client.cancelled).toEqual(['']);
  });

  it('that is again what it was by the time a field hears of it leaves its list, and the next drops it', async () => {
    const { form } = openForm(contextual);
    const [owner, repo] = [form.field('owner'), form.field('repo')];
    owner.state$.subscribe(({ value }) => {
      if (value === 'acme') form.reset();
    });
    repo.focus();
    await rest();
    repo.blur();
    form.setValues({ owner: 'acme' });
    expect(repo.state.options).toHaveLength(1);
    form.setValues({ owner: 'globex' });
    expect(repo.state.options).toEqual([]);
  });

  it('is not kept where the host, told of a text, takes it back and all others with it', async () => {
    const { form } = openForm(contextual);
    const [owner, repo] = [form.field('owner'), form.field('repo')];
    form.setValues({ owner: 'acme' });
    repo.focus();
    await rest();
    expect(repo.state.options).toEqual(['repo of {"owner":"acme"}']);
    owner.state$.subscribe(({ value }) => {
      if (value === 'globex') form.reset();
    });
    form.setValues({ owner: 'globex', repo: 'w' });
    await rest();
    expect(form.values).toEqual({ owner: '', repo: '', branch: '' });
    expect(repo.state).toMatchObject({ value: '', options: ['repo of {}'] });
  });

  it('A14: takes arguments called like members of Object.prototype for what they are', async () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'];
    const { form, client, contexts } = openForm(
      ({ params, answer }) => answer([`the ${params.argument.name}`], { hasMore: false }),
      {},
      { target: prompt(...names) },
    );
    for (const name of names) {
      expect(form.field(name).state).toMatchObject({ value: '', options: [] });
      form.field(name).focus();
      await rest();
      expect(form.field(name).state.options).toEqual([`the ${name}`]);
      form.field(name).blur();
    }
    form.setValues(JSON.parse('{"__proto__":"x"}'));
    form.field('toString').focus();
    expect(JSON.stringify(client.last().params.context)).toBe('{"arguments":{"__proto__":"x"}}');
    expect(Object.keys(contexts().at(-1) ?? {})).toEqual(['__proto__']);
    expect(JSON.stringify(form.promptArguments())).toBe('{"__proto__":"x"}');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(form.missing).toEqual([]);
  });
});

describe('a changed sibling', () => {
  it('A7: makes another question of the same text; the old list never shows in between, and comes back with the old value', async () => {
    const { form, client } = openForm(contextual, {}, { target: prompt('a', 'b') });
    const a = form.field('a');
    const states: CompletionState[] = [];
    a.state$.subscribe((state) => states.push(state));
    a.focus();
    await rest();
    a.blur();
    states.length = 0;
    form.setValues({ b: 'x' });
    a.focus();
    await rest();
    expect(client.last().params.context).toEqual({ arguments: { b: 'x' } });
    expect(states.flatMap(({ options }) => options)).not.toContain('a of {}');
    expect(a.state.options).toEqual(['a of {"b":"x"}']);
    form.setValues({ b: '' });
    expect(a.state).toMatchObject({ options: ['a of {}'], activity: 'idle' });
    expect(client.requests).toHaveLength(2);
  });

  it('A9: never touches the text of a dependant, however the host changes it, nor on loading', async () => {
    const { form } = openForm(contextual, { values: { owner: 'acme', repo: 'w' } });
    const texts: string[] = [];
    form.field('repo').state$.subscribe(({ value }) => texts.push(value));
    const values: unknown[] = [];
    form.values$.subscribe((now) => values.push(now));
    form.setValues({ owner: 'globex' });
    form.setValues({ owner: 'acme' });
    await rest(1_000);
    expect(new Set(texts)).toEqual(new Set(['w']));
    expect(values.map((now) => (now as { repo: string }).repo)).toEqual(['w', 'w', 'w']);
  });

  it('has an active dependant ask again at once, and an idle one drop its list', async () => {
    const { form, story, contexts } = openForm(contextual);
    const [repo, branch] = [form.field('repo'), form.field('branch')];
    branch.focus();
    await rest();
    branch.blur();
    expect(branch.state.options).toHaveLength(1);
    repo.focus();
    await rest();
    form.setValues({ owner: 'acme' });
    expect(branch.state).toMatchObject({ options: [], reason: 'inactive' });
    expect(repo.state).toMatchObject({ options: [], activity: 'loading' });
    expect(story().at(-1)).toBe('repo ""');
    expect(contexts().at(-1)).toEqual({ owner: 'acme' });
    await rest(1_000);
    expect(repo.state.options).toEqual(['repo of {"owner":"acme"}']);
  });

  it('lets no request out in the old context, nor does the end of the form', () => {
    const { form, client, contexts } = openForm(undefined, {}, { maxConcurrent: 1 });
    for (const name of ['repo', 'branch']) form.field(name).focus();
    form.field('owner').setValue('acme');
    expect(contexts()).toEqual([undefined, { owner: 'acme' }]);
    form.dispose();
    expect(client.requests).toHaveLength(2);
    expect(client.cancelled).toEqual(['', '']);
  });

  it.each(['waiting', 'in flight', 'queued'])(
    'while a dependant is %s: one answer, in the new context',
    async (when) => {
      const { form, client, engine } = openForm(undefined, {}, { maxConcurrent: 1 });
      const repo = form.field('repo');
      if (when === 'queued') engine.form(REPOSITORY).field('branch').focus();
      repo.focus();
      repo.setValue('w');
      await rest(when === 'waiting' ? 10 : PAUSE);
      form.setValues({ owner: 'acme' });
      client.script = contextual;
      if (when === 'queued') client.requests[0]?.answer([]);
      for (const { value, params, answer } of client.requests)
        if (value === 'w') answer([`repo of ${JSON.stringify(params.context?.arguments ?? {})}`]);
      await rest(PAUSE * 2);
      expect(repo.state).toMatchObject({ options: ['repo of {"owner":"acme"}'], activity: 'idle' });
    },
  );

  it('set with the text at once asks nothing for the text that went', async () => {
    const { form, client } = openForm(contextual);
    const repo = form.field('repo');
    repo.focus();
    await rest();
    form.setValues({ owner: 'acme', repo: 'w' });
    await rest(1_000);
    expect(client.requests).toHaveLength(1);
    expect(client.cancelled).toEqual([]);
    expect(repo.state).toMatchObject({ value: 'w', options: [], activity: 'idle' });
  });

  it('A49: makes the same question in whatever order the siblings were filled', async () => {
    const { form, client, engine, events } = openForm(
      contextual,
      {},
      { target: prompt('owner', 'org', 'x') },
    );
    form.setValues({ owner: '1' });
    form.setValues({ org: '2' });
    form.field('x').focus();
    await rest();
    const other = engine.form(prompt('org', 'owner', 'x'), { prefetch: false });
    other.setValues({ org: '2' });
    other.setValues({ owner: '1' });
    other.field('x').focus();
    expect(other.field('x').state.options).toHaveLength(1);
    expect(client.requests).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'hit', source: 'fresh' });
  });

  it('makes a chosen text a question again', async () => {
    const { form, client } = openForm(contextual);
    const repo = form.field('repo');
    repo.focus();
    await rest();
    repo.accept('w');
    form.setValues({ owner: 'acme' });
    await rest();
    expect(client.last().params).toMatchObject({
      argument: { value: 'w' },
      context: { arguments: { owner: 'acme' } },
    });
  });
});

describe('A20: a variable that appears twice', () => {
  it('A20: is one field, one request a pause, and no sibling of its own', async () => {
    const target = resourceTemplateTarget({ name: 't', uriTemplate: 'x{?a}/{a}' });
    const { form, client } = openForm(contextual, {}, { target });
    expect(form.fields.map(({ name }) => name)).toEqual(['a']);
    const a = form.field('a');
    a.focus();
    a.setValue('v');
    await rest(PAUSE);
    expect(client.asked).toEqual(['', 'v']);
    expect(client.last().params).toEqual({
      ref: { type: 'ref/resource', uri: 'x{?a}/{a}' },
      argument: { name: 'a', value: 'v' },
    });
    expect(form.uri()).toBe('x?a=v/v');
  });
});

describe('C12: an argument that hangs', () => {
  it('C12: does not hold up another', async () => {
    const { form } = openForm((request) => {
      if (request.params.argument.name !== 'owner') contextual(request);
    });
    form.field('owner').focus();
    form.field('repo').focus();
    await rest();
    expect(form.field('repo').state.options).toHaveLength(1);
    expect(form.field('owner').state.activity).toBe('loading');
  });
});
