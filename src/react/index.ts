/** The public names of `mcp-completion-engine/react`: hooks and prop getters over the headless combobox. */
export type { ElementProps, InputProps } from './bound-combobox.js';
export { CompletionInput, type CompletionInputProps } from './completion-input.js';
export {
  type ComboboxBinding,
  type UseComboboxOptions,
  useCombobox,
} from './use-combobox.js';
export { useCompletionForm, useFormValues } from './use-completion-form.js';
