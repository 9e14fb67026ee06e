/** The fields of one target: accumulates context.arguments, refreshes dependants, prefetches the next field. */
import type { Observable } from 'rxjs';
import type { CompletionField } from './field.js';
import type { CompletionTarget } from './target.js';

/** How a form treats its arguments. */
export interface FormOptions {
  /** The initial values. Numbers and booleans become strings, anything else that is not a string is left out. */
  values?: Readonly<Record<string, unknown>> | undefined;
  /** Which siblings an argument's completions depend on. Default: every sibling. */
  dependsOn?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Arguments that are never completed and never sent as context (secrets). */
  exclude?: readonly string[] | undefined;
  /** The fewest characters that are asked for. Default 0: an empty field lists everything. */
  minLength?: number | Readonly<Record<string, number>> | undefined;
  /** Fetch the next empty field's list ahead, once this one is settled. Default true. */
  prefetch?: boolean | undefined;
  /** Whether a chosen option has children to complete next. Default: it ends in "/". */
  isContainer?: ((option: string, argument: string) => boolean) | undefined;
}

/** A form over one prompt or resource template. */
export interface CompletionForm {
  readonly target: CompletionTarget;
  readonly fields: readonly CompletionField[];
  /** @throws {RangeError} for a name that the target does not have. */
  field(name: string): CompletionField;
  readonly values: Readonly<Record<string, string>>;
  readonly values$: Observable<Readonly<Record<string, string>>>;
  /** Programmatic: opens nothing, clears nothing that is not named. */
  setValues(values: Readonly<Record<string, unknown>>): void;
  /** Back to the initial values. */
  reset(): void;
  /** The required groups that are still unmet. */
  readonly missing: readonly (readonly string[])[];
  /** For `prompts/get`: empty arguments are left out. */
  promptArguments(): Record<string, string>;
  /** For `resources/read`: the template, expanded by RFC 6570. @throws {TypeError} on a prompt's form. */
  uri(): string;
  /** Idempotent. The fields keep their text, send nothing more, and their `state$` completes. */
  dispose(): void;
}
