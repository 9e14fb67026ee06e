/**
 * All that is known of the server at the other end: answers, matching rules, support, quiet arguments. Says what can be
 * shown for a question right now, merges partial answers with what is known, and takes in new answers.
 */
import { type CacheEntry, type CacheLimits, CompletionCache, type Query } from './cache.js';
import type { Outcome } from './client.js';
import { type MatchRule, MatchRules, narrow } from './narrowing.js';
import type { Cover } from './pace.js';
import { type CompletionAnswer, MAX_VALUES } from './protocol.js';
import type { Listing } from './state.js';
import { QuietArguments, SupportBook } from './support.js';

export type Narrowing = 'display' | 'learned' | 'off';

/** What can be shown before the server's next word. */
export interface Sight {
  /**
   * - `fresh`: answered lately, no request needed; `invalid`: refused lately, likewise.
   * - `stale`: answered some time ago, to be asked again.
   * - `predicted`: proved to follow from an earlier answer; no request needed.
   * - `narrowed`, `earlier`: from an earlier answer, narrowed to the text or, under an opaque server, as it was.
   * - `nothing`.
   */
  readonly from: 'fresh' | 'invalid' | 'stale' | 'predicted' | 'narrowed' | 'earlier' | 'nothing';
  readonly listing?: Listing;
  /** How much of the server's next word is on screen with it. */
  readonly cover: Cover;
}

const NOTHING: Sight = { from: 'nothing', cover: 'none' };

const EMPTY_ANSWER: CompletionAnswer = { values: [], completeness: 'stated' };

export class Knowledge {
  readonly support: SupportBook;
  readonly quiet = new QuietArguments();
  readonly cache: CompletionCache;
  readonly rules = new MatchRules();
  readonly #narrowing: Narrowing;

  constructor(options: {
    support: 'declared' | 'probe';
    narrowing: Narrowing;
    cache: CacheLimits;
    now: () => number;
  }) {
    this.support = new SupportBook(options.support);
    this.cache = new CompletionCache(options.cache, options.now);
    this.#narrowing = options.narrowing;
  }

  /** Whether lists are narrowed at all: what is not remembered cannot be. */
  get narrows(): boolean {
    return this.#narrowing !== 'off' && this.cache.isOn;
  }

  /** Whether lists may stand in for requests at all. */
  get replaces(): boolean {
    return this.#narrowing === 'learned';
  }

  /** What can be shown for this question now. */
  look(query: Query): Sight {
    const exact = this.cache.get(query);
    if (exact) {
      const from = exact.invalid ? 'invalid' : this.cache.isFresh(exact) ? 'fresh' : 'stale';
      return { from, listing: this.present(query, exact.answer), cover: 'whole' };
    }
    if (this.#narrowing === 'off') return NOTHING;
    const ancestors = this.cache.ancestors(query);
    const complete = ancestors.find((entry) => this.rules.isComplete(query.argumentKey, entry));
    if (complete) return this.#predicted(query, complete) ?? this.#narrowed(query, complete, 'whole');
    // Deleting goes back to texts that were never asked: a longer one's answer is a part of theirs.
    const nearest = ancestors[0] ?? this.cache.descendant(query);
    return nearest ? this.#narrowed(query, nearest, 'part') : NOTHING;
  }

  /** An answer as a list: the server's own values in its order, then what else is known to match a partial one. */
  present(query: Query, answer: CompletionAnswer): Listing {
    const { values, total } = answer;
    const partial = answer.completeness === 'partial';
    const rule = this.#narrowing === 'off' ? undefined : this.rules.rule(query.argumentKey);
    const options = partial && rule ? this.#merged(query, values, rule, total) : values;
    return {
      answered: query.value,
      options,
      provisional: false,
      hasMore: partial && (total === undefined || total > options.length),
      ...(total !== undefined && { total }),
    };
  }

  /** Takes in what came back, and returns how to read it: "Method not found" of a ref that has answered is a mere failure. */
  learn(query: Query, outcome: Outcome): Outcome {
    if (outcome.type === 'error') return this.#learnError(query, outcome);
    this.support.answered(query.refKey);
    if (outcome.type === 'answer') this.#learnAnswer(query, outcome.answer);
    return outcome;
  }

  #learnError(query: Query, outcome: Extract<Outcome, { type: 'error' }>): Outcome {
    const { failure } = outcome;
    if (failure.kind === 'invalid-params') {
      this.support.answered(query.refKey);
      this.cache.set(query, EMPTY_ANSWER, 'invalid');
    } else if (failure.kind === 'method-not-found' && this.support.refused(query.refKey) === 'ordinary')
      return { type: 'error', failure: { ...failure, kind: 'server' } };
    return outcome;
  }

