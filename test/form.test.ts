/** A form: accumulated context, dependants, values, prefetch, required groups, disposal. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompletionEngineOptions,
  type CompletionEvent,
  type CompletionState,
  createCompletionEngine,
  type FormOptions,
  promptTarget,
  resourceTemplateTarget,
} from '../src/index.js';
import { FakeClient, type FakeRequest, prefixServer, rpcError } from './support/fake-client.js';

const rest = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const PAUSE = 100;
const named = (...names: string[]) => promptTarget({ name: 'p', arguments: names.map((name) => ({ name })) });
const TARGET = named('owner', 'repo', 'branch');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(
  script?: (request: FakeRequest) => void,
  options: FormOptions = {},
  { target = TARGET, ...engineOptions }: CompletionEngineOptions & { target?: typeof TARGET } = {},
) {
  const client = new FakeClient(script);
  const engine = createCompletionEngine(client, { debounceMs: PAUSE, narrowing: 'off', ...engineOptions });
  const events: CompletionEvent[] = [];
  engine.events$.subscribe((event) => events.push(event));
  const form = engine.form(target, { prefetch: false, ...options });
  const contexts = () => client.requests.map(({ params }) => params.context?.arguments);
  const story = () =>
    client.requests.map(({ params }) => `${params.argument.name} "${params.argument.value}"`);
  return { client, engine, form, events, contexts, story };
}

/** Answers each argument with values that name the context they were asked in. */
const contextual = ({ params, answer }: FakeRequest) =>
  answer([`${params.argument.name} of ${JSON.stringify(params.context?.arguments ?? {})}`], {
    hasMore: false,
  });

describe('the context', () => {
  it('A11: holds what is resolved and nothing else; with nothing resolved it is not sent at all', async () => {
    const { form, client } = open(contextual, {}, { target: named('a', 'b', 'c', 'd') });
    form.field('d').focus();
    form.setValues({ a: '', b: undefined, c: 'v' });
    expect(client.requests.map(({ params }) => params)).toEqual([
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'd', value: '' } },
      expect.objectContaining({ context: { arguments: { c: 'v' } } }),
    ]);
    expect('context' in client.requests[0]!.params).toBe(false);
  });

  it('A12: never holds the argument itself, whatever was accepted for it before', async () => {
    const { form, client } = open(contextual, {}, { target: named('language', 'framework') });
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
    const { form, contexts } = open(contextual, {
      values: { owner: 5, repo: true, branch: ['x'] },
    });
    form.field('branch').focus();
    form.setValues({ repo: null, branch: {} });
    expect(contexts()).toEqual([{ owner: '5', repo: 'true' }]);
    expect(form.values).toEqual({ owner: '5', repo: 'true', branch: '' });
  });

  it('is what it is when the request goes out, not when the key was pressed', async () => {
    const { form, contexts } = open(contextual);
    form.field('repo').focus();
    await rest();
    form.field('repo').setValue('w');
    await rest(PAUSE - 1);
    form.setValues({ owner: 'acme' });
    await rest(PAUSE);
    expect(contexts()).toEqual([undefined, { owner: 'acme' }]);
  });

  it('holds only the siblings that an argument depends on, if the host says which', async () => {
    const { form, contexts, client } = open(contextual, { dependsOn: { branch: ['repo'] } });
    const branch = form.field('branch');
    branch.focus();
    form.setValues({ owner: 'acme' });
    await rest();
    expect(client.requests).toHaveLength(1);
    form.setValues({ repo: 'w' });
    expect(contexts()).toEqual([undefined, { repo: 'w' }]);
  });

  it('never holds an excluded argument, which is never completed either', async () => {
    const { form, contexts, story } = open(contextual, { exclude: ['owner'], values: { owner: 'secret' } });
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
    const { form, contexts } = open(contextual, {
      values: { owner: long },
      dependsOn: { branch: ['owner'] },
    });
    form.field('repo').focus();
    form.field('branch').focus();
    expect(contexts()).toEqual([undefined, { owner: long }]);
  });

  it('A14: takes arguments called like members of Object.prototype for what they are', async () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'];
    const { form, client, contexts } = open(
      ({ params, answer }) => answer([`the ${params.argument.name}`], { hasMore: false }),
      {},
      { target: named(...names) },
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
    const { form, client } = open(contextual, {}, { target: named('a', 'b') });
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
    const { form } = open(contextual, { values: { owner: 'acme', repo: 'w' } });
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
    const { form, story, contexts } = open(contextual);
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
    const { form, client, contexts } = open(undefined, {}, { maxConcurrent: 1 });
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
      const { form, client, engine } = open(undefined, {}, { maxConcurrent: 1 });
      const repo = form.field('repo');
      if (when === 'queued') engine.form(TARGET).field('branch').focus();
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
    const { form, client } = open(contextual);
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
    const { form, client, engine, events } = open(contextual, {}, { target: named('owner', 'org', 'x') });
    form.setValues({ owner: '1' });
    form.setValues({ org: '2' });
    form.field('x').focus();
    await rest();
    const other = engine.form(named('org', 'owner', 'x'), { prefetch: false });
    other.setValues({ org: '2' });
    other.setValues({ owner: '1' });
    other.field('x').focus();
    expect(other.field('x').state.options).toHaveLength(1);
    expect(client.requests).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'hit', source: 'fresh' });
  });

  it('makes a chosen text a question again', async () => {
    const { form, client } = open(contextual);
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
    const { form, client } = open(contextual, {}, { target });
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
    const { form } = open((request) => {
      if (request.params.argument.name !== 'owner') contextual(request);
    });
    form.field('owner').focus();
    form.field('repo').focus();
    await rest();
    expect(form.field('repo').state.options).toHaveLength(1);
    expect(form.field('owner').state.activity).toBe('loading');
  });
});

