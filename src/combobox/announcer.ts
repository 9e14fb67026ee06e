/** Says a thing once, after things have settled; the text of the polite live region. */
import type { SchedulerLike, Unsubscribable } from 'rxjs';

/** How long a text must stand before it is announced, in milliseconds: a screen reader echoes keys meanwhile. */
const settleMs = 400;

export interface Announcer {
  /** The live region's text now. */
  readonly text: string;
  /**
   * `subject` is what the announcement is about (the query); another one empties the region at once, so that the same
   * words about a new query are a change, and are spoken again. `text` undefined: nothing to say yet.
   */
  consider(subject: string | undefined, text: string | undefined): void;
  stop(): void;
}

export function createAnnouncer(scheduler: SchedulerLike, onSaid: () => void): Announcer {
  let subject: string | undefined;
  let said = '';
  let pending: string | undefined;
  let timer: Unsubscribable | undefined;

  const stop = () => {
    timer?.unsubscribe();
    timer = pending = undefined;
  };
  return {
    get text() {
      return said;
    },
    consider(about, text) {
      if (about !== subject) {
        subject = about;
        said = '';
        stop();
      }
      if (about === undefined || text === undefined || text === said) return stop();
      if (text === pending) return;
      stop();
      pending = text;
      timer = scheduler.schedule(() => {
        said = text;
        stop();
        onSaid();
      }, settleMs);
    },
    stop,
  };
}
