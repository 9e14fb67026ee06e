// React with react-hook-form: its `register` and the completions share one uncontrolled `<input>`. The form library keeps
// validation and submission; the engine sees what a person types and chooses, and says what to send.
import { type CompletionEngine, type PromptLike, promptTarget } from 'mcp-completion-engine';
import { CompletionInput, useCompletionForm } from 'mcp-completion-engine/react';
import { useForm } from 'react-hook-form';

interface PromptFormProps {
  engine: CompletionEngine;
  prompt: PromptLike;
  onSubmit(promptArguments: Record<string, string>): void;
}

export function PromptForm({ engine, prompt, onSubmit }: PromptFormProps) {
  const completion = useCompletionForm(engine, promptTarget(prompt));
  const { register, handleSubmit, formState } = useForm();
  return (
    <form onSubmit={handleSubmit(() => onSubmit(completion.promptArguments()))}>
      {completion.fields.map((field) => (
        <div key={field.name}>
          <label htmlFor={field.name}>{field.title ?? field.name}</label>
          <CompletionInput
            id={field.name}
            field={field}
            {...register(field.name, { required: field.required })}
          />
          {formState.errors[field.name] && <em role="alert">Please fill this in</em>}
        </div>
      ))}
      <button type="submit">Run</button>
    </form>
  );
}
