/** useCompletionForm: the form of one target, alive while its component is mounted. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { CompletionEngine } from '../engine.js';
import type { CompletionForm } from '../form.js';
import type { FormOptions } from '../form-options.js';
import type { CompletionTarget } from '../target.js';

/**
 * The form of a target: the same one until the engine or the target's `key` changes, so a target may be made anew in
 * each render; what was typed is kept while it is the same prompt or template. `options` are read when the form is made.
 * It is disposed of with its component. Make the engine outside of React, over an Observable of clients, or in an effect
 * that also disposes of it; never in a render: what an effect's clean-up disposes of, Strict Mode takes up again.
 *
 * @example
 * const [engine, setEngine] = useState<CompletionEngine>();
 * useEffect(() => {
 *   const made = createCompletionEngine(client);
 *   setEngine(made);
 *   return () => made.dispose();
 * }, [client]);
 * return engine && <PromptForm engine={engine} prompt={prompt} />;
 *
 * @example
 * const form = useCompletionForm(engine, promptTarget(prompt));
 * return form.fields.map((field) => <CompletionInput key={field.name} field={field} />);
 */
export function useCompletionForm(
  engine: CompletionEngine,
  target: CompletionTarget,
  options?: FormOptions,
): CompletionForm {
  const make = (values: CompletionForm['values']) => {
    const form = engine.form(target, options);
    form.setValues(values);
    return { form, engine, key: target.key, disposed: false };
  };
  const [made, setMade] = useState(() => make({}));
  // A reconnect or a reworded prompt must not cost what a person typed; another prompt starts empty.
  if (made.engine !== engine || made.key !== target.key)
    setMade(
      make(JSON.stringify(made.form.target.ref) === JSON.stringify(target.ref) ? made.form.values : {}),
    );

  useEffect(() => {
    // React takes a component up again whose effects it has ended: Strict Mode at once, <Activity> when it is shown again.
    // The form is made by the render that follows: the host's effect may be about to bring another engine.
    if (made.disposed) setMade({ ...made, key: '' });
    return () => {
      made.disposed = true;
      made.form.dispose();
    };
  }, [made]);
  return made.form;
}

/** The form's values, up to date in every render; `form.missing` and `form.uri()` go with them. */
export function useFormValues(form: CompletionForm): Readonly<Record<string, string>> {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = form.values$.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    [form],
  );
  const snapshot = () => form.values;
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
