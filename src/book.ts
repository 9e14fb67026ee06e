/** What is known of a server, by ref key or argument key, and for the most recent ones only: a server may list new ones for ever. */
import QuickLRU from 'quick-lru';
import { MAX_KEYS } from './figures.js';

export class Book<Known> extends QuickLRU<string, Known> {
  constructor() {
    super({ maxSize: MAX_KEYS });
  }

  /** Forgets what belongs to one ref, or everything. */
  drop(refKey = ''): void {
    for (const key of this.keys()) if (key.startsWith(refKey)) this.delete(key);
  }
}
