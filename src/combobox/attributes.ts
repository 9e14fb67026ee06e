/** The ids of a combobox's elements, and the ARIA attributes that a view asks of each. */
import type { ComboboxView } from './view.js';

/** Ids of one combobox's elements: plain tokens, whatever the options' texts are. */
export interface ComboboxIds {
  /** What `aria-controls` points at. */
  readonly listbox: string;
  /** The live region's. */
  readonly status: string;
  /** What `aria-activedescendant` points at, by the index in the view's `options`. */
  option(index: number): string;
}

/** Attribute names as in HTML; `undefined` means that the attribute is absent. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** The attributes of every element of a combobox. */
export interface ComboboxAttributes {
  /** For the input: `role=combobox`, and what is open and active. */
  readonly input: Attributes;
  /** For the list, which must exist, hidden, while it is closed. */
  readonly listbox: Attributes;
  /** For the polite live region that holds the view's `announcement`. */
  readonly status: Attributes;
  /** For the row at this index; `aria-selected` on the active one alone. */
  option(index: number): Attributes;
}

let count = 0;

/** Ids under `prefix`; without one, under a counted prefix (never a random one: the same on a server and in a page). */
export function comboboxIds(prefix = `mcp-completion-${++count}`): ComboboxIds {
  return {
    listbox: `${prefix}-listbox`,
    status: `${prefix}-status`,
    option: (index) => `${prefix}-option-${index}`,
  };
}

/**
 * Roles, states and properties after the ARIA Authoring Practices' editable combobox with list autocomplete. The
 * listbox must exist, hidden, while the combobox is closed: `aria-controls` always points at it.
 */
export function comboboxAttributes(view: ComboboxView, ids: ComboboxIds, label: string): ComboboxAttributes {
  const { open, activeIndex } = view;
  return {
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': `${open}`,
      'aria-controls': ids.listbox,
      'aria-activedescendant': activeIndex < 0 ? undefined : ids.option(activeIndex),
    },
    listbox: { role: 'listbox', id: ids.listbox, 'aria-label': label },
    status: { role: 'status', id: ids.status, 'aria-live': 'polite' },
    option: (index) => ({
      role: 'option',
      id: ids.option(index),
      'aria-selected': `${index === activeIndex}`,
    }),
  };
}
