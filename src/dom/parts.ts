/** The elements that the DOM skin makes, named for styling. */

/** What can be styled: each has this `part`, the class `mcp-completion-<part>`, and the host's own class names. */
export type Part = 'popup' | 'listbox' | 'option' | 'match' | 'status' | 'announcer';

/** A host's own class names, part by part, beside the skin's. Default: none. */
export type ClassNames = Partial<Record<Part, string>>;

export function createPart(
  document: Document,
  tag: string,
  part: Part,
  classNames: ClassNames = {},
): HTMLElement {
  const element = document.createElement(tag);
  element.className = `mcp-completion-${part} ${classNames[part] ?? ''}`.trim();
  element.setAttribute('part', part);
  return element;
}
