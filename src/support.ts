/**
 * Does this server, this ref, this argument complete at all? What the server declared, what its answers taught, and
 * what is forgotten on a new connection, an invalidation or an explicit request.
 */
import { Book } from './book.js';
import type { Query } from './cache.js';
import type { CompletionClient } from './client.js';
import { QUIET_AFTER, QUIET_LENGTH } from './figures.js';
import type { EmptyReason, Support } from './state.js';

/** Whether to render and whether to ask. They differ while probing: a field stays plain until its first answer. */
export interface Verdict {
  readonly support: Support;
  /** Why not to ask. */
  readonly reason?: EmptyReason;
}

const SUPPORTED: Verdict = { support: 'supported' };
const PROBING: Verdict = { support: 'unknown' };
const NOT_CONNECTED: Verdict = { support: 'unknown', reason: 'not-connected' };
const NOT_DECLARED: Verdict = { support: 'unsupported', reason: 'not-declared' };
/** For an argument that its host keeps out of completion. */
export const EXCLUDED: Verdict = { support: 'unsupported', reason: 'inactive' };
const NOT_FOUND: Verdict = { support: 'unsupported', reason: 'method-not-found' };

/** By ref key: whether the ref has ever answered, or was refused as an unknown method. */
export class SupportBook extends Book<'answered' | 'refused'> {
  readonly #mode: 'declared' | 'probe';

  constructor(mode: 'declared' | 'probe') {
    super();
    this.#mode = mode;
  }

  /** Reads the capabilities anew: a client connects, closes and connects again behind our back. */
  verdict(client: CompletionClient | null, refKey: string): Verdict {
    const capabilities = client && capabilitiesOf(client);
    if (!capabilities) return NOT_CONNECTED;
    const known = this.get(refKey);
    if (known === 'refused') return NOT_FOUND;
    if ((capabilities.completions ?? false) !== false) return SUPPORTED;
    if (this.#mode === 'declared') return NOT_DECLARED;
    return known === 'answered' ? SUPPORTED : PROBING;
  }

  answered(refKey: string): void {
    this.set(refKey, 'answered');
  }

  /** "Method not found": a latch, and true, unless the ref has answered before (then it is a failure like any other). */
  refused(refKey: string): boolean {
    if (this.get(refKey) === 'answered') return false;
    this.set(refKey, 'refused');
    return true;
  }

  /** Gives a refused ref another try; false if it was not refused. */
  forgive(refKey: string): boolean {
    return this.get(refKey) === 'refused' && this.delete(refKey);
  }
}

function capabilitiesOf(client: CompletionClient): { completions?: unknown } | undefined {
  try {
    return client.getServerCapabilities();
  } catch {
    return undefined; // a client that cannot say is one that is not connected
  }
}

interface Silence {
  /** A value was seen: this argument completes, whatever comes later. */
  readonly spoke: boolean;
  /** In a row, in one context. */
  readonly empties: number;
  readonly last: Query;
}

/** Free-text arguments, such as source code: the server answers, always with nothing. By argument key. */
export class QuietArguments extends Book<Silence> {
  answered(query: Query, values: readonly string[]): void {
    const silence = this.get(query.argumentKey);
    if (silence?.spoke) return;
    const before = silence?.last.groupKey === query.groupKey ? silence.empties : 0;
    this.set(query.argumentKey, { spoke: values.length > 0, empties: before + 1, last: query });
  }

  /** Whether a typed text need not be asked: it only extends one that got nothing, like all before it. */
  isQuiet(query: Query): boolean {
    const { last = query } = this.get(query.argumentKey) ?? {};
    return this.isSilent(query) && last.value.length >= QUIET_LENGTH && query.key.startsWith(last.key);
  }

  /** Whether this argument has answered several times, and never with a value. */
  isSilent(query: Query): boolean {
    const { spoke = true, empties = 0 } = this.get(query.argumentKey) ?? {};
    return !spoke && empties >= QUIET_AFTER;
  }
}
