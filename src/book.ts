/** What is known of a server, by ref or by (ref, argument), and for the most recent ones only: a server may list new ones for ever. */
import QuickLRU from 'quick-lru';
import { MAX_KEYS } from './figures.js';

export class Book<Known> extends QuickLRU<string, Known> {
  constructor() {
    super({ maxSize: MAX_KEYS });
  }

  /** Forgets what belongs to one ref, or everything. */
  drop(refKey?: string): void {
    for (const key of this.keys())
      if (refKey === undefined || `${key}\n`.startsWith(`${refKey}\n`)) this.delete(key);
  }
}