describe('values', () => {
  it('follow typing, choosing and the host, and are replayed', () => {
    const { form } = open(undefined, { values: { owner: 'acme', unknown: 'x' } });
    const heard: unknown[] = [];
    form.values$.subscribe((values) => heard.push(values));
    form.field('repo').setValue('w');
    form.field('repo').setValue('w');
    form.field('branch').accept('main');
    form.setValues({ owner: 'globex', unknown: 'y' });
    form.setValues({ owner: 'globex' });
    form.setValues({});
    expect(heard).toEqual([
      { owner: 'acme', repo: '', branch: '' },
      { owner: 'acme', repo: 'w', branch: '' },
      { owner: 'acme', repo: 'w', branch: 'main' },
      { owner: 'globex', repo: 'w', branch: 'main' },
    ]);
    expect(form.values).toBe(heard.at(-1));
    expect(form.field('owner').value).toBe('globex');
  });

  it('set by the host open nothing and clear nothing that is not named, focused or not', async () => {
    const { form, client } = open(contextual, { values: { owner: 'acme' } });
    const repo = form.field('repo');
    form.setValues({ repo: 'w', owner: null });
    await rest(1_000);
    expect(client.requests).toEqual([]);
    expect(form.values).toEqual({ owner: 'acme', repo: 'w', branch: '' });
    repo.focus();
    await rest();
    const asked = client.requests.length;
    form.setValues({ repo: 'v' });
    await rest(1_000);
    expect(client.requests).toHaveLength(asked);
    expect(repo.state).toMatchObject({ value: 'v', options: [], activity: 'idle' });
    repo.blur();
    repo.focus();
    expect(client.last().value).toBe('v');
  });

  it('go back to the initial ones by reset', () => {
    const { form } = open(undefined, { values: { owner: 'acme' } });
    form.setValues({ owner: 'globex', repo: 'w' });
    form.field('branch').setValue('main');
    form.reset();
    expect(form.values).toEqual({ owner: 'acme', repo: '', branch: '' });
    expect(form.fields.map(({ value }) => value)).toEqual(['acme', '', '']);
  });

  it('set while values are told: the newest win for every subscriber', () => {
    const { form } = open();
    form.values$.subscribe(({ owner }) => {
      if (owner === 'a') form.setValues({ owner: 'b' });
    });
    const heard: unknown[] = [];
    form.values$.subscribe(({ owner }) => heard.push(owner));
    form.field('owner').setValue('a');
    expect(heard.at(-1)).toBe('b');
    expect(form.field('owner').value).toBe('b');
  });
});

