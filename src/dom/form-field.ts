/** One argument of a rendered form: label, control, description and the place for what is wrong with it. */
import { displayText } from '../combobox/index.js';
import type { CompletionField } from '../field.js';
import { setAttributes } from './attributes.js';
import { type BindInputOptions, bindInput } from './bind-input.js';
import { createElementText } from './element-text.js';
import { createLifetime } from './lifetime.js';
import { createNamed, setProse } from './parts.js';

export interface FormField {
  readonly element: HTMLElement;
  readonly control: HTMLInputElement | HTMLTextAreaElement;
  readonly label: string;
  /** Marks the control as wrong, or as right with "". `error` is read with the control. */
  setError(error: string): void;
  destroy(): void;
}

export interface FormFieldOptions extends BindInputOptions {
  readonly id: string;
  readonly kind: 'input' | 'textarea';
  /** The mark behind the label of a required argument; undefined where it is not required by itself. */
  readonly required: string | undefined;
}

/** A multi-line argument is plain text: an <input> would eat its line breaks, and a combobox its arrow keys. */
function bindTextArea(control: HTMLTextAreaElement, field: CompletionField): { destroy(): void } {
  const lifetime = createLifetime();
  const text = createElementText(control, field);
  lifetime.listen<InputEvent>(control, 'input', ({ isComposing }) => {
    field.setValue(text.read(), { composing: isComposing });
  });
  const subscription = field.state$.subscribe(text.show);
  lifetime.add(() => subscription.unsubscribe());
  return { destroy: lifetime.end };
}

export function createFormField(
  document: Document,
  field: CompletionField,
  { kind, required, ...options }: FormFieldOptions,
): FormField {
  const { id } = options;
  const label = displayText(field.title ?? field.name);

  const element = createNamed(document, 'div', 'field');
  const labelElement = createNamed(document, 'label', 'label');
  labelElement.htmlFor = id;
  setProse(labelElement, label);
  const control = createNamed(document, kind, kind);
  control.id = id;
  control.name = field.name;
  if (required !== undefined) {
    const mark = createNamed(document, 'span', 'required');
    mark.textContent = ` ${required}`;
    mark.setAttribute('aria-hidden', 'true');
    labelElement.append(mark);
    control.setAttribute('aria-required', 'true');
  }

  const description = createNamed(document, 'p', 'description');
  description.id = `${id}-description`;
  setProse(description, field.description ?? '');
  const problem = createNamed(document, 'p', 'error');
  problem.id = `${id}-error`;
  problem.dir = 'auto';
  const described = field.description ? [description.id] : [];
  // Everything to be read stands before the control: the list opens over what comes after it.
  element.append(labelElement, ...(field.description ? [description] : []), problem, control);

  function setError(error: string): void {
    if (problem.textContent !== error) problem.textContent = error;
    problem.hidden = error === '';
    const ids = error ? [...described, problem.id] : described;
    setAttributes(control, {
      'aria-invalid': error ? 'true' : null,
      'aria-describedby': ids.join(' ') || null,
    });
  }
  setError('');

  const binding =
    control.localName === 'textarea'
      ? bindTextArea(control as HTMLTextAreaElement, field)
      : bindInput(control as HTMLInputElement, field, { label, ...options });
  return { element, control, label, setError, destroy: binding.destroy };
}
