/** A form: values, what a request to the server takes, disposal. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resourceTemplateTarget } from '../src/index.js';
import { contextual, openForm, REPOSITORY, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('values', () => {
  it('follow typing, choosing and the host, and are replayed', () => {
    const { form } = openForm(undefined, { values: { owner: 'acme', unknown: 'x' } });
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
    const { form, client } = openForm(contextual, { values: { owner: 'acme' } });
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
    const values = { owner: 'acme' };
    const { form } = openForm(undefined, { values });
    // A host may keep its own copy of what was typed in there.
    values.owner = 'globex';
    form.setValues({ owner: 'globex', repo: 'w' });
    form.field('branch').setValue('main');
    form.reset();
    expect(form.values).toEqual({ owner: 'acme', repo: '', branch: '' });
    expect(form.fields.map(({ value }) => value)).toEqual(['acme', '', '']);
  });

  it('set while the host sets others: the newest win, in the field and in the values', () => {
    const { form } = openForm();
    form.field('owner').state$.subscribe(({ value }) => {
      if (value === 'acme') form.field('repo').setValue('newer');
    });
    form.setValues({ owner: 'acme', repo: 'older' });
    expect(form.field('repo').value).toBe('newer');
    expect(form.field('repo').state.value).toBe('newer');
    expect(form.values).toMatchObject({ owner: 'acme', repo: 'newer' });
  });

  it('set while values are told: the newest win for every subscriber', () => {
    const { form } = openForm();
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
    const { form, engine } = openForm(undefined, { values: { owner: 'acme', repo: '' } });
    expect(form.promptArguments()).toEqual({ owner: 'acme' });
    expect(() => form.uri()).toThrow(/is a prompt/);
    const target = resourceTemplateTarget({ name: 't', uriTemplate: 'x/{topic}{?q}' });
    const resource = engine.form(target, { values: { topic: 'foo/bar', q: '' } });
    expect(resource.uri()).toBe('x/foo%2Fbar');
    resource.setValues({ q: '1' });
    expect(resource.uri()).toBe('x/foo%2Fbar?q=1');
  });

  it('missing names the required groups that are still unmet', () => {
    const { engine } = openForm();
    const target = resourceTemplateTarget({ name: 't', uriTemplate: 'x/{a,b}/{c}{?d}' });
    const form = engine.form(target);
    expect(form.missing).toEqual([['a', 'b'], ['c']]);
    form.setValues({ b: '1' });
    expect(form.missing).toEqual([['c']]);
    form.field('c').setValue('2');
    expect(form.missing).toEqual([]);
  });
});

describe('dispose', () => {
  it('keeps every text, cancels what is under way, ends every stream, and is idempotent', async () => {
    const { form, client } = openForm(undefined, { values: { owner: 'acme' } });
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
    const { form, engine } = openForm(contextual);
    const other = engine.form(REPOSITORY, { prefetch: false });
    form.field('repo').focus();
    other.field('repo').focus();
    form.dispose();
    await rest();
    expect(other.field('repo').state.options).toEqual(['repo of {}']);
  });
});
