/** The forms of a run and their fields, with what was done to each. */
import type { Subscription } from 'rxjs';
import type {
  CompletionEngine,
  CompletionField,
  CompletionForm,
  CompletionRef,
  CompletionState,
  CompletionTarget,
  FormOptions,
} from '../../src/index.js';
import type { Question } from './server.js';

/** A field, and what was done to it. */
export interface FieldModel {
  readonly real: CompletionField;
  readonly form: FormModel;
  readonly name: string;
  readonly label: string;
  text: string;
  focused: boolean;
  dismissed: boolean;
  /** The text was chosen, or filled in by the host. */
  given: boolean;
  composing: boolean;
  /** When an input method last changed the text, if nothing else did since. */
  composedAt: number | undefined;
  /** When a person last changed the text. */
  typedAt: number | undefined;
  /** Something happened since that asks at once. */
  urgent: boolean;
  /** An explicit request stands. */
  explicit: boolean;
  watch: Subscription | undefined;
}

export interface FormModel {
  readonly real: CompletionForm;
  readonly ref: CompletionRef;
  readonly fields: readonly FieldModel[];
  values: Readonly<Record<string, string>>;
  ended: boolean;
}

/** A field as it is at one moment. */
export interface Look {
  readonly field: FieldModel;
  readonly state: CompletionState;
  readonly question: Question;
  readonly key: string;
  readonly group: string;
}

/** Opens a form, with nothing done to it yet. */
export function formModel(
  engine: CompletionEngine,
  target: CompletionTarget,
  options: FormOptions,
  prefix: string,
): FormModel {
  const real = engine.form(target, options);
  const fields: FieldModel[] = [];
  const form: FormModel = { real, ref: target.ref, fields, values: real.values, ended: false };
  for (const field of real.fields)
    fields.push({
      real: field,
      form,
      name: field.name,
      label: `${prefix}${field.name}`,
      text: field.value,
      focused: false,
      dismissed: false,
      given: true,
      composing: false,
      composedAt: undefined,
      typedAt: undefined,
      urgent: true,
      explicit: false,
      watch: undefined,
    });
  return form;
}
