/** The public names of `mcp-completion-engine/combobox`: the headless combobox, for any renderer. */
export {
  type Attributes,
  type ComboboxAttributes,
  type ComboboxIds,
  comboboxAttributes,
  comboboxIds,
} from './attributes.js';
export { createCombobox } from './combobox.js';
export { displayText, matchRange, maxDisplayed } from './display.js';
export type { Combobox, ComboboxOptions } from './handle.js';
export { type KeyAction, type KeyFacts, type KeyMeaning, type KeySituation, keyMeaning } from './keys.js';
export { type ComboboxMessages, englishMessages } from './messages.js';
export type { ComboboxView } from './view.js';
