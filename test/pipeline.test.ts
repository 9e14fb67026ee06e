/** The pipeline in marbles: a host's streams in, states out, all in virtual time. */
import { describe, expect, it } from 'vitest';
import { statesOf, withMarbles } from './support/marbles.js';

const text = <T extends string>(...texts: T[]) => Object.fromEntries(texts.map((one) => [one, one]));
const WORDS = text('a', 'b', 'c');

describe('typing', () => {
  it('the first value is asked at once, later ones when they rest', () => {
    withMarbles({ a: { after: 5, values: ['a1'] }, c: { after: 5, values: ['c1'] } }, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const value$ = hot('    a 49ms b 9ms c', WORDS);
      const expected = '(wl) -i 44ms s 9ms t 19ms l 4ms j';
      expectObservable(statesOf(bench, { value$ })).toBe(expected, {
        w: 'a waiting',
        l: expect.stringMatching(/^[ac] loading$/),
        i: 'a [a1]',
        s: 'b waiting',
        t: 'c waiting',
        j: 'c [c1]',
      });
      flush();
      expect(bench.requests.log).toEqual(['0 ask "a"', '80 ask "c"']);
    });
  });

  it('B1: of two answers that come out of order only the newer text is shown', () => {
    withMarbles({ a: { after: 500, values: ['sea'] }, b: { after: 50, values: ['search'] } }, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const value$ = hot('a 99ms b', WORDS);
      const expected = '(wl) 96ms s 19ms l 49ms i';
      expectObservable(statesOf(bench, { value$ })).toBe(expected, {
        w: 'a waiting',
        l: expect.stringMatching(/ loading$/),
        s: 'b waiting',
        i: 'b [search]',
      });
      flush();
      expect(bench.requests.log).toEqual(['0 ask "a"', '100 cancel "a"', '120 ask "b"']);
    });
  });

  it('a text that goes back to an answered one shows it in the same tick, and the wait is off', () => {
    withMarbles({ a: { after: 5, values: ['a1'] } }, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const value$ = hot('a 49ms b 9ms a 99ms b 9ms a', WORDS);
      expectObservable(statesOf(bench, { value$ })).toBe('(wl) -i 44ms s 9ms i 99ms s 9ms i', {
        w: 'a waiting',
        l: 'a loading',
        i: 'a [a1]',
        s: 'b waiting',
      });
      flush();
      expect(bench.requests.log).toEqual(['0 ask "a"']);
    });
  });

  it('an answer slow in coming is told as slow after 400 ms', () => {
    withMarbles({ a: { after: 500, values: [] } }, (bench) => {
      const { hot, expectObservable } = bench.run;
      expectObservable(statesOf(bench, { value$: hot('a', WORDS) })).toBe('(wl) 396ms s 99ms i', {
        w: 'a waiting',
        l: 'a loading',
        s: 'a slow',
        i: 'a: no-values',
      });
    });
  });

  it('on a slow link the answer to a beginning of the text is shown, narrowed, while its own is under way', () => {
    withMarbles(
      { p: { after: 300, values: ['php', 'python'] }, py: { after: 300, values: ['python'] } },
      (bench) => {
        const { hot, expectObservable, flush } = bench.run;
        const value$ = hot('p 99ms y', { p: 'p', y: 'py' });
        expectObservable(statesOf(bench, { value$ })).toBe('(wl) 96ms s 19ms k 179ms n 119ms i', {
          w: 'p waiting',
          l: 'p loading',
          s: 'py waiting',
          k: 'py loading',
          n: 'py [python]? loading',
          i: 'py [python]',
        });
        flush();
        expect(bench.requests.log).toEqual(['0 ask "p"', '120 ask "py"']);
      },
      { narrowing: 'display' },
    );
  });
});

