/** A value that changes, as a stream. */
import { Subject, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { replayed } from '../src/replayed.js';

function cell(value: number) {
  const changed$ = new Subject<void>();
  const box = { value };
  const set = (next: number) => {
    box.value = next;
    changed$.next();
  };
  return { box, set, changed$, value$: replayed(() => box.value, changed$) };
}

describe('replayed', () => {
  it('tells the value at once, then each change, and no repetition', () => {
    const { set, value$ } = cell(1);
    const heard: number[] = [];
    value$.subscribe((value) => heard.push(value));
    set(2);
    set(2);
    set(3);
    expect(heard).toEqual([1, 2, 3]);
  });

  it('leaves nobody with an older value when a subscriber sets off the next change', () => {
    const { set, value$ } = cell(1);
    const heard: [number[], number[]] = [[], []];
    value$.subscribe((value) => {
      heard[0].push(value);
      if (value === 2) set(3);
    });
    value$.subscribe((value) => heard[1].push(value));
    set(2);
    expect(heard).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
  });

  it('hears what its own subscriber does during the replay', () => {
    const { set, value$ } = cell(1);
    const heard: number[] = [];
    value$.subscribe((value) => {
      heard.push(value);
      if (value === 1) set(2);
    });
    expect(heard).toEqual([1, 2]);
  });

  it('replays after the end, and ends', () => {
    const { value$, changed$ } = cell(1);
    changed$.complete();
    const heard: unknown[] = [];
    value$.subscribe({ next: (value) => heard.push(value), complete: () => heard.push('end') });
    expect(heard).toEqual([1, 'end']);
  });

  it('lets go of its source', () => {
    const { value$, changed$ } = cell(1);
    value$.pipe(take(1)).subscribe();
    expect(changed$.observed).toBe(false);
  });
});
