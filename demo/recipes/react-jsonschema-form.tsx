// React with react-jsonschema-form: a text widget that completes. The form's own data stays the truth (`value` makes the
// input a controlled one); the fields come in through `formContext`, so the widget serves every string of every schema.
import Form from '@rjsf/core';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { type CompletionEngine, type PromptLike, promptTarget } from 'mcp-completion-engine';
import { CompletionInput, useCompletionForm } from 'mcp-completion-engine/react';

function CompletionWidget({ id, name, value, onChange, onBlur, onFocus, registry }: WidgetProps) {
  return (
    <CompletionInput
      id={id}
      field={registry.formContext.completion.field(name)}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      onBlur={({ target }) => onBlur(id, target.value)}
      onFocus={({ target }) => onFocus(id, target.value)}
    />
  );
}

export function SchemaForm(props: {
  engine: CompletionEngine;
  prompt: PromptLike;
  onSubmit(data: Record<string, string>): void;
}) {
  const target = promptTarget(props.prompt);
  const completion = useCompletionForm(props.engine, target);
  const schema: RJSFSchema = {
    type: 'object',
    properties: Object.fromEntries(
      target.arguments.map(({ name, title = name }) => [name, { type: 'string', title }]),
    ),
    required: target.arguments.filter(({ required }) => required).map(({ name }) => name),
  };
  return (
    <Form
      schema={schema}
      validator={validator}
      widgets={{ TextWidget: CompletionWidget }}
      formContext={{ completion }}
      onSubmit={({ formData }) => props.onSubmit(formData)}
    />
  );
}
