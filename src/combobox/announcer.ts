/** Says a thing once, after things have settled; the text of the polite live region. */
import type { SchedulerLike, Unsubscribable } from 'rxjs';
import type { Announcement } from './messages.js';

/** How long a text must stand before it is announced, in milliseconds: a screen reader echoes keys meanwhile. */
const settleMs = 400;

export interface Announcer {
  /** The live region's text now. */
  readonly text: string;
  /**
   * `query` is the text that is asked about, undefined while nobody attends to it. Another one empties the region at
   * once, so that the same words about it are a change, and are spoken again. `announcement` undefined: nothing to say
   * yet.
   */
  consider(query: string | undefined, announcement: Announcement | undefined): void;
  stop(): void;
}

export function createAnnouncer(scheduler: SchedulerLike, onSaid: () => void): Announcer {
  let query: string | undefined;
  let said = '';
  /** What was said last, of whichever query; nothing since the person came. */
  let last = '';
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
    consider(asked, announcement) {
      if (asked !== query) {
        query = asked;
        said = '';
        stop();
      }
      if (query === undefined) last = '';
      if (query === undefined || !announcement?.text) return stop();
      const { text, about } = announcement;
      if (text === said || (about === 'server' && text === last)) return stop();
      if (text === pending) return;
      stop();
      pending = text;
      timer = scheduler.schedule(() => {
        said = last = text;
        stop();
        onSaid();
      }, settleMs);
    },
    stop,
  };
}
