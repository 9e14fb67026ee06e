/**
 * The floor in blind time, no policy for anyone: asks every text the moment it is typed, cancels nothing, remembers everything,
 * and shows the right list as soon as the values that came back so far hold it, in whatever order. Who asks only for
 * what was typed can do no better; only a guess at what comes next can.
 */
import type { CompletionClient } from '../../../src/client.js';
import { answerOf, type ModelAnswer } from '../model.js';
import type { Policy, PolicyFactory, Screen } from '../policy.js';
import type { FormModel, Session } from '../trace.js';
import { questionKey } from '../wire.js';

export function onDemand(session: Session): PolicyFactory {
  return (client) => new OnDemand(session.forms, client);
}

class OnDemand implements Policy {
  #form = '';
  #texts: Readonly<Record<string, string>> = {};
  readonly #asked = new Set<string>();
  /** By (form, argument, context). */
  readonly #known = new Map<string, Set<string>>();
  readonly #forms: Readonly<Record<string, FormModel>>;
  readonly #client: CompletionClient;

  constructor(forms: Readonly<Record<string, FormModel>>, client: CompletionClient) {
    this.#forms = forms;
    this.#client = client;
  }

  open(form: string, fields: readonly string[]): void {
    this.#form = form;
    this.#texts = Object.fromEntries(fields.map((field) => [field, '']));
  }

  focus(field: string): void {
    this.#ask(field);
  }

  type(field: string, text: string): void {
    this.#texts = { ...this.#texts, [field]: text };
    this.#ask(field);
  }

  accept(field: string, option: string): void {
    this.type(field, option);
  }

  blur(): void {}

  screen(field: string): Screen {
    const { values } = answerOf(this.#forms[this.#form]![field]!, this.#texts[field]!, this.#texts);
    const known = this.#known.get(this.#key(field, ''));
    const options = values.every((value) => known?.has(value)) ? values : [];
    return { options, provisional: true, awaiting: true, failed: false };
  }

  dispose(): void {}

  #ask(field: string): void {
    const key = this.#key(field, this.#texts[field]!);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const group = this.#key(field, '');
    const { [field]: value, ...siblings } = this.#texts;
    const params = {
      ref: { type: 'ref/prompt', name: this.#form } as const,
      argument: { name: field, value: value! },
      context: { arguments: siblings },
    };
    this.#client.complete(params).then(
      (result) => {
        const known = this.#known.get(group) ?? new Set();
        for (const one of (result as { completion: ModelAnswer }).completion.values) known.add(one);
        this.#known.set(group, known);
      },
      () => this.#asked.delete(key),
    );
  }

  #key(field: string, text: string): string {
    return questionKey(this.#form, field, text, this.#texts);
  }
}
