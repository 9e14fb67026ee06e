/** The scoring, held against policies whose screens are known moment by moment, and the baselines against counts done by hand. */
import { describe, expect, it } from 'vitest';
import { debounceCache } from './policies/debounce-cache.js';
import { requestPerKey } from './policies/per-key.js';
import { trailing300 } from './policies/trailing-300.js';
import type { Policy, PolicyFactory, Screen } from './policy.js';
import { keysTo, replay } from './replay.js';
import { type FormModel, recorded, type Session, type TraceEvent } from './trace.js';

const letters: FormModel = { letter: { values: ['a', 'ab', 'b'], match: 'prefix' } };

function session(events: readonly TraceEvent[], form: FormModel = letters): Session {
  return {
    name: 's',
    about: '',
    cadence: 100,
    forms: { form },
    visits: [{ form: 'form', gapMs: 0, events }],
  };
}

const at100 = { ms: 100, kind: 'fixed' } as const;

/** Shows one screen, whatever happens. */
function showing(screen: Partial<Screen>): PolicyFactory {
  const fixed = { options: [], provisional: false, awaiting: false, failed: false, ...screen };
  const nothing = () => {};
  const policy: Policy = {
    ...{ open: nothing, focus: nothing, type: nothing, accept: nothing, blur: nothing, dispose: nothing },
    screen: () => fixed,
  };
  return () => policy;
}

const lookAt = (text: string): TraceEvent[] => [
  [0, 'letter', 'focus'],
  [0, 'letter', 'type', text],
  [500, 'letter', 'blur'],
];

describe('the score', () => {
  it('counts a list that equals the first page as right, provisional or not', async () => {
    for (const provisional of [true, false]) {
      const score = await replay(session(lookAt('a')), showing({ options: ['a', 'ab'], provisional }), at100);
      expect(score).toMatchObject({ focusedMs: 500, blindMs: 0, wrongFinalMs: 0 });
    }
  });

  it('counts another order, a missing value or a foreign one as blind, and as finally wrong if nothing is awaited', async () => {
    for (const options of [['ab', 'a'], ['a'], ['a', 'ab', 'b'], []]) {
      const flagged = { provisional: true, awaiting: false };
      expect(await replay(session(lookAt('a')), showing({ options, ...flagged }), at100)).toMatchObject({
        blindMs: 500,
        wrongFinalMs: 0,
      });
      expect(await replay(session(lookAt('a')), showing({ options }), at100)).toMatchObject({
        blindMs: 500,
        wrongFinalMs: 500,
      });
    }
  });

  it('allows known matches behind a partial page', async () => {
    const paged: FormModel = { letter: { values: ['a', 'ab', 'ac', 'b'], match: 'prefix', page: 1 } };
    const right = await replay(session(lookAt('a'), paged), showing({ options: ['a', 'ac'] }), at100);
    expect(right.blindMs).toBe(0);
    const wrong = await replay(session(lookAt('a'), paged), showing({ options: ['a', 'b'] }), at100);
    expect(wrong.blindMs).toBe(500);
  });

  it('takes no list for right where the answer is empty, or is the text alone', async () => {
    for (const text of ['x', 'b']) {
      const score = await replay(session(lookAt(text)), showing({}), at100);
      expect(score.blindMs).toBe(0);
    }
    expect((await replay(session(lookAt('x')), showing({ options: ['a'] }), at100)).blindMs).toBe(500);
  });

  it('measures from focus to the first right list, also where it never came', async () => {
    const events: TraceEvent[] = [
      [50, 'letter', 'focus'],
      [300, 'letter', 'blur'],
    ];
    expect(await replay(session(events), requestPerKey, at100)).toMatchObject({
      firstRightMs: 100,
      firstRightWorstMs: 100,
      unseen: 0,
    });
    expect((await replay(session(events), showing({}), at100)).firstRightMs).toBe(300);
  });

  it('chooses an accepted option from the screen, and types it at the cadence where it is not there', async () => {
    const events: TraceEvent[] = [
      [0, 'letter', 'focus'],
      [200, 'letter', 'accept', 'ab'],
      [500, 'letter', 'blur'],
    ];
    expect((await replay(session(events), showing({ options: ['a', 'ab', 'b'] }), at100)).focusedMs).toBe(
      700,
    );
    expect((await replay(session(events), showing({}), at100)).focusedMs).toBe(800);
  });

  it('types the way from one text to another', () => {
    expect(keysTo('src', 'src/a')).toEqual(['src/', 'src/a']);
    expect(keysTo('abx', 'ac')).toEqual(['ab', 'a', 'ac']);
    expect(keysTo('a', 'a')).toEqual([]);
  });
});

describe('the baselines', () => {
  const typing: TraceEvent[] = [
    [0, 'letter', 'focus'],
    [500, 'letter', 'type', 'a'],
    [120, 'letter', 'type', 'ab'],
    [120, 'letter', 'type', 'a'],
    [600, 'letter', 'type', ''],
    [600, 'letter', 'blur'],
  ];

  it('ask at every key and focus', async () => {
    const score = await replay(session(typing), requestPerKey, at100);
    expect(score).toMatchObject({ requests: 5, cancellations: 0, blindMs: 500, unseen: 0 });
  });

  it('ask 300 ms after the last key, with an emptied list meanwhile', async () => {
    const score = await replay(session(typing), trailing300, at100);
    // Focus 100; the keys 120 + (the text alone: right) + 400 + 400.
    expect(score).toMatchObject({ requests: 3, blindMs: 1020, wrongFinalMs: 0 });
  });

  it('remember what was asked before', async () => {
    const score = await replay(session(typing), debounceCache, at100);
    expect(score).toMatchObject({ requests: 2, blindMs: 620 });
  });

  it('cancel a superseded request once, or let it run for nobody', async () => {
    const slow = { ms: 1000, kind: 'fixed' } as const;
    const hurried = session([
      [0, 'letter', 'focus'],
      [500, 'letter', 'type', 'a'],
      [1500, 'letter', 'blur'],
    ]);
    expect(await replay(hurried, debounceCache, slow)).toMatchObject({
      requests: 2,
      cancellations: 1,
      unseen: 0,
    });
    expect(await replay(hurried, trailing300, slow)).toMatchObject({
      requests: 2,
      cancellations: 0,
      unseen: 1,
    });
  });

  it('match what shipping hosts were measured at: 17 requests, about 5 s blind at 100 ms, 7.5 s at 400 ms', async () => {
    const measured = recorded('languages');
    expect(await replay(measured, trailing300, at100)).toMatchObject({ requests: 17, blindMs: 4920 });
    const slow = await replay(measured, trailing300, { ms: 400, kind: 'fixed' });
    expect(slow).toMatchObject({ requests: 17, blindMs: 7520 });
  });

  it('score the same twice, with jitter too', async () => {
    for (const policy of [requestPerKey, trailing300, debounceCache]) {
      const latency = { ms: 400, kind: 'jittered' } as const;
      const once = await replay(recorded('pages'), policy, latency);
      expect(await replay(recorded('pages'), policy, latency)).toEqual(once);
    }
  });
});
