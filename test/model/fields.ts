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
import { StreamField } from './stream-field.js';

/** Keys that follow each other without a pause put a question off for no longer than this. */
export const PATIENCE_MS = 400;

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
  /** When the first of these keys came, one following another. */
  typingSince: number | undefined;
  /** Something happened since that asks at once. */
  urgent: boolean;
  /** An explicit request stands. */
  explicit: boolean;
  watch: Subscription | undefined;
}

export interface FormModel {
  readonly real: Pick<CompletionForm, 'values' | 'setValues' | 'dispose' | 'target'>;
  /** Not a form: one argument over a host's own streams. */
  readonly stream: StreamField | undefined;
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
  const form: FormModel = {
    real,
    stream: undefined,
    ref: target.ref,
    fields,
    values: real.values,
    ended: false,
  };
  for (const field of real.fields) fields.push(fieldModel(field, form, `${prefix}${field.name}`));
  return form;
}

/** Opens a stream over an argument that no form has. */
export function streamModel(
  engine: CompletionEngine,
  target: CompletionTarget,
  minLength: number,
): FormModel {
  const stream = new StreamField(engine, target.ref, 'branch', minLength);
  const fields: FieldModel[] = [];
  const form: FormModel = {
    real: {
      target,
      get values() {
        return form.values;
      },
      setValues: () => {},
      dispose: () => stream.end(),
    },
    stream,
    ref: target.ref,
    fields,
    values: { branch: '' },
    ended: false,
  };
  fields.push({ ...fieldModel(stream, form, 'stream'), given: false });
  return form;
}

function fieldModel(field: CompletionField, form: FormModel, label: string): FieldModel {
  return {
    real: field,
    form,
    name: field.name,
    label,
    text: field.value,
    focused: false,
    dismissed: false,
    given: true,
    composing: false,
    composedAt: undefined,
    typedAt: undefined,
    typingSince: undefined,
    urgent: true,
    explicit: false,
    watch: undefined,
  };
}
