/** A value that changes, as a stream: replayed at once, then told after each change. */
import { distinctUntilChanged, map, merge, type Observable, of } from 'rxjs';

/**
 * Tells what `current` is now, not what it was when the change set out: a subscriber that sets off the next change while
 * it hears of one leaves no other subscriber with the older value. Replays after the end as well.
 */
export function replayed<T>(current: () => T, changed$: Observable<void>): Observable<T> {
  return merge(changed$, of(undefined)).pipe(map(current), distinctUntilChanged());
}
