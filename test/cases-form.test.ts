/** Cases from the field that concern forms, as messages between real SDK clients and a raw peer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERATIONS } from './hostile/clients.js';
import { inContext, withPeer } from './support/peer.js';
import { PAUSE, prompt, REPOSITORY, rest, statesOf } from './support/scene.js';

describe.each(GENERATIONS)('with $name', (generation) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('A7: an answer for the old value of a sibling never shows under the new one', () =>
    withPeer(generation, inContext, async ({ form, asked }) => {
      const [owner, repo] = [form.field('owner'), form.field('repo')];
      owner.focus();
      await rest();
      expect(owner.state.options).toEqual(['in {}']);
      owner.blur();
      repo.setValue('x');
      const states = statesOf(owner).slice(1);
      owner.focus();
      await rest();
      expect(states.flatMap(({ options }) => options)).not.toContain('in {}');
      expect(owner.state.options).toEqual(['in {"repo":"x"}']);
      repo.setValue('');
      expect(owner.state.options).toEqual(['in {}']);
      expect(asked()).toEqual(['owner ""', 'owner "" {"repo":"x"}']);
    }));

  it('A9: the text of a dependant stays, whatever the host does with the values above it', () =>
    withPeer(
      generation,
      inContext,
      async ({ form, asked }) => {
        const texts = new Set<string>();
        form.field('repo').state$.subscribe(({ value }) => texts.add(value));
        for (const owner of ['globex', 'acme', '']) form.setValues({ owner });
        await rest(1_000);
        expect([...texts]).toEqual(['w']);
        expect(asked()).toEqual([]);
      },
      { values: { owner: 'acme', repo: 'w' } },
    ));

  it('A11, A12, A13: the context holds resolved siblings, as strings, and never the argument itself', () =>
    withPeer(
      generation,
      inContext,
      async ({ form, asked, server }) => {
        const field = form.field('d');
        field.focus();
        form.setValues({ c: 5, b: null, a: ['x'] });
        field.accept('chosen');
        field.setValue('ch');
        await rest(PAUSE);
        form.setValues({ c: true });
        await rest(PAUSE);
        expect(asked()).toEqual(['d ""', 'd "" {"c":"5"}', 'd "ch" {"c":"5"}', 'd "ch" {"c":"true"}']);
        expect('context' in server.asked[0]!.params).toBe(false);
      },
      { target: prompt('a', 'b', 'c', 'd') },
    ));

  it('A14: siblings called like members of Object.prototype arrive under their names', () =>
    withPeer(
      generation,
      inContext,
      async ({ form, server }) => {
        form.setValues(JSON.parse('{"__proto__":"x","constructor":"y"}'));
        form.field('toString').focus();
        await rest();
        expect(JSON.stringify(server.last.params.context)).toBe(
          '{"arguments":{"constructor":"y","__proto__":"x"}}',
        );
        expect(({} as Record<string, unknown>).x).toBeUndefined();
      },
      { target: prompt('toString', 'constructor', '__proto__') },
    ));

  it('A49: filled in another order, the same siblings are the same question', () =>
    withPeer(generation, inContext, async ({ form, engine, asked }) => {
      const other = engine.form(REPOSITORY, { prefetch: false });
      const fill = [
        [form, ['owner', 'repo']],
        [other, ['repo', 'owner']],
      ] as const;
      for (const [one, names] of fill) {
        for (const name of names) one.field(name).setValue(name);
        one.field('branch').focus();
        await rest();
        expect(one.field('branch').state.options).toHaveLength(1);
      }
      expect(asked()).toEqual(['branch "" {"owner":"owner","repo":"repo"}']);
    }));

  it('C12: an argument whose server never answers holds up no other', () =>
    withPeer(
      generation,
      (asked) => {
        if (asked.params.argument.name !== 'owner') inContext(asked);
      },
      async ({ form }) => {
        form.field('owner').focus();
        form.field('repo').focus();
        await rest();
        expect(form.field('repo').state.options).toEqual(['in {}']);
      },
    ));
});
