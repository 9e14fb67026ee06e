/** An input of the React skin over a fake field in a happy-dom page. */
import { act, type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { VirtualTimeScheduler } from 'rxjs';
import { CompletionInput, type CompletionInputProps } from '../../src/react/index.js';
import type { CompletionState } from '../../src/state.js';
import { FakeField } from '../dom/fake-field.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** Renders into a new element of the page. Every call flushes what it causes. */
export function render(node: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'));
  const root: Root = createRoot(host);
  const show = (next: ReactNode) => act(() => root.render(<StrictMode>{next}</StrictMode>));
  show(node);
  return {
    host,
    show,
    unmount: () => act(() => root.unmount()),
    find: <E extends HTMLElement = HTMLElement>(selector: string) => host.querySelector<E>(selector)!,
  };
}

/** What a person does to one input, and what is seen of its list. */
export function hands(host: HTMLElement, scheduler: VirtualTimeScheduler) {
  const input = () => host.querySelector('input')!;
  const rows = () => [...host.querySelectorAll<HTMLElement>('[role=option]')];
  return {
    rows,
    texts: () => rows().map((row) => row.textContent),
    expanded: () => input().getAttribute('aria-expanded'),
    listbox: () => host.querySelector<HTMLElement>('[role=listbox]'),
    focus: () => act(() => input().focus()),
    blur: () => act(() => input().blur()),
    click: (row: number) => act(() => rows()[row]!.click()),
    key(name: string, more: KeyboardEventInit = {}) {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
      act(() => void input().dispatchEvent(event));
      return event;
    },
    /** What a person's edit does, whatever made it. */
    type(text: string, more: InputEventInit = {}) {
      write(input(), text);
      act(
        () =>
          void input().dispatchEvent(
            new InputEvent('input', { bubbles: true, inputType: 'insertText', ...more }),
          ),
      );
    },
    pass(ms: number) {
      scheduler.maxFrames = scheduler.now() + ms;
      scheduler.schedule(() => {}, ms);
      act(() => scheduler.flush());
    },
  };
}

/** Changes the text as a browser does: past the property by which React watches the element. */
export function write(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
}

export function setUp(
  state: Partial<CompletionState> = {},
  { id, ...props }: Omit<CompletionInputProps, 'field'> = {},
) {
  const field = new FakeField('city', state);
  const scheduler = new VirtualTimeScheduler();
  const element = (more: Omit<CompletionInputProps, 'field'> = {}) => (
    <CompletionInput field={field} combobox={{ scheduler, id }} {...props} {...more} />
  );
  const rendered = render(element());
  return {
    ...rendered,
    ...hands(rendered.host, scheduler),
    field,
    scheduler,
    /** Renders the same input with these props added. */
    again: (more: Omit<CompletionInputProps, 'field'> = {}) => rendered.show(element(more)),
    input: rendered.find<HTMLInputElement>('input'),
    /** The field changes, and React draws it. */
    does: (work: (field: FakeField) => void) => act(() => work(field)),
  };
}
