/** What a person and a host can do, done to the engine and noted in the model. */
import type { CompletionRef } from '../../src/index.js';
import { type FieldModel, type FormModel, PATIENCE_MS } from './fields.js';
import { refId, type World } from './world.js';

/** A person typed. */
export function type(world: World, field: FieldModel, text: string, composing = false): void {
  if (text !== field.text) {
    const now = world.clock.now();
    if (field.typedAt === undefined || now - field.typedAt > PATIENCE_MS) field.typingSince = now;
    field.typedAt = now;
    // A cleared field is asked at once, and so is an edited choice: no more such keys follow.
    field.urgent = text === '' || field.given;
    field.given = false;
    field.composedAt = composing ? world.clock.now() : undefined;
  }
  field.explicit = false;
  field.dismissed = false;
  field.composing = composing;
  if (!composing) field.composedAt = undefined;
  write(world, field, text);
  field.real.setValue(text, composing ? { composing } : {});
}

export function accept(world: World, field: FieldModel, option: string): void {
  if (field.form.stream) {
    type(world, field, option);
    return;
  }
  field.dismissed = false;
  field.composing = false;
  field.urgent = true;
  write(world, field, option);
  field.given = !option.endsWith('/');
  field.real.accept(option);
}

export function focus(world: World, field: FieldModel): void {
  if (!field.focused || field.dismissed) {
    field.dismissed = false;
    field.urgent = true;
  }
  field.focused = !field.form.ended && !world.disposed;
  field.real.focus();
}

export function blur(_world: World, field: FieldModel): void {
  const { options } = field.real.state;
  if (field.focused) field.composing = false;
  // Typed to the end: as good as chosen.
  if (options.length === 1 && options[0] === field.text) field.given = !field.form.stream;
  field.focused = false;
  field.real.blur();
}

export function dismiss(_world: World, field: FieldModel): void {
  if (field.form.stream) return;
  field.dismissed = true;
  field.real.dismiss();
}

export function refresh(world: World, field: FieldModel): void {
  field.dismissed = false;
  field.urgent = field.explicit = true;
  const id = refId(field.form.ref);
  if (world.refs.get(id) === 'refused' && !field.form.ended) {
    world.refs.delete(id);
    world.hurry();
  }
  field.real.refresh();
}

export function setValues(world: World, form: FormModel, values: Readonly<Record<string, string>>): void {
  for (const field of form.fields) {
    const text = values[field.name];
    if (text === undefined) continue;
    field.given ||= text !== field.text;
    write(world, field, text);
  }
  form.real.setValues(values);
}

/** A host's stream of siblings emits; its own entry counts for nothing. */
export function setContext(world: World, context: Readonly<Record<string, unknown>>): void {
  const form = world.forms.find(({ stream }) => stream)!;
  const [field] = form.fields;
  const texts = Object.entries(context).map(([name, value]) => [name, `${value}`]);
  form.values = { ...Object.fromEntries(texts), branch: field!.text };
  world.hurry(form.fields);
  form.stream!.setContext({ ...context, branch: 'its own' });
}

export function endForm(_world: World, form: FormModel): void {
  form.ended = true;
  for (const field of form.fields) field.focused = false;
  form.real.dispose();
}

export function invalidate(world: World, ref: CompletionRef | undefined, how: 'call' | 'stream'): void {
  world.forget(ref);
  if (how === 'call') world.engine.invalidate(ref);
  else world.invalidate$.next(ref);
}

export function dispose(world: World): void {
  world.disposed = true;
  for (const field of world.fields) field.focused = false;
  world.engine.dispose();
}

/** The text, and with it the context of the form's other fields. */
function write(world: World, field: FieldModel, text: string): void {
  field.text = text;
  if (field.form.values[field.name] === text) return;
  field.form.values = { ...field.form.values, [field.name]: text };
  world.hurry(field.form.fields.filter((other) => other !== field));
}
