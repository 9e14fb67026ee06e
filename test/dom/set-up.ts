/** An input bound to a fake field in a happy-dom page. */
import { VirtualTimeScheduler } from 'rxjs';
import { type BindInputOptions, bindInput } from '../../src/dom/index.js';
import type { CompletionState } from '../../src/state.js';
import { FakeField } from './fake-field.js';

export function setUp(
  state: Partial<CompletionState> = {},
  { html = '<input name="city">', ...options }: BindInputOptions & { html?: string } = {},
) {
  const host = document.createElement('div');
  host.innerHTML = html;
  document.body.append(host);
  const input = host.querySelector('input')!;
  const field = new FakeField('city', state);
  const scheduler = new VirtualTimeScheduler();
  const binding = bindInput(input, field, { scheduler, ...options });

  const listbox = () => host.querySelector<HTMLElement>('[role=listbox]');
  const rows = () => [...host.querySelectorAll<HTMLElement>('[role=option]')];
  const key = (name: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
    input.dispatchEvent(event);
    return event;
  };
  /** What a person's edit does, whatever made it. */
  const type = (text: string, more: InputEventInit = {}) => {
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', ...more }));
  };
  const pass = (ms: number) => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => {}, ms);
    scheduler.flush();
  };
  return {
    host,
    input,
    field,
    binding,
    listbox,
    rows,
    key,
    type,
    pass,
    scheduler,
    expanded: () => input.getAttribute('aria-expanded'),
    texts: () => rows().map((row) => row.textContent),
    region: () => host.querySelector('[role=status]')?.textContent,
  };
}

/** The element that `aria-activedescendant` names; fails on an id that names no option of the shown list. */
export function activeElementOf(input: HTMLInputElement): HTMLElement | undefined {
  const id = input.getAttribute('aria-activedescendant');
  if (id === null) return undefined;
  const root = input.getRootNode() as Document;
  const list = root.getElementById(input.getAttribute('aria-controls')!);
  const option = root.getElementById(id);
  if (option?.getAttribute('role') !== 'option' || !list?.contains(option) || list.hidden) {
    throw new Error(`aria-activedescendant dangles: ${id}`);
  }
  return option;
}

/** An element's attributes, to compare. */
export const attributesOf = (element: Element) =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