describe("the host's other streams", () => {
  it('active$: nothing is asked while false; turning true asks at once, turning false drops the wait', () => {
    withMarbles({ a: { after: 5, values: ['a1'] } }, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const value$ = hot(' a 49ms - 49ms b', WORDS);
      const active$ = hot('f 49ms t 59ms f', { t: true, f: false });
      expectObservable(statesOf(bench, { value$, active$ })).toBe('o 49ms (wl)-i 44ms s 9ms p', {
        o: 'a: inactive',
        w: 'a waiting',
        l: 'a loading',
        i: 'a [a1]',
        s: 'b waiting',
        p: 'b: inactive',
      });
      flush();
      expect(bench.requests.log).toEqual(['50 ask "a"']);
    });
  });

  it("context$: counts as {} until it speaks; a change asks again at once; the argument's own value is none", () => {
    withMarbles(
      ({ asked: { context } }) => ({ after: 5, values: [JSON.stringify(context)] }),
      (bench) => {
        const { hot, cold, expectObservable, flush } = bench.run;
        const context$ = hot('- 19ms a 19ms b 19ms c', {
          a: { x: 'own' },
          b: { x: 'other', y: 5, z: null },
          c: { y: '5' },
        });
        expectObservable(statesOf(bench, { value$: cold('a'), context$ })).toBe('(wl) -i 34ms (wl)-j', {
          w: 'a waiting',
          l: 'a loading',
          i: 'a [{}]',
          j: 'a [{"y":"5"}]',
        });
        flush();
        expect(bench.requests.log).toEqual(['0 ask "a"', '40 ask "a"']);
      },
    );
  });

  it('composing$: the text waits for its end, or for a second', () => {
    withMarbles({ b: { after: 5, values: ['b1'] }, c: { after: 5, values: ['c1'] } }, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const value$ = hot('    - b 99ms - 1199ms c', WORDS);
      const composing$ = hot('t 99ms f 1199ms t', { t: true, f: false });
      const expected = '       -(wc) 95ms w 19ms l 4ms i 1174ms n d 999ms (vk)-j';
      expectObservable(statesOf(bench, { value$, composing$ })).toBe(expected, {
        c: 'b waiting: composing',
        w: 'b waiting',
        l: 'b loading',
        i: 'b [b1]',
        n: 'b [b1] waiting',
        d: 'c [b1] waiting',
        v: 'c waiting',
        k: 'c loading',
        j: 'c [c1]',
      });
      flush();
      expect(bench.requests.log).toEqual(['120 ask "b"', '2301 ask "c"']);
    });
  });

  it('refresh$: asks at once, whatever is remembered', () => {
    withMarbles({ a: { after: 5, values: ['a1'] } }, (bench) => {
      const { hot, cold, expectObservable, flush } = bench.run;
      const refresh$ = hot('- 49ms r');
      expectObservable(statesOf(bench, { value$: cold('a'), refresh$ })).toBe('(wl)-i 44ms (pq)-i', {
        w: 'a waiting',
        l: 'a loading',
        i: 'a [a1]',
        p: 'a [a1] waiting',
        q: 'a [a1] loading',
      });
      flush();
      expect(bench.requests.log).toEqual(['0 ask "a"', '50 ask "a"']);
    });
  });

  it.each(['value$', 'context$', 'active$', 'composing$', 'refresh$'] as const)(
    'an error of %s is passed on, and what is under way is cancelled',
    (name) => {
      withMarbles({}, (bench) => {
        const { cold, hot, expectObservable, expectSubscriptions, flush } = bench.run;
        const failing$ = hot<never>('- 9ms #', {}, new Error('broken'));
        const value$ =
          name === 'value$' ? cold('a 9ms #', WORDS, new Error('broken')) : cold('a 1s -', WORDS);
        const active$ = name === 'active$' ? cold('t 9ms #', { t: true }, new Error('broken')) : undefined;
        const streams = { [name]: failing$, value$, ...(active$ && { active$ }) };
        expectObservable(statesOf(bench, streams)).toBe(
          '(wl) 6ms #',
          { w: 'a waiting', l: 'a loading' },
          new Error('broken'),
        );
        expectSubscriptions(value$.subscriptions).toBe('^ 9ms !');
        flush();
        expect(bench.requests.log).toEqual(['0 ask "a"', '10 cancel "a"']);
      });
    },
  );
});
