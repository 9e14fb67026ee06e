/** What the recipes' tests drive them with: the demo server over a real SDK client, in memory. */
import { expect } from 'vitest';
import { createCompletionEngine } from '../../src/index.js';
import { connectInMemory } from '../demo/support.js';

export const codeReview = {
  name: 'code_review',
  title: 'Code review',
  arguments: [
    { name: 'language', title: 'Language', required: true },
    { name: 'framework', title: 'Framework' },
  ],
};

export async function connect() {
  const client = await connectInMemory();
  return { client, engine: createCompletionEngine(client, { debounceMs: 0 }) };
}

/** A person's edit. */
export function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

export const options = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[role=option]')].map(({ textContent }) => textContent);

/** Waits for the list with exactly these options, and chooses the first. */
export async function choose(root: ParentNode, ...expected: string[]): Promise<void> {
  await expect.poll(() => options(root)).toEqual(expected);
  root.querySelector<HTMLElement>('[role=option]')!.click();
}
