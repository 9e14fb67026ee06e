/** The elements that the DOM skin makes, named for styling, and the prose in them. */

/** What can be styled: each has this `part`, the class `mcp-completion-<part>`, and the host's own class names. */
export type Part = 'popup' | 'listbox' | 'option' | 'match' | 'status' | 'announcer';

/** A host's own class names, part by part, beside the skin's. Default: none. */
export type ClassNames = Partial<Record<Part, string>>;

/** An element of the class `mcp-completion-<name>`. */
export function createNamed<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: K,
  name: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = `mcp-completion-${name}`;
  return element;
}

/** A server's sentences, whole: in a direction of their own, and with nothing hidden that reorders them. */
export function setProse(element: HTMLElement, text: string): void {
  element.dir = 'auto';
  element.textContent = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

export function createPart(
  document: Document,
  tag: 'div' | 'mark',
  part: Part,
  classNames: ClassNames = {},
): HTMLElement {
  const element = createNamed(document, tag, `${part} ${classNames[part] ?? ''}`.trim());
  element.setAttribute('part', part);
  return element;
}
