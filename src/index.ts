/** The public names of the core. */
export type { CompletionClient, CompletionRequestOptions } from './client.js';
export { type CompletionEngine, createCompletionEngine } from './engine.js';
export { CompletionError, type CompletionErrorKind, type Failure, isCompletionError } from './errors.js';
export type { CompletionEvent, CompletionQuery } from './events.js';
export type { CompletionField } from './field.js';
export type { CompletionForm } from './form.js';
export type { FormOptions } from './form-options.js';
export type { CompletionEngineOptions } from './options.js';
export type { CompletionBinding } from './pipeline.js';
export type { Completeness, CompleteParams, CompletionAnswer, CompletionRef } from './protocol.js';
export type { Activity, CompletionState, EmptyReason, Support } from './state.js';
export {
  type CompletionTarget,
  type PromptLike,
  promptTarget,
  type ResourceTemplateLike,
  resourceTemplateTarget,
  type TargetArgument,
} from './target.js';
