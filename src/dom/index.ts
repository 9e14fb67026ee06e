/** The public names of `mcp-completion-engine/dom`: the skin for pages without a framework. */
export { type BindInputOptions, type Binding, bindInput } from './bind-input.js';
export { englishFormMessages, type FormMessages } from './form-messages.js';
export type { ClassNames, Part } from './parts.js';
export { type FormResult, type RenderFormOptions, renderForm } from './render-form.js';
