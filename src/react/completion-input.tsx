/** CompletionInput: an input with its list, in the markup of the DOM skin. */
import {
  type ComponentPropsWithoutRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
} from 'react';
import type { CompletionField } from '../field.js';
import { type UseComboboxOptions, useCombobox } from './use-combobox.js';

/** The props of an `<input>`, and its field. */
export interface CompletionInputProps
  extends ComponentPropsWithoutRef<'input'>,
    RefAttributes<HTMLInputElement> {
  /** The field that is completed; with another one the same input is bound anew, and shows its text. */
  readonly field: CompletionField;
  /** How the combobox is set up. */
  readonly combobox?: UseComboboxOptions | undefined;
}

/**
 * An input with completions. Label it by `htmlFor` or `aria-label`: a `<label>` around it would hold its list too.
 *
 * @example <CompletionInput field={form.field('city')} id="city" className="wide" />
 */
export const CompletionInput: ForwardRefExoticComponent<CompletionInputProps> = forwardRef<
  HTMLInputElement,
  Omit<CompletionInputProps, 'ref'>
>(function CompletionInput({ field, combobox, ...props }, ref) {
  const { enabled, open, options, ...get } = useCombobox(field, combobox);
  return (
    <>
      <input {...get.getInputProps({ ...props, ref })} />
      {enabled && (
        <div {...get.getPopupProps()}>
          <div {...get.getListboxProps()}>
            {open && options.map((option, index) => <div key={option} {...get.getOptionProps(index)} />)}
          </div>
          <div {...get.getStatusProps()} />
        </div>
      )}
      {enabled && <div {...get.getAnnouncerProps()} />}
    </>
  );
});
