/** Cases from the field that concern the core, as messages between real SDK clients and a raw peer. */
import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERATIONS } from './hostile/clients.js';
import { complete } from './hostile/server.js';
import { prefixes, withPeer } from './support/peer.js';
import { PAUSE, REF, rest } from './support/scene.js';

describe.each(GENERATIONS)('with $name', (generation) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('A24: a text that was still waiting when its stream ended, or its subscriber left, is never sent', () =>
    withPeer(generation, undefined, async ({ engine, server }) => {
      for (const end of ['complete', 'unsubscribe'] as const) {
        const value$ = new Subject<string>();
        const subscription = engine.complete({ ref: REF, argument: 'owner', value$ }).subscribe();
        value$.next('');
        await rest();
        value$.next('ab');
        await rest(PAUSE / 2);
        if (end === 'complete') value$.complete();
        else subscription.unsubscribe();
        await rest(PAUSE * 10);
      }
      expect(server.wire.story).toEqual(['complete owner ""', 'cancel ""', 'complete owner ""', 'cancel ""']);
    }));

  it('A28: loading follows the newest request, and ends with it', () =>
    withPeer(generation, undefined, async ({ form, server }) => {
      const field = form.field('owner');
      field.focus();
      field.setValue('a');
      await rest(PAUSE);
      field.setValue('ab');
      await rest(PAUSE);
      expect(field.state.activity).toBe('loading');
      server.last.answer(complete([]));
      await rest();
      expect(field.state).toMatchObject({ activity: 'idle', reason: 'no-values' });
      for (const end of [() => field.dismiss(), () => field.blur(), () => server.last.hangUp()]) {
        field.focus();
        field.refresh();
        await rest();
        expect(field.state.activity).toBe('loading');
        end();
        await rest();
        expect(field.state.activity).toBe('idle');
      }
    }));

  it('A50, B4, C7: a text that comes back shows its list at once, without a request', () =>
    withPeer(generation, prefixes('foo', 'foobar', 'bar'), async ({ form, asked }) => {
      const field = form.field('owner');
      field.focus();
      for (const text of ['foo', 'ba']) {
        field.setValue(text);
        await rest(PAUSE);
      }
      const before = asked().length;
      const come = [
        () => field.setValue(''),
        () => field.accept('foobar'),
        () => field.dismiss(),
        () => field.setValue('b'),
      ];
      for (const leave of come) {
        leave();
        field.setValue('foo');
        expect(field.state).toMatchObject({
          options: ['foo', 'foobar'],
          activity: 'idle',
          provisional: false,
        });
      }
      await rest(1_000);
      const later = asked().slice(before);
      expect(later.filter((line) => line.includes('"foo"'))).toEqual([]);
    }));

  it('B12, B13, B14, B41: texts are sent as they are, each for itself', () =>
    withPeer(
      generation,
      ({ value, answer }) => answer(complete([`<${value}>`], { hasMore: false })),
      async ({ form, server }) => {
        const texts = ['uk', 'uk ', '  ', 'mel', 'MEL', '\u1100\u1161\u11b7', '\uac10', ''];
        const field = form.field('owner');
        field.focus();
        for (const text of texts) {
          field.setValue(text);
          await rest(PAUSE);
          expect(field.state).toMatchObject({ value: text, options: [`<${text}>`] });
        }
        const [, ...typed] = server.asked.map(({ value }) => value);
        expect(typed).toEqual(texts);
        expect(server.asked[0]?.params.argument).toEqual({ name: 'owner', value: '' });
      },
      { engine: { cache: false } },
    ));

  it('B2: a text cleared below its least length is abandoned, and its late answer too', () =>
    withPeer(
      generation,
      undefined,
      async ({ form, server }) => {
        const field = form.field('owner');
        field.focus();
        field.setValue('c');
        await rest(PAUSE);
        field.setValue('');
        server.last.answer(complete(['c1']));
        await rest(1_000);
        expect(field.state).toMatchObject({ options: [], reason: 'too-short', activity: 'idle' });
        expect(server.wire.story).toEqual(['complete owner "c"', 'cancel "c"', 'answer "c"']);
      },
      { minLength: 1 },
    ));

  it('B6, B7, B8: a partial answer never stands in for the next, and none is filtered or sorted', () =>
    withPeer(
      generation,
      ({ answer }) => answer(complete(['zeta', 'Alpha', '10', '9'], { hasMore: true })),
      async ({ form, asked }) => {
        const field = form.field('owner');
        field.focus();
        for (const text of ['l', 'la', 'lan']) {
          field.setValue(text);
          await rest(1_000);
          expect(field.state).toMatchObject({ options: ['zeta', 'Alpha', '10', '9'], hasMore: true });
        }
        expect(asked().slice(1)).toEqual(['owner "l"', 'owner "la"', 'owner "lan"']);
      },
      { engine: { narrowing: 'learned' } },
    ));

  it('C14: ten keys in one pause are one request, ten pauses are ten', () =>
    withPeer(
      generation,
      ({ value, answer }) => answer(complete([`${value}1`])),
      async ({ form, server }) => {
        const field = form.field('owner');
        field.focus();
        for (let i = 1; i <= 10; i++) field.setValue('x'.repeat(i));
        await rest(PAUSE);
        expect(server.asked.at(-1)?.value).toBe('x'.repeat(10));
        const before = server.asked.length;
        for (let i = 1; i <= 10; i++) {
          field.setValue('y'.repeat(i));
          await rest(PAUSE);
        }
        expect(server.asked.length - before).toBe(10);
      },
    ));
});
