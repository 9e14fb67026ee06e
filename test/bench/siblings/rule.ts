/**
 * A rule that the engine does *not* have, tried out between it and the wire: once the same text was answered alike often enough
 * in contexts that differ in one sibling only, that sibling counts as irrelevant, and answers are reused whatever it holds.
 */
import type { SchedulerLike } from 'rxjs';
import type { CompletionClient, CompletionRequestOptions } from '../../../src/client.js';
import type { CompleteParams } from '../../../src/protocol.js';
import type { Context, ModelAnswer } from '../model.js';
import { questionKey } from '../wire.js';

export interface SiblingRule {
  /** So many further values of a sibling with an equal answer prove it irrelevant; one that differs proves it relevant for good. */
  readonly equal: number;
  /** Shorter answers prove nothing. */
  readonly values: number;
  /** How long an answer may stand in for another context's, in milliseconds. */
  readonly freshMs: number;
}

interface Known {
  readonly context: Context;
  readonly answer: ModelAnswer;
  readonly at: number;
}

export class SiblingLearner implements CompletionClient {
  readonly #rule: SiblingRule;
  readonly #client: CompletionClient;
  readonly #scheduler: SchedulerLike;
  /** By (form, argument, text). */
  readonly #known = new Map<string, Known[]>();
  /** By (form, argument, sibling): equal pairs, or that one differed. */
  readonly #proofs = new Map<string, number | 'relevant'>();

  constructor(rule: SiblingRule, client: CompletionClient, scheduler: SchedulerLike) {
    this.#rule = rule;
    this.#client = client;
    this.#scheduler = scheduler;
  }

  getServerCapabilities(): { completions?: unknown } | undefined {
    return this.#client.getServerCapabilities();
  }

  async complete(params: CompleteParams, options?: CompletionRequestOptions): Promise<unknown> {
    const context = params.context?.arguments ?? {};
    const reused = this.#reuse(params, context);
    if (reused) return { completion: reused };
    const result = await this.#client.complete(params, options);
    this.#learn(params, context, (result as { completion: ModelAnswer }).completion);
    return result;
  }

  #reuse(params: CompleteParams, context: Context): ModelAnswer | undefined {
    const oldest = this.#scheduler.now() - this.#rule.freshMs;
    return this.#earlier(params).findLast(
      (known) =>
        known.at > oldest &&
        differing(known.context, context).every((sibling) => this.#isIrrelevant(params, sibling)),
    )?.answer;
  }

  #learn(params: CompleteParams, context: Context, answer: ModelAnswer): void {
    const earlier = this.#earlier(params);
    const equal = new Set<string>();
    for (const known of earlier) {
      const [sibling, ...others] = differing(known.context, context);
      if (sibling === undefined || others.length > 0) continue;
      if (JSON.stringify(known.answer) === JSON.stringify(answer)) equal.add(sibling);
      else this.#proofs.set(siblingKey(params, sibling), 'relevant');
    }
    const same = earlier.findIndex((known) => differing(known.context, context).length === 0);
    if (same >= 0) earlier.splice(same, 1);
    earlier.push({ context, answer, at: this.#scheduler.now() });
    if (same >= 0 || answer.values.length < this.#rule.values) return;
    for (const sibling of equal) {
      const key = siblingKey(params, sibling);
      const proofs = this.#proofs.get(key) ?? 0;
      if (proofs !== 'relevant') this.#proofs.set(key, proofs + 1);
    }
  }

  #earlier({ ref, argument }: CompleteParams): Known[] {
    const form = ref.type === 'ref/prompt' ? ref.name : ref.uri;
    const key = questionKey(form, argument.name, argument.value, {});
    const found = this.#known.get(key) ?? [];
    this.#known.set(key, found);
    return found;
  }

  #isIrrelevant(params: CompleteParams, sibling: string): boolean {
    const proofs = this.#proofs.get(siblingKey(params, sibling)) ?? 0;
    return proofs !== 'relevant' && proofs >= this.#rule.equal;
  }
}

function siblingKey({ ref, argument }: CompleteParams, sibling: string): string {
  return JSON.stringify([ref, argument.name, sibling]);
}

/** The siblings that two contexts hold differently; unset differs from any value. */
function differing(one: Context, other: Context): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]);
}
