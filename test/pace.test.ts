/** How long typing rests before it is asked. */
import { describe, expect, it } from 'vitest';
import { type Cover, type DebounceOption, Pace } from '../src/pace.js';

const COVERS: readonly Cover[] = ['none', 'part', 'whole', 'sure'];
const delays = (pace: Pace): number[] => COVERS.map((cover) => pace.delay(cover));

/** A typist with these pauses between keys. */
function typist(...gaps: readonly number[]): Pace {
  const pace = new Pace(undefined);
  let now = 0;
  pace.typed(now);
  for (const gap of gaps) {
    now += gap;
    pace.typed(now);
  }
  return pace;
}

describe('the pause after a key', () => {
  it('is the shorter the less is on screen', () => {
    expect(delays(new Pace(undefined))).toEqual([100, 250, 300, 1_000]);
  });

  it.each([
    [[60, 60, 60, 60, 60], 100],
    [[120, 120, 120, 120, 120], 156],
    [[120.5, 120.5, 120.5], 157],
    [[180, 170, 175, 5_000, 172], 228],
    [[400, 400, 400], 250],
    [[10, 10, 10, 10, 10, 190, 190, 190], 247],
  ])(
    'with nothing on screen outlasts the gaps %j of a steady typist, within 100 and 250 ms',
    (gaps, expected) => {
      expect(typist(...gaps).delay('none')).toBe(expected);
    },
  );

  it('is the longer, the more often what is on screen has proved right', () => {
    const pace = new Pace(undefined);
    expect([undefined, 1, 2, 3].map((trust) => pace.delay('sure', trust))).toEqual([
      1_000, 1_000, 2_000, 3_000,
    ]);
    expect([pace.delay('whole', 3), pace.delay('none', 3), new Pace(40).delay('sure', 3)]).toEqual([
      300, 100, 40,
    ]);
  });

  it('is the same for everyone once something is on screen', () => {
    expect(delays(typist(400, 400, 400)).slice(1)).toEqual([250, 300, 1_000]);
  });

  it('is a plain number where the host says so, or one for each kind', () => {
    expect(delays(new Pace(40))).toEqual([40, 40, 40, 40]);
    expect(delays(new Pace(0))).toEqual([0, 0, 0, 0]);
    expect(delays(new Pace({ uncovered: 10, covered: 90 }))).toEqual([10, 90, 90, 90]);
    expect([new Pace(40).isAdaptive, new Pace(undefined).isAdaptive]).toEqual([false, true]);
  });
});

describe('patience', () => {
  it('ends while there is not everything on screen, unless the host set the pace', () => {
    const patience = (pace: Pace) => COVERS.map((cover) => pace.patience(cover));
    expect(patience(typist(180, 180))).toEqual([400, 400, undefined, undefined]);
    expect(patience(new Pace(300))).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('the pause after a change from outside', () => {
  const settlingAfter = (debounceMs: DebounceOption, ...times: number[]): number => {
    const pace = new Pace(debounceMs);
    for (const time of times) pace.changed(time);
    return pace.settling();
  };

  it('is none, but for a stream of them', () => {
    expect(settlingAfter(undefined, 0)).toBe(0);
    expect(settlingAfter(undefined, 0, 10)).toBe(0);
    expect(settlingAfter(undefined, 0, 10, 20)).toBe(100);
    expect(settlingAfter(undefined, 0, 10, 1_000)).toBe(0);
    expect(settlingAfter(undefined, 0, 10, 20, 2_000)).toBe(0);
  });

  it('is never longer than what typing waits at most by itself, whatever the host says', () => {
    expect(settlingAfter(20, 0, 10, 20)).toBe(20);
    expect(settlingAfter(5_000, 0, 10, 20)).toBe(250);
  });
});
