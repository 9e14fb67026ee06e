/** How long typing rests before it is asked: by urgency, and never less than this typist's own gap between keys. */
import {
  BURST,
  BURST_MS,
  GAPS,
  MAX_UNCOVERED_MS,
  MIN_UNCOVERED_MS,
  PATIENCE_MS,
  REST_FACTOR,
} from './figures.js';

/** How much of the answer is on screen already. `sure`: all of it, by a rule that has proved right. */
export type Cover = 'none' | 'part' | 'whole' | 'sure';

export type DebounceOption = number | { readonly uncovered: number; readonly covered: number } | undefined;

const COVERED_MS = { part: 250, whole: 300 };
const SURE_MS = 1_000;

export class Pace {
  readonly #option: DebounceOption;
  readonly #gaps: number[] = [];
  #last: number | undefined;
  readonly #changes: number[] = [];

  constructor(option: DebounceOption) {
    this.#option = option;
  }

  /** Whether the pace is the engine's own, not a host's fixed figure. */
  get isAdaptive(): boolean {
    return this.#option === undefined;
  }

  /** A key, at this time in milliseconds. */
  typed(now: number): void {
    if (this.#last !== undefined) this.#gaps.push(now - this.#last);
    if (this.#gaps.length > GAPS) this.#gaps.shift();
    this.#last = now;
  }

  /** How long to wait after a key, in milliseconds; what is sure the longer, the more often it proved right. */
  delay(cover: Cover, trust = 1): number {
    const option = this.#option;
    if (typeof option === 'number') return option;
    if (option !== undefined) return cover === 'none' ? option.uncovered : option.covered;
    if (cover === 'sure') return SURE_MS * trust;
    if (cover !== 'none') return COVERED_MS[cover];
    return Math.min(Math.max(MIN_UNCOVERED_MS, Math.ceil(REST_FACTOR * this.#median())), MAX_UNCOVERED_MS);
  }

  /** How long keys may go on before it is asked all the same, in milliseconds; `undefined`: they may go on for ever. */
  patience(cover: Cover): number | undefined {
    return this.isAdaptive && (cover === 'none' || cover === 'part') ? PATIENCE_MS : undefined;
  }

  /** The siblings, or what is known of the server, changed at this time. */
  changed(now: number): void {
    this.#changes.push(now);
    if (this.#changes.length > BURST) this.#changes.shift();
  }

  /** How long to wait after such a change: not at all, unless a program makes a stream of them. */
  settling(): number {
    const [first = 0] = this.#changes;
    const last = this.#changes[BURST - 1];
    const isStream = last !== undefined && last - first < BURST_MS;
    return isStream ? Math.min(this.delay('none'), MAX_UNCOVERED_MS) : 0;
  }

  #median(): number {
    const sorted = [...this.#gaps].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? 0;
  }
}
