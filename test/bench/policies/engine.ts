/** The engine itself, through its public interface, with the options that a mode stands for. */

import type { CompletionEngine } from '../../../src/engine.js';
import { createCompletionEngine } from '../../../src/engine.js';
import type { CompletionForm } from '../../../src/form.js';
import type { FormOptions } from '../../../src/form-options.js';
import type { CompletionEngineOptions } from '../../../src/options.js';
import { promptTarget } from '../../../src/target.js';
import type { Policy, PolicyFactory, Screen } from '../policy.js';

export function enginePolicy(
  options: CompletionEngineOptions = {},
  formOptions: (form: string) => FormOptions = () => ({}),
): PolicyFactory {
  return (client, scheduler) =>
    new EnginePolicy(createCompletionEngine(client, { ...options, scheduler }), formOptions);
}

class EnginePolicy implements Policy {
  #form: CompletionForm | undefined;
  readonly #engine: CompletionEngine;
  readonly #options: (form: string) => FormOptions;

  constructor(engine: CompletionEngine, options: (form: string) => FormOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  open(form: string, fields: readonly string[]): void {
    this.#form?.dispose();
    const target = promptTarget({ name: form, arguments: fields.map((name) => ({ name })) });
    this.#form = this.#engine.form(target, this.#options(form));
  }

  focus(field: string): void {
    this.#form!.field(field).focus();
  }

  type(field: string, text: string): void {
    this.#form!.field(field).setValue(text);
  }

  accept(field: string, option: string): void {
    this.#form!.field(field).accept(option);
  }

  blur(field: string): void {
    this.#form!.field(field).blur();
  }

  screen(field: string): Screen {
    const { support, options, provisional, activity, error } = this.#form!.field(field).state;
    return {
      options: support === 'supported' ? options : [],
      provisional,
      awaiting: activity !== 'idle',
      failed: error !== undefined,
    };
  }

  dispose(): void {
    this.#engine.dispose();
  }
}
