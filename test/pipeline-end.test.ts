/** How a pipeline ends, in marbles: when its text does, when it is left, when all is forgotten. */
import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { NEVER_ANSWERS, statesOf, withMarbles } from './support/marbles.js';

const text = <T extends string>(...texts: T[]) => Object.fromEntries(texts.map((one) => [one, one]));
const WORDS = text('a', 'b', 'c');

describe('the end of value$', () => {
  it('A24: drops a request that waits, sends nothing, and ends idle', () => {
    withMarbles({ a: { after: 5, values: ['a1'] } }, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const value$ = hot('a 49ms b 9ms |', WORDS);
      expectObservable(statesOf(bench, { value$ })).toBe('(wl)-i 44ms s 9ms (e|)', {
        w: 'a waiting',
        l: 'a loading',
        i: 'a [a1]',
        s: 'b waiting',
        e: 'b: inactive',
      });
      flush();
      expect(bench.requests.log).toEqual(['0 ask "a"']);
    });
  });

  it('lets a request in flight settle, then ends', () => {
    withMarbles({ a: { after: 50, values: ['a1'] } }, (bench) => {
      const { cold, expectObservable } = bench.run;
      expectObservable(statesOf(bench, { value$: cold('(a|)', WORDS) })).toBe('(wl) 46ms (i|)', {
        w: 'a waiting',
        l: 'a loading',
        i: 'a [a1]',
      });
    });
  });

  it('ends at once where nothing is under way, and without a word where nothing was ever said', () => {
    withMarbles({ a: { after: 5, values: ['a1'] } }, (bench) => {
      const { cold, expectObservable } = bench.run;
      const states = { w: 'a waiting', l: 'a loading', i: 'a [a1]' };
      expectObservable(statesOf(bench, { value$: cold('a 20ms |', WORDS) })).toBe('(wl)-i 15ms |', states);
      expectObservable(statesOf(bench, { value$: cold('- 20ms |', WORDS) })).toBe('- 20ms |');
    });
  });

  it.each(['method-not-found', 'server', 'invalid-params'] as const)(
    'also where the answer is %s',
    (fails) => {
      withMarbles({ a: { after: 50, fails } }, (bench) => {
        const { cold, expectObservable } = bench.run;
        expectObservable(statesOf(bench, { value$: cold('(a|)', WORDS) })).toBe('(wl) 46ms (e|)', {
          w: 'a waiting',
          l: 'a loading',
          e: {
            'method-not-found': 'a: method-not-found',
            server: 'a: failing (server)',
            'invalid-params': 'a: invalid-params',
          }[fails],
        });
      });
    },
  );

  it('also where the request is dropped: it ends idle, not loading for ever', () => {
    withMarbles({}, (bench) => {
      const { cold, expectObservable, flush } = bench.run;
      cold('- 29ms d').subscribe(() => bench.requests.dropped.next());
      expectObservable(statesOf(bench, { value$: cold('(a|)', WORDS) })).toBe('(wl) 26ms (e|)', {
        w: 'a waiting',
        l: 'a loading',
        e: 'a: inactive',
      });
      flush();
    });
  });
});

describe('a subscription', () => {
  it('ended while a request is under way cancels it; each is a pipeline of its own', () => {
    withMarbles({ a: NEVER_ANSWERS }, (bench) => {
      const { cold, expectObservable, expectSubscriptions, flush } = bench.run;
      const value$ = cold('a', WORDS);
      const states$ = statesOf(bench, { value$ });
      const states = { w: 'a waiting', l: 'a loading' };
      expectObservable(states$, '^ 29ms !').toBe('(wl)', states);
      expectObservable(states$, '- 9ms ^ 9ms !').toBe('- 9ms (wl)', states);
      expectSubscriptions(value$.subscriptions).toBe(['^ 29ms !', '- 9ms ^ 9ms !']);
      flush();
      expect(bench.requests.log.filter((line) => line.includes('cancel'))).toEqual([
        '20 cancel "a"',
        '30 cancel "a"',
      ]);
    });
  });

  it('hears nothing, and nothing is asked, before the first value', () => {
    withMarbles({}, (bench) => {
      const { hot, expectObservable, flush } = bench.run;
      const streams = {
        value$: NEVER,
        refresh$: hot('- r'),
        active$: hot('t'),
        context$: hot('c', { c: { y: '1' } }),
      };
      expectObservable(statesOf(bench, streams as never), '^ 99ms !').toBe('');
      flush();
      expect(bench.requests.log).toEqual([]);
    });
  });

  it('hears of a reset that concerns its ref: the list goes, and it is asked again', () => {
    withMarbles({ a: { after: 5, values: ['a1'] } }, (bench) => {
      const { cold, expectObservable, flush } = bench.run;
      cold('- 29ms o 29ms r', { o: 'other', r: undefined }).subscribe((refKey) => {
        bench.parts.knowledge.drop(refKey);
        bench.reset$.next({ cause: 'reset', refKey });
      });
      expectObservable(statesOf(bench, { value$: cold('a', WORDS) })).toBe('(wl)-i 54ms (wl)-i', {
        w: 'a waiting',
        l: 'a loading',
        i: 'a [a1]',
      });
      flush();
      expect(bench.requests.log).toEqual(['0 ask "a"', '60 ask "a"']);
    });
  });
});
