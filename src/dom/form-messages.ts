/** The words of a rendered form. */

/** Every text of the form itself; give your own to localise it. */
export interface FormMessages {
  /** Default: "Continue". */
  submit: string;
  /** Default: "Reset". */
  reset: string;
  /** Above a group of which one is enough. Default: "At least one of these". */
  anyOf: string;
  /** Behind a required argument's label. Default: "(required)". */
  required: string;
  /** At a required argument left empty; `label` is its title. Default: "Please fill in Language". */
  missing(label: string): string;
  /** At a group all of whose arguments were left empty. Default: "Please fill in City or Region". */
  missingAny(labels: readonly string[]): string;
  /** Before the preview of a resource template's URI. Default: "URI". */
  uri: string;
}

/** The defaults. */
export const englishFormMessages: FormMessages = {
  submit: 'Continue',
  reset: 'Reset',
  anyOf: 'At least one of these',
  required: '(required)',
  missing: (label) => `Please fill in ${label}`,
  missingAny: (labels) => `Please fill in ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`,
  uri: 'URI',
};
