/** What the baseline policies share: a field with a timer, a newest request and a list. The rules are theirs. */
import type { SchedulerLike, Subscription } from 'rxjs';
import type { CompletionClient } from '../../../src/client.js';
import type { CompleteParams } from '../../../src/protocol.js';
import type { Context } from '../model.js';
import type { Policy, Screen } from '../policy.js';
import { questionKey } from '../wire.js';

export interface BaselineRules {
  /** A trailing debounce, in milliseconds. 0 asks at every key. */
  readonly waitMs: number;
  /** Whether the old list goes or stays at a key. */
  readonly atKey: 'emptied' | 'kept';
  /** What `context.arguments` holds: the filled siblings, or every one, unset ones as "". */
  readonly context: 'filled' | 'every';
  /** For how long an answer stands in for another to exactly the same question, in milliseconds. */
  readonly freshMs: number;
  /** What becomes of a request that a newer one replaces. */
  readonly superseded: 'ignored' | 'cancelled';
}

interface Field {
  text: string;
  options: readonly string[];
  timer?: Subscription | undefined;
  request?: AbortController | undefined;
  failed: boolean;
}

export class Baseline implements Policy {
  #form = '';
  #fields = new Map<string, Field>();
  readonly #answers = new Map<string, { readonly values: readonly string[]; readonly at: number }>();
  readonly #rules: BaselineRules;
  readonly #client: CompletionClient;
  readonly #scheduler: SchedulerLike;

  constructor(rules: BaselineRules, client: CompletionClient, scheduler: SchedulerLike) {
    this.#rules = rules;
    this.#client = client;
    this.#scheduler = scheduler;
  }

  open(form: string, fields: readonly string[]): void {
    this.dispose();
    this.#form = form;
    this.#fields = new Map(fields.map((name) => [name, { text: '', options: [], failed: false }]));
  }

  focus(name: string): void {
    this.#ask(name);
  }

  type(name: string, text: string): void {
    const field = this.#fields.get(name)!;
    field.text = text;
    this.#drop(field);
    if (this.#rules.atKey === 'emptied') field.options = [];
    if (this.#rules.waitMs === 0 || this.#known(name)) this.#ask(name);
    else field.timer = this.#scheduler.schedule(() => this.#ask(name), this.#rules.waitMs);
  }

  accept(name: string, option: string): void {
    const field = this.#fields.get(name)!;
    field.text = option;
    this.#drop(field);
    field.options = [];
    if (option.endsWith('/')) this.#ask(name);
  }

  blur(name: string): void {
    const field = this.#fields.get(name)!;
    this.#drop(field);
    field.options = [];
  }

  screen(name: string): Screen {
    const { options, timer, request, failed } = this.#fields.get(name)!;
    return { options, provisional: false, awaiting: timer !== undefined || request !== undefined, failed };
  }

  dispose(): void {
    for (const field of this.#fields.values()) this.#drop(field);
  }

  #drop(field: Field): void {
    field.timer?.unsubscribe();
    field.timer = undefined;
    if (this.#rules.superseded === 'cancelled') field.request?.abort();
    field.request = undefined;
  }

  #ask(name: string): void {
    const field = this.#fields.get(name)!;
    this.#drop(field);
    field.failed = false;
    const key = this.#key(name);
    const known = this.#known(name);
    if (known) {
      field.options = known;
      return;
    }
    const request = new AbortController();
    field.request = request;
    this.#client.complete(this.#params(name), { signal: request.signal }).then(
      (result) => {
        const { values } = (result as { completion: { values: readonly string[] } }).completion;
        this.#answers.set(key, { values, at: this.#scheduler.now() });
        if (field.request !== request) return;
        field.request = undefined;
        field.options = values;
      },
      () => {
        if (field.request !== request) return;
        field.request = undefined;
        field.failed = true;
      },
    );
  }

  #known(name: string): readonly string[] | undefined {
    const answer = this.#answers.get(this.#key(name));
    return answer && this.#scheduler.now() - answer.at < this.#rules.freshMs ? answer.values : undefined;
  }

  #params(name: string): CompleteParams {
    const argument = { name, value: this.#fields.get(name)!.text };
    const siblings = this.#context(name);
    return {
      ref: { type: 'ref/prompt', name: this.#form },
      argument,
      ...(Object.keys(siblings).length > 0 && { context: { arguments: siblings } }),
    };
  }

  #context(name: string): Record<string, string> {
    const siblings = [...this.#fields].filter(([sibling]) => sibling !== name);
    const sent =
      this.#rules.context === 'every' ? siblings : siblings.filter(([, field]) => field.text !== '');
    return Object.fromEntries(sent.map(([sibling, field]) => [sibling, field.text]));
  }

  #key(name: string): string {
    const context: Context = this.#context(name);
    return questionKey(this.#form, name, this.#fields.get(name)!.text, context);
  }
}
