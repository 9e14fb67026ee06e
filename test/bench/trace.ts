/** The benchmark's vocabulary: a server model, what one person does in its forms, and the recorded traces. */
import { readFileSync } from 'node:fs';

/**
 * How a server matches: `prefix` by case, `ignore-case` prefix, `substring`, `fuzzy` (subsequence, shortest first),
 * `ranked` (subsequence, ordered by a score of its own), `path` (one level below the last "/").
 */
export type Match = 'prefix' | 'ignore-case' | 'substring' | 'fuzzy' | 'ranked' | 'path';

export interface ArgumentModel {
  /** A list, or lists by the value of the sibling that `by` names. */
  readonly values: readonly string[] | Readonly<Record<string, readonly string[]>>;
  readonly by?: string;
  readonly match: Match;
  /** The most values that an answer holds. Default 100. */
  readonly page?: number;
  /** Shorter texts are answered with nothing. Default 0. */
  readonly from?: number;
  /** Says nothing of `total` and `hasMore`. */
  readonly silent?: boolean;
}

export type FormModel = Readonly<Record<string, ArgumentModel>>;

/** `[ms since the last event, field, what, text?]`; see traces/README.md. */
export type TraceEvent = readonly [
  gapMs: number,
  field: string,
  what: 'focus' | 'type' | 'paste' | 'accept' | 'blur',
  text?: string,
];

/** One form, opened `gapMs` after the last one was closed. */
export interface Visit {
  readonly form: string;
  readonly gapMs: number;
  readonly events: readonly TraceEvent[];
}

/** What one person does at one server. */
export interface Session {
  readonly name: string;
  readonly about: string;
  /** Milliseconds between two keys where the person types what no list offered. */
  readonly cadence: number;
  readonly forms: Readonly<Record<string, FormModel>>;
  readonly visits: readonly Visit[];
  /** The server refuses more requests than this in any one second. */
  readonly perSecond?: number;
}

interface RecordedTrace {
  readonly about: string;
  readonly cadence: number;
  readonly args: FormModel;
  readonly events: readonly TraceEvent[];
}

export type TraceName = 'explorer' | 'pages' | 'paths' | 'languages';

/** Reads a recorded trace as a session of one form. */
export function recorded(name: TraceName): Session {
  const text = readFileSync(new URL(`./traces/${name}.json`, import.meta.url), 'utf8');
  const trace = JSON.parse(text) as RecordedTrace;
  return {
    name,
    about: trace.about,
    cadence: trace.cadence,
    forms: { [name]: trace.args },
    visits: [{ form: name, gapMs: 0, events: trace.events }],
  };
}
