/**
 * All that is known of the server at the other end: answers, matching rules, support, quiet arguments. Says what can be
 * shown for a question right now, merges partial answers with what is known, and takes in new answers.
 */
import type { TimestampProvider } from 'rxjs';
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
   * - `learned`: proved to follow from an earlier answer; no request needed.
   *
   * `undefined`: at most another text's answer, narrowed to this one or, under an opaque server, as it was.
   */
  readonly from?: 'fresh' | 'invalid' | 'stale' | 'learned' | undefined;
  readonly listing?: Listing;
  /** How much of the server's next word is on screen with it. */
  readonly cover: Cover;
  /** How long it can wait for that word under a `sure` cover, in the least of such waits: 1, or more where it proved right as often. */
  readonly trust?: number;
}

const EMPTY_ANSWER: CompletionAnswer = { values: [], completeness: 'stated' };

export class Knowledge {
  readonly support: SupportBook;
  readonly quiet = new QuietArguments();
  readonly cache: CompletionCache;
  readonly rules = new MatchRules();
  /** Whether lists are narrowed at all: what is not remembered cannot be. */
  readonly narrows: boolean;
  /** Whether lists may stand in for requests at all. */
  readonly replaces: boolean;

  constructor(options: {
    support: 'declared' | 'probe';
    narrowing: Narrowing;
    cache: CacheLimits;
    scheduler: TimestampProvider;
  }) {
    this.support = new SupportBook(options.support);
    this.cache = new CompletionCache(options.cache, options.scheduler);
    this.narrows = options.narrowing !== 'off' && this.cache.isOn;
    this.replaces = options.narrowing === 'learned';
  }

  /** What can be shown for this question now. */
  look(query: Query): Sight {
    const { cache, rules } = this;
    const exact = cache.get(query);
    const from = exact && (exact.invalid ? 'invalid' : cache.isFresh(exact) ? 'fresh' : 'stale');
    const known: Sight = exact
      ? { from, listing: this.present(query, exact.answer), cover: 'whole' }
      : { cover: 'none' };
    if (!this.narrows || (exact && from !== 'stale')) return known;
    const ancestors = cache.ancestors(query);
    const wholes = ancestors.filter((entry) => rules.isComplete(query.argumentKey, entry));
    // The nearest, but a list that may be out of date after one that is not.
    const whole = wholes.find((entry) => cache.isFresh(entry)) ?? wholes[0];
    const predicted = whole && this.#predicted(query, whole);
    if (predicted || exact) return predicted ?? known;
    if (whole) return this.#narrowed(query, whole, 'whole');
    // Deleting goes back to texts that were never asked: a longer one's answer is a part of theirs.
    const nearest = ancestors[0] ?? cache.descendant(query);
    return nearest ? this.#narrowed(query, nearest, 'part') : known;
  }

  /** An answer as a list: the server's own values in its order, then what else is known to match a partial one. */
  present(query: Query, { values, total, completeness }: CompletionAnswer): Listing {
    const partial = completeness === 'partial';
    const rule = this.narrows && partial ? this.rules.rule(query.argumentKey) : undefined;
    const options = rule ? this.#merged(query, values, rule, total) : values;
    const hasMore = partial && (total === undefined || total > options.length);
    return { answered: query.value, options, provisional: false, hasMore, total };
  }

  /** Takes in what came back, and returns how to read it: "Method not found" of a ref that has answered is a mere failure. */
  learn(query: Query, outcome: Outcome): Outcome {
    if (outcome.type === 'error') {
      const { failure } = outcome;
      if (failure.kind === 'method-not-found' && !this.support.refused(query.refKey))
        return { ...outcome, failure: { ...failure, kind: 'server' } };
      if (failure.kind !== 'invalid-params') return outcome;
      this.cache.set(query, EMPTY_ANSWER, 'invalid');
    } else if (outcome.type === 'answer') this.#learnAnswer(query, outcome.answer);
    this.support.answered(query.refKey);
    return outcome;
  }

  #learnAnswer(query: Query, answer: CompletionAnswer): void {
    const { rules, cache } = this;
    const { argumentKey, value } = query;
    const answered = { text: value, answer };
    const ancestors = cache.ancestors(query).filter((entry) => cache.isFresh(entry));
    rules.learn(argumentKey, answered, ancestors);
    if (answer.values.length > 0 || rules.isComplete(argumentKey, answered))
      this.quiet.answered(query, answer.values);
    cache.set(query, answer, 'answer');
  }

  /** Forgets everything about one ref, or about the server. */
  drop(refKey?: string): void {
    this.cache.drop(refKey);
    this.support.drop(refKey);
    this.rules.drop(refKey);
    this.quiet.drop(refKey);
  }

  #predicted({ argumentKey, value }: Query, complete: CacheEntry): Sight | undefined {
    if (!this.replaces || !this.cache.isFresh(complete)) return undefined;
    const options = this.rules.predict(argumentKey, value, complete);
    if (!options || !this.rules.mayReplace(argumentKey, complete)) return undefined;
    return {
      from: 'learned',
      listing: { answered: value, options, provisional: false, hasMore: false },
      cover: 'sure',
    };
  }

  #narrowed(query: Query, ancestor: CacheEntry, extent: 'whole' | 'part'): Sight {
    const { argumentKey, value } = query;
    const { values, total } = ancestor.answer;
    const hasMore = extent === 'part';
    const rule = this.rules.rule(argumentKey);
    if (!rule)
      return {
        listing: { answered: ancestor.text, options: values, provisional: true, hasMore, total },
        cover: 'none',
      };
    const narrowed = narrow(values, value, rule);
    const options = hasMore ? this.#merged(query, narrowed, rule) : narrowed;
    const listing = { answered: value, options, provisional: true, hasMore };
    if (hasMore) return { listing, cover: options.length > 0 ? 'part' : 'none' };
    const isSettled = () => this.rules.isSettled(argumentKey, value, ancestor, options);
    // An empty list covers a text only where no rule would admit a value.
    if (options.length === 0 && !isSettled()) return { listing, cover: 'none' };
    const trust = this.rules.trust(argumentKey);
    // Where there is nothing to choose, or perhaps another level, the server's word is wanted soon.
    const isSure = trust > 0 && this.cache.isFresh(ancestor);
    return {
      listing,
      cover: isSure ? 'sure' : 'whole',
      trust: options.length > 0 && trust > 1 && isSettled() ? trust : 1,
    };
  }

  /** Adds fresh known values that match the text, up to a full list and never beyond the server's total. */
  #merged(query: Query, own: readonly string[], rule: MatchRule, total = MAX_VALUES): readonly string[] {
    const room = Math.min(MAX_VALUES, total);
    const merged = new Set(own);
    for (const { answer } of this.cache.fresh(query)) {
      if (merged.size >= room) break;
      for (const value of narrow(answer.values, query.value, rule)) if (merged.size < room) merged.add(value);
    }
    return merged.size === own.length ? own : [...merged];
  }
}
