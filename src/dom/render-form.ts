/** renderForm: a whole prompt or resource template as an accessible form. */
import type { CompletionForm } from '../form.js';
import { setAttributes } from './attributes.js';
import type { BindInputOptions, Binding } from './bind-input.js';
import { createFormField, type FormField } from './form-field.js';
import { englishFormMessages, type FormMessages } from './form-messages.js';
import { createLifetime } from './lifetime.js';
import { createNamed, setProse } from './parts.js';

/** What a submitted form amounts to. */
export type FormResult =
  /** For `prompts/get`. */
  | { readonly kind: 'prompt'; readonly name: string; readonly promptArguments: Record<string, string> }
  /** For `resources/read`. */
  | { readonly kind: 'resource'; readonly uri: string };

/** How a form is rendered. */
export interface RenderFormOptions extends Omit<BindInputOptions, 'id' | 'label'> {
  /** The prefix of every id; unique in the document. Default: counted. */
  id?: string | undefined;
  /** Arguments of several lines, such as source code: plain text areas, without completions. Default: none. */
  multiline?: ((argument: string) => boolean) | undefined;
  /** A person submitted, and nothing required is missing. */
  onSubmit?: ((result: FormResult) => void) | undefined;
  /** Localisation of the form itself; `messages` localises its comboboxes. */
  formMessages?: Partial<FormMessages> | undefined;
}

let count = 0;

/**
 * Renders the form into the end of `container`. Every control's `name` is its argument's name, whatever that is: no
 * member of the <form> element is used once controls are in it, since one named `submit` or `action` shadows it.
 *
 * @example
 * const rendered = renderForm(container, engine.form(promptTarget(prompt)), {
 *   onSubmit: (result) => result.kind === 'prompt' && client.getPrompt({ name, arguments: result.promptArguments }),
 * });
 */
export function renderForm(
  container: HTMLElement,
  form: CompletionForm,
  { id = `mcp-form-${++count}`, multiline, onSubmit, formMessages, ...options }: RenderFormOptions = {},
): Binding {
  const document = container.ownerDocument;
  const lifetime = createLifetime();
  const { target } = form;
  const words = { ...englishFormMessages, ...formMessages };
  const fields = new Map<string, FormField>();
  /** Whether submitting was tried: nobody is told off before. */
  let attempted = false;

  const make = <K extends keyof HTMLElementTagNameMap>(
    tag: K,
    part: string,
    text = '',
  ): HTMLElementTagNameMap[K] => {
    const element = createNamed(document, tag, part);
    if (text) element.textContent = text;
    return element;
  };

  const element = make('form', 'form');
  element.noValidate = true;
  element.setAttribute('aria-label', target.title);
  lifetime.listen(element, 'submit', (event) => {
    event.preventDefault();
    submit();
  });
  lifetime.listen(element, 'reset', (event) => {
    event.preventDefault();
    form.reset();
    attempted = false;
    validate();
  });
  const body = make('div', 'form-body');
  element.append(body);

  const about = (part: string, text: string | undefined) => {
    if (!text) return;
    const element = make('p', part);
    setProse(element, text);
    body.append(element);
  };
  about('form-description', target.description);
  about('problem', target.problem);

  function createField(name: string, index: number): HTMLElement {
    const isRequired = target.required.some((group) => group.length === 1 && group[0] === name);
    const field = createFormField(document, form.field(name), {
      ...options,
      id: `${id}-${index}`,
      kind: multiline?.(name) ? 'textarea' : 'input',
      required: isRequired ? words.required : undefined,
    });
    fields.set(name, field);
    lifetime.add(field.destroy);
    return field.element;
  }

  const names = target.arguments.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    if (fields.has(name)) continue;
    const group = target.required.find((members) => members.length > 1 && members.includes(name));
    const members = (group ?? [name]).filter((member) => !fields.has(member));
    const elements = members.map((member) => createField(member, group ? names.indexOf(member) : index));
    if (!group) {
      body.append(...elements);
      continue;
    }
    const fieldset = make('fieldset', 'group');
    fieldset.append(make('legend', 'legend', words.anyOf), ...elements);
    body.append(fieldset);
  }

  const preview = make('output', 'uri');
  if (target.ref.type === 'ref/resource' && target.problem === undefined) {
    // An <output> is a live region by itself; a URI read aloud at every key is noise.
    setAttributes(preview, { 'aria-live': 'off', 'aria-label': words.uri, dir: 'ltr' });
    body.append(preview);
  }
  const alert = make('div', 'alert');
  setAttributes(alert, { role: 'alert', dir: 'auto' });
  const buttons = make('div', 'buttons');
  const submitButton = make('button', 'submit', words.submit);
  submitButton.type = 'submit';
  const resetButton = make('button', 'reset', words.reset);
  resetButton.type = 'reset';
  buttons.append(submitButton, resetButton);
  if (target.problem === undefined) body.append(alert, buttons);

  /** Shows what is missing, once submitting was tried. */
  function validate(): { texts: readonly string[]; first: FormField | undefined } {
    const errors = new Map<string, string>();
    for (const group of attempted ? form.missing : []) {
      const labels = group.map((name) => fields.get(name)?.label ?? name);
      const text = labels.length > 1 ? words.missingAny(labels) : words.missing(labels[0]!);
      for (const name of group) errors.set(name, text);
    }
    for (const [name, field] of fields) field.setError(errors.get(name) ?? '');
    const texts = [...new Set(errors.values())];
    // What was filled in is taken out: only what is added to an alert is read aloud.
    for (const line of [...alert.children]) if (!texts.includes(line.textContent!)) line.remove();
    const first = names.find((name) => errors.has(name));
    return { texts, first: first === undefined ? undefined : fields.get(first) };
  }

  function submit(): void {
    attempted = true;
    const { texts, first } = validate();
    if (first) {
      alert.replaceChildren(...texts.map((text) => make('div', 'missing', text)));
      first.control.focus();
      return;
    }
    attempted = false;
    onSubmit?.(
      target.ref.type === 'ref/prompt'
        ? { kind: 'prompt', name: target.ref.name, promptArguments: form.promptArguments() }
        : { kind: 'resource', uri: form.uri() },
    );
  }

  function refresh(): void {
    if (preview.parentNode) preview.value = form.uri();
    validate();
  }
  const subscription = form.values$.subscribe(refresh);
  lifetime.add(() => subscription.unsubscribe());
  lifetime.add(() => Element.prototype.remove.call(element));
  refresh();
  container.append(element);
  return { destroy: lifetime.end };
}