describe('what a request to the server takes', () => {
  it('promptArguments leaves empty arguments out; uri expands the template and takes "" for unset', () => {
    const { form, engine } = open(undefined, { values: { owner: 'acme', repo: '' } });
    expect(form.promptArguments()).toEqual({ owner: 'acme' });
    expect(() => form.uri()).toThrow(/is a prompt/);
    const target = resourceTemplateTarget({ name: 't', uriTemplate: 'x/{topic}{?q}' });
    const resource = engine.form(target, { values: { topic: 'foo/bar', q: '' } });
    expect(resource.uri()).toBe('x/foo%2Fbar');
    resource.setValues({ q: '1' });
    expect(resource.uri()).toBe('x/foo%2Fbar?q=1');
  });

  it('missing names the required groups that are still unmet', () => {
    const { engine } = open();
    const target = resourceTemplateTarget({ name: 't', uriTemplate: 'x/{a,b}/{c}{?d}' });
    const form = engine.form(target);
    expect(form.missing).toEqual([['a', 'b'], ['c']]);
    form.setValues({ b: '1' });
    expect(form.missing).toEqual([['c']]);
    form.field('c').setValue('2');
    expect(form.missing).toEqual([]);
  });
});

describe('the next field, fetched ahead', () => {
  const ahead = { prefetch: true };

  it('is fetched once after a choice, so that its list is there on focus', async () => {
    const { form, story, events, contexts } = open(contextual, ahead);
    form.field('owner').focus();
    await rest();
    form.field('owner').accept('acme');
    expect(story()).toEqual(['owner ""', 'repo ""']);
    expect(contexts().at(-1)).toEqual({ owner: 'acme' });
    expect(events.filter(({ type }) => type === 'request').at(-1)).toMatchObject({ prefetch: true });
    await rest();
    form.field('owner').blur();
    form.field('repo').focus();
    expect(form.field('repo').state).toMatchObject({
      options: ['repo of {"owner":"acme"}'],
      activity: 'idle',
    });
    expect(story()).toHaveLength(2);
  });

  it('is fetched once a typed text is the only option and has rested', async () => {
    const { form, story } = open(prefixServer('acme', 'globex'), ahead);
    const owner = form.field('owner');
    owner.focus();
    await rest();
    owner.setValue('acme');
    await rest(PAUSE);
    expect(story()).toEqual(['owner ""', 'owner "acme"']);
    await rest(299);
    expect(story()).toHaveLength(2);
    await rest(1);
    expect(story()).toEqual(['owner ""', 'owner "acme"', 'repo ""']);
  });

  it('is joined by focus while under way', async () => {
    const { form, client } = open(undefined, ahead);
    form.field('owner').accept('acme');
    form.field('repo').focus();
    expect(client.asked).toEqual(['']);
    expect(form.field('repo').state.activity).toBe('loading');
    client.last().answer(['w']);
    await rest();
    expect(form.field('repo').state.options).toEqual(['w']);
  });

  it('gives way to any question of a person', () => {
    const { form, story, client } = open(undefined, ahead);
    form.field('owner').accept('acme');
    form.field('branch').focus();
    expect(story()).toEqual(['repo ""', 'branch ""']);
    expect(client.cancelled).toEqual(['']);
  });

  it('is not asked for while anything else is under way', () => {
    const { form, engine, story } = open(undefined, ahead);
    engine.form(TARGET).field('branch').focus();
    form.field('owner').accept('acme');
    expect(story()).toEqual(['branch ""']);
  });

  it.each<[string, FormOptions]>([
    ['switched off', { prefetch: false }],
    ['excluded', { exclude: ['repo'] }],
    ['asked from a length on', { minLength: { repo: 1 } }],
    ['filled', { values: { repo: 'w' } }],
  ])('is left alone when %s', (_why, options) => {
    const { form, client } = open(undefined, { ...ahead, ...options });
    form.field('owner').accept('acme');
    expect(client.requests).toEqual([]);
  });

  it('is left alone when known, refused, failing, silent, unsupported, or behind a container', async () => {
    const { form, client, engine } = open(contextual, ahead);
    const asked = () => client.requests.length;
    const [owner, repo] = [form.field('owner'), form.field('repo')];
    const chooses = async (value: string, more: number) => {
      const before = asked();
      owner.accept(value);
      await rest();
      expect(asked() - before).toBe(more);
    };
    await chooses('known', 1);
    await chooses('known', 0);
    client.script = ({ fail }) => fail(rpcError(-32602));
    await chooses('refused', 1);
    await chooses('refused', 0);
    await chooses('container/', 0);
    client.script = ({ fail }) => fail(rpcError(-32603));
    await chooses('failing', 1);
    await chooses('failing still', 0);
    engine.invalidate();
    client.script = ({ answer }) => answer([], { hasMore: false });
    repo.focus();
    for (const text of ['', 'x', 'xy']) {
      repo.setValue(text);
      await rest(PAUSE);
    }
    repo.blur();
    form.setValues({ repo: '' });
    await chooses('silent', 0);
    engine.invalidate();
    client.capabilities = {};
    await chooses('unsupported', 0);
  });

  it('leaves no timer: not after leaving the field, not after disposal of form or engine', async () => {
    for (const end of ['blur', 'form', 'engine'] as const) {
      const { form, engine, story } = open(prefixServer('acme'), ahead);
      const owner = form.field('owner');
      owner.focus();
      owner.setValue('acme');
      await rest(PAUSE);
      expect(owner.state.options).toEqual(['acme']);
      expect(vi.getTimerCount()).toBe(1);
      if (end === 'blur') owner.blur();
      if (end === 'form') form.dispose();
      if (end === 'engine') engine.dispose();
      expect(vi.getTimerCount()).toBe(0);
      await rest(1_000);
      expect(story()).not.toContain('repo ""');
    }
  });
});

