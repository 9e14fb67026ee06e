/**
 * Does this server, this ref, this argument complete at all? What the server declared, what its answers taught, and
 * what is forgotten on a new connection, an invalidation or an explicit request.
 */
import QuickLRU from 'quick-lru';
import type { Query } from './cache.js';
import type { CompletionClient } from './client.js';
import type { EmptyReason, Support } from './state.js';

/** Whether to render and whether to ask. They differ while probing: a field stays plain until its first answer. */
export interface Verdict {
  readonly support: Support;
  readonly mayAsk: boolean;
  readonly reason?: EmptyReason;
}

const SUPPORTED: Verdict = { support: 'supported', mayAsk: true };
const PROBING: Verdict = { support: 'unknown', mayAsk: true };
const NOT_CONNECTED: Verdict = { support: 'unknown', mayAsk: false, reason: 'not-connected' };
const NOT_DECLARED: Verdict = { support: 'unsupported', mayAsk: false, reason: 'not-declared' };
/** For an argument that its host keeps out of completion. */
export const EXCLUDED: Verdict = { support: 'unsupported', mayAsk: false, reason: 'inactive' };
const NOT_FOUND: Verdict = { support: 'unsupported', mayAsk: false, reason: 'method-not-found' };

/** How many refs are remembered: a server may list new ones for ever. */
const MAX_REFS = 500;

export class SupportBook {
  readonly #mode: 'declared' | 'probe';
  /** By ref key: whether the ref has ever answered, or was refused as an unknown method. */
  readonly #refs = new QuickLRU<string, 'answered' | 'refused'>({ maxSize: MAX_REFS });

  constructor(mode: 'declared' | 'probe') {
    this.#mode = mode;
  }

  /** Reads the capabilities anew: a client connects, closes and connects again behind our back. */
  verdict(client: CompletionClient | null, refKey: string): Verdict {
    const capabilities = client && capabilitiesOf(client);
    if (!capabilities) return NOT_CONNECTED;
    const known = this.#refs.get(refKey);
    if (known === 'refused') return NOT_FOUND;
    const { completions } = capabilities;
    if (completions !== undefined && completions !== null && completions !== false) return SUPPORTED;
    if (this.#mode === 'declared') return NOT_DECLARED;
    return known === 'answered' ? SUPPORTED : PROBING;
  }

  answered(refKey: string): void {
    this.#refs.set(refKey, 'answered');
  }

  /** "Method not found": a latch, unless the ref has answered before (then it is a failure like any other). */
  refused(refKey: string): 'latched' | 'ordinary' {
    if (this.#refs.get(refKey) === 'answered') return 'ordinary';
    this.#refs.set(refKey, 'refused');
    return 'latched';
  }

  /** Gives a refused ref another try; false if it was not refused. */
  forgive(refKey: string): boolean {
    return this.#refs.get(refKey) === 'refused' && this.#refs.delete(refKey);
  }

  drop(refKey?: string): void {
    if (refKey === undefined) this.#refs.clear();
    else this.#refs.delete(refKey);
  }
}

function capabilitiesOf(client: CompletionClient): { completions?: unknown } | undefined {
  try {
    return client.getServerCapabilities() ?? undefined;
  } catch {
    return undefined; // a client that cannot say is one that is not connected
  }
}

/** So many empty answers in a row, the last for a text this long, make an argument quiet. */
const QUIET_AFTER = 3;
const QUIET_LENGTH = 4;

/** How many arguments are remembered; a form has a handful. */
const MAX_ARGUMENTS = 500;

interface Silence {
  /** A value was seen: this argument completes, whatever comes later. */
  spoke: boolean;
  groupKey: string;
  empties: number;
  text: string;
}

/** Free-text arguments, such as source code: the server answers, always with nothing. */
export class QuietArguments {
  readonly #silences = new QuickLRU<string, Silence>({ maxSize: MAX_ARGUMENTS });

  answered(query: Query, values: readonly string[]): void {
    const silence = this.#silences.get(query.argumentKey);
    if (silence?.spoke) return;
    const before = silence?.groupKey === query.groupKey ? silence.empties : 0;
    this.#silences.set(query.argumentKey, {
      spoke: values.length > 0,
      groupKey: query.groupKey,
      empties: before + 1,
      text: query.value,
    });
  }

  /** Whether a typed text need not be asked: it only extends one that got nothing, like all before it. */
  isQuiet(query: Query): boolean {
    const silence = this.#silences.get(query.argumentKey);
    return (
      silence !== undefined &&
      !silence.spoke &&
      silence.groupKey === query.groupKey &&
      silence.empties >= QUIET_AFTER &&
      silence.text.length >= QUIET_LENGTH &&
      query.value.startsWith(silence.text)
    );
  }

  /** Whether this argument has answered several times, and never with a value. */
  isSilent(query: Query): boolean {
    const silence = this.#silences.get(query.argumentKey);
    return silence !== undefined && !silence.spoke && silence.empties >= QUIET_AFTER;
  }

  drop(belongs: (argumentKey: string) => boolean): void {
    for (const key of [...this.#silences.keys()]) if (belongs(key)) this.#silences.delete(key);
  }
}
