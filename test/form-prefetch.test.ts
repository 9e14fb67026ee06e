/** The next field of a form, fetched ahead. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormOptions } from '../src/index.js';
import { type FakeRequest, prefixServer, rpcError } from './support/fake-client.js';
import { contextual, openField, openForm, PAUSE, REPOSITORY, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the next field, fetched ahead', () => {
  const ahead = { prefetch: true };

  it('is fetched once after a choice, so that its list is there on focus', async () => {
    const { form, story, events, contexts } = openForm(contextual, ahead);
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
    const { form, story } = openForm(prefixServer('acme', 'globex'), ahead);
    const owner = form.field('owner');
    owner.focus();
    await rest();
    owner.setValue('acme');
    await rest(PAUSE);
    expect(story()).toEqual(['owner ""', 'owner "acme"']);
    await rest(319);
    expect(story()).toHaveLength(2);
    await rest(1);
    expect(story()).toEqual(['owner ""', 'owner "acme"', 'repo ""']);
  });

  it('is joined by focus while under way', async () => {
    const { form, client } = openForm(undefined, ahead);
    form.field('owner').accept('acme');
    form.field('repo').focus();
    expect(client.asked).toEqual(['']);
    expect(form.field('repo').state.activity).toBe('loading');
    client.last().answer(['w']);
    await rest();
    expect(form.field('repo').state.options).toEqual(['w']);
  });

  it('gives way to any question of a person', () => {
    const { form, story, client } = openForm(undefined, ahead);
    form.field('owner').accept('acme');
    form.field('branch').focus();
    expect(story()).toEqual(['repo ""', 'branch ""']);
    expect(client.cancelled).toEqual(['']);
  });

  it('is not asked for while anything else is under way', () => {
    const { form, engine, story } = openForm(undefined, ahead);
    engine.form(REPOSITORY).field('branch').focus();
    form.field('owner').accept('acme');
    expect(story()).toEqual(['branch ""']);
  });

  it.each<[string, FormOptions]>([
    ['switched off', { prefetch: false }],
    ['excluded', { exclude: ['repo'] }],
    ['asked from a length on', { minLength: { repo: 1 } }],
    ['filled', { values: { repo: 'w' } }],
  ])('is left alone when %s', (_why, options) => {
    const { form, client } = openForm(undefined, { ...ahead, ...options });
    form.field('owner').accept('acme');
    expect(client.requests).toEqual([]);
  });

  it('is left alone when known, refused, failing, silent, unsupported, or behind a container', async () => {
    const { form, client, engine } = openForm(contextual, ahead);
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
      const { form, engine, story } = openForm(prefixServer('acme'), ahead);
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

describe('the children of the only container left', () => {
  const PATHS = ['src/', 'src/dom/', 'src/core/', 'test/'];
  /** One level an answer, after this long. */
  const levels =
    (ms = 0) =>
    ({ value, answer }: FakeRequest) => {
      const inside = PATHS.filter((path) => path.startsWith(value) && path !== value);
      const level = inside.filter((path) => path.slice(value.length, -1).includes('/') === false);
      setTimeout(() => answer(level, { hasMore: false }), ms);
    };

  async function typeTo(text: string, script: (request: FakeRequest) => void, options: FormOptions = {}) {
    const scene = openField(script, { narrowing: 'display' }, { prefetch: true, ...options });
    scene.field.focus();
    await rest(500);
    scene.field.setValue(text);
    return scene;
  }

  it('are there as soon as it is chosen', async () => {
    const { field, client, events } = await typeTo('s', levels(50));
    expect(field.state).toMatchObject({ options: ['src/'], provisional: true });
    expect(client.asked).toEqual(['', 'src/']);
    expect(events.at(-1)).toMatchObject({ type: 'request', prefetch: true });
    await rest(50);
    field.accept('src/');
    expect(field.state).toMatchObject({ options: ['src/dom/', 'src/core/'], activity: 'idle' });
    expect(client.asked).toEqual(['', 'src/']);
  });

  it('are asked once, however much is typed towards it, and joined without a wait', async () => {
    const { field, client } = await typeTo('s', levels(400));
    for (const text of ['sr', 'src']) {
      await rest(20);
      field.setValue(text);
    }
    field.setValue('src/');
    expect(field.state.activity).toBe('loading');
    await rest(400);
    expect(field.state.options).toEqual(['src/dom/', 'src/core/']);
    expect(client.asked).toEqual(['', 'src/']);
    expect(client.cancelled).toEqual([]);
  });

  it('are no longer wanted once the text leads elsewhere', async () => {
    const { field, client } = await typeTo('s', levels(400));
    field.setValue('t');
    expect(client.cancelled).toEqual(['src/']);
    expect(client.asked).toEqual(['', 'src/', 'test/']);
  });

  it('are no longer wanted once the text leads nowhere', async () => {
    const { field, client } = await typeTo('s', levels(400));
    field.setValue('x');
    expect(client.cancelled).toEqual(['src/']);
    expect(client.asked).toEqual(['', 'src/']);
  });

  it.each<[string, FormOptions]>([
    ['switched off', { prefetch: false }],
    ['said to be no container', { isContainer: () => false }],
  ])('are left alone when %s', async (_why, options) => {
    const { client } = await typeTo('s', levels(), options);
    expect(client.asked).toEqual(['']);
  });

  it('are left alone while there is another option, or the container is the text', async () => {
    const { field, client } = await typeTo('', levels());
    expect(client.asked).toEqual(['']);
    field.accept('src/dom/');
    await rest(PAUSE);
    expect(client.asked).toEqual(['', 'src/dom/']);
  });

  it('are not asked for a container that is too long to ask for', async () => {
    const long = `s${'x'.repeat(2_000)}/`;
    const { field, client } = await typeTo('s', ({ answer }) => answer([long, 't/'], { hasMore: false }));
    expect(field.state.options).toEqual([long]);
    expect(client.asked).toEqual(['']);
  });
});

it('to leave a field has nothing of it looked at again', async () => {
  const { form, client } = openForm(contextual, { prefetch: true });
  form.field('owner').focus();
  await rest();
  const asked = vi.spyOn(client, 'getServerCapabilities');
  form.field('owner').blur();
  expect(asked).toHaveBeenCalledTimes(1);
});
