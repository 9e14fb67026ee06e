/** How long typing rests before it is asked. */
import { describe, expect, it } from 'vitest';
import { type Cover, Pace } from '../src/pace.js';

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
