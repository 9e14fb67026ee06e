/** From situations to what the state should know: the events of one question, its failures, and who overtakes whom. */
import { map, type Observable, Subject, scan } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { answering, type SituationWithText } from '../src/answering.js';
import { chosen, focused, INITIAL_SITUATION, refreshed, type Signal, typed } from '../src/situation.js';
import type { StateChange } from '../src/state.js';
import { type Bench, REF, type Scripted, withMarbles } from './support/marbles.js';

/** Plays signals by hand, in virtual time, and tells each event in a word or two. */
function play(
  script: Readonly<Record<string, Scripted>>,
  test: (scene: {
    signals: Subject<Signal>;
    heard: string[];
    type(text: string): void;
    at(ms: number, act: () => void): void;
    bench: Bench;
  }) => void,
): void {
  withMarbles(script, (bench) => {
    const signals = new Subject<Signal>();
    const heard: string[] = [];
    const situation$ = signals.pipe(scan((now, signal) => signal(now), INITIAL_SITUATION));
    const events$ = (situation$ as Observable<SituationWithText>).pipe(
      answering({ ref: REF, argument: 'a', minLength: 0 }, bench.parts),
      map(told),
    );
    events$.subscribe({ next: (event) => heard.push(event), complete: () => heard.push('end') });
    signals.next(typed(''));
    heard.length = 0;
    test({
      signals,
      heard,
      bench,
      type: (text) => signals.next(typed(text)),
      at: (ms, act) => void bench.parts.scheduler.schedule(act, ms),
    });
  });
}

function told({ support, value, activity, reason, list, error }: StateChange): string {
  if (support) {
    const outlook = activity === 'idle' ? `settled: ${reason}` : activity ? 'pending' : 'ongoing';
    return `shown ${value} ${outlook}`;
  }
  if (error) return `failed: ${error.kind}${error.retryAt ? ` until ${error.retryAt}` : ''}`;
  if (list !== undefined) return list ? `answered [${list.options}]` : `refused: ${reason}`;
  if (activity === 'waiting') return `waiting: ${reason ?? 'pause'}`;
  return activity === 'loading' ? 'sent' : `${activity}`;
}

describe('one question', () => {
  it('is shown as pending, waits, is sent, and is answered', () => {
    play(
      { '': { after: 5, values: [] }, x: { after: 5, values: ['x1'] } },
      ({ signals, heard, type, bench }) => {
        signals.next(focused);
        bench.run.flush();
        type('x');
        bench.run.flush();
        expect(heard).toEqual([
          'shown  pending',
          'sent',
          'answered []',
          'shown x pending',
          'waiting: pause',
          'shown x pending',
          'sent',
          'answered [x1]',
        ]);
      },
    );
  });

  it('asked again while it is under way goes on as it was', () => {
    play({ '': { after: 50, values: ['x1'] } }, ({ signals, heard, type, bench, at }) => {
      signals.next(focused);
      at(10, () => type(''));
      bench.run.flush();
      expect(heard).toEqual(['shown  pending', 'sent', 'shown  ongoing', 'answered [x1]']);
      expect(bench.requests.log).toHaveLength(1);
    });
  });

  it.each<[Scripted, string]>([
    [{ after: 5, fails: 'server' }, 'failed: server'],
    [{ after: 5, fails: 'timeout' }, 'failed: timeout'],
    [{ after: 5, fails: 'invalid-params' }, 'refused: invalid-params'],
    [{ after: 5, fails: 'malformed' }, 'refused: malformed'],
    [{ after: 5, fails: 'method-not-found' }, 'shown  settled: method-not-found'],
  ])('answered by %j is told as "%s"', (scripted, expected) => {
    play({ '': scripted }, ({ signals, heard, bench }) => {
      signals.next(focused);
      bench.run.flush();
      expect(heard.at(-1)).toBe(expected);
    });
  });

  it('of a container without children closes the list instead of showing its own row', () => {
    play({ '': { after: 5 }, 'x/': { after: 5, values: ['x/'] } }, ({ signals, heard, bench }) => {
      signals.next(focused);
      bench.run.flush();
      signals.next(chosen('x/', true));
      bench.run.flush();
      expect(heard.slice(-3)).toEqual(['shown x/ pending', 'sent', 'refused: chosen']);
    });
  });
});

describe('a refused ref', () => {
  it('is tried again by an explicit request, and its siblings are told after the field itself', () => {
    play({ '': { after: 5, fails: 'method-not-found' } }, ({ signals, heard, bench }) => {
      const resets: string[] = [];
      bench.reset$.subscribe(({ cause }) => resets.push(`${cause} after ${heard.at(-1)}`));
      signals.next(focused);
      bench.run.flush();
      signals.next(refreshed);
      expect(resets).toEqual(['support after sent']);
      signals.next(refreshed);
      expect(resets).toHaveLength(1);
    });
  });
});

describe('the end of the situations', () => {
  it('comes through at once, or after the answer under way', () => {
    play({ '': { after: 5, values: [] } }, ({ signals, heard, bench }) => {
      signals.next(focused);
      signals.complete();
      expect(heard).toEqual(['shown  pending', 'sent']);
      bench.run.flush();
      expect(heard.slice(-2)).toEqual(['answered []', 'end']);
    });
  });
});