describe('dispose', () => {
  it('keeps every text, cancels what is under way, ends every stream, and is idempotent', async () => {
    const { form, client } = open(undefined, { values: { owner: 'acme' } });
    const ends: string[] = [];
    form.values$.subscribe({ complete: () => ends.push('values$') });
    form.field('repo').state$.subscribe({ complete: () => ends.push('state$') });
    form.field('repo').focus();
    form.dispose();
    form.dispose();
    expect(ends.sort()).toEqual(['state$', 'values$']);
    expect(client.cancelled).toEqual(['']);
    form.field('repo').setValue('w');
    form.setValues({ branch: 'main' });
    form.field('branch').focus();
    await rest(60_000);
    expect(form.values).toEqual({ owner: 'acme', repo: 'w', branch: 'main' });
    expect(form.promptArguments()).toEqual({ owner: 'acme', repo: 'w', branch: 'main' });
    expect(client.requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    const late: unknown[] = [];
    form.values$.subscribe({ next: (values) => late.push(values), complete: () => late.push('end') });
    expect(late).toEqual([form.values, 'end']);
  });

  it('leaves the engine and its other forms as they are', async () => {
    const { form, engine } = open(contextual);
    const other = engine.form(TARGET, { prefetch: false });
    form.field('repo').focus();
    other.field('repo').focus();
    form.dispose();
    await rest();
    expect(other.field('repo').state.options).toEqual(['repo of {}']);
  });
});