  #learnAnswer(query: Query, answer: CompletionAnswer): void {
    const answered = { text: query.value, answer };
    this.rules.learn(
      query.argumentKey,
      answered,
      this.cache.ancestors(query).filter((entry) => this.cache.isFresh(entry)),
    );
    if (answer.values.length > 0 || this.rules.isComplete(query.argumentKey, answered))
      this.quiet.answered(query, answer.values);
    this.cache.set(query, answer, 'answer');
  }

  /** Forgets everything about one ref, or about the server. */
  drop(refKey?: string): void {
    this.cache.drop(refKey);
    this.support.drop(refKey);
    this.rules.drop(refKey);
    this.quiet.drop(refKey);
  }

  #predicted(query: Query, complete: CacheEntry): Sight | undefined {
    if (this.#narrowing !== 'learned' || !this.cache.isFresh(complete)) return undefined;
    const options = this.rules.predict(query.argumentKey, query.value, complete);
    if (options === undefined || !this.rules.mayReplace(query.argumentKey)) return undefined;
    return {
      from: 'predicted',
      listing: { answered: query.value, options, provisional: false, hasMore: false },
      cover: 'sure',
    };
  }

  #narrowed(query: Query, ancestor: CacheEntry, extent: 'whole' | 'part'): Sight {
    const { values, total } = ancestor.answer;
    const rule = this.rules.rule(query.argumentKey);
    const hasMore = extent === 'part';
    if (rule === undefined)
      return {
        from: 'earlier',
        listing: {
          answered: ancestor.text,
          options: values,
          provisional: true,
          hasMore,
          ...(total !== undefined && { total }),
        },
        cover: 'none',
      };
    const narrowed = narrow(values, query.value, rule);
    const options = hasMore ? this.#merged(query, narrowed, rule, undefined) : narrowed;
    const cover = hasMore ? (options.length > 0 ? 'part' : 'none') : this.#coverOf(query, ancestor, options);
    return {
      from: 'narrowed',
      listing: { answered: query.value, options, provisional: true, hasMore },
      cover,
    };
  }

  /** An empty list covers a text only where no rule would admit a value; short of another level, a proved one is sure. */
  #coverOf({ argumentKey, value }: Query, ancestor: CacheEntry, options: readonly string[]): Cover {
    const settled = this.rules.isSettled(argumentKey, value, ancestor, options);
    if (options.length === 0 && !settled) return 'none';
    return this.rules.isTrusted(argumentKey) ? 'sure' : 'whole';
  }

  /** Adds fresh known values that match the text, up to a full list and never beyond the server's total. */
  #merged(
    query: Query,
    own: readonly string[],
    rule: MatchRule,
    total: number | undefined,
  ): readonly string[] {
    const room = Math.min(MAX_VALUES, total ?? MAX_VALUES);
    if (own.length >= room) return own;
    const merged = new Set(own);
    for (const entry of this.cache.fresh(query)) {
      if (entry.text === query.value) continue;
      for (const value of narrow(entry.answer.values, query.value, rule)) {
        merged.add(value);
        if (merged.size >= room) return [...merged];
      }
    }
    return merged.size === own.length ? own : [...merged];
  }
}
