/** A page under a strict content security policy: every skin, filled with whatever a hostile server says. */
import { createRoot } from 'react-dom/client';
import { showCompletionDevtools } from '../../../src/devtools/index.js';
import { renderForm } from '../../../src/dom/index.js';
import {
  type CompleteParams,
  createCompletionEngine,
  promptTarget,
  resourceTemplateTarget,
} from '../../../src/index.js';
import { CompletionInput } from '../../../src/react/index.js';

let values: readonly string[] = [];
let failure: unknown;
const client = {
  getServerCapabilities: () => ({ completions: {} }),
  async complete(_params: CompleteParams) {
    if (failure !== undefined) throw failure;
    return { completion: { values, total: 5_000, hasMore: true } };
  },
};
const engine = createCompletionEngine(client, { debounceMs: 0, cache: false, narrowing: 'off' });

/** What broke the policy, as the page was told. */
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
);

const settle = () => new Promise((resolve) => setTimeout(resolve));
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const main = document.querySelector('main')!;

const page = {
  violations,
  failWith(message: string): void {
    failure = Object.assign(new Error(message), { code: -32603 });
  },
  /** A form whose every word is the server's, in a skin. */
  show(skin: 'dom' | 'react', words: { name: string; title: string; description: string }): void {
    main.replaceChildren();
    const { name, title, description } = words;
    const prompt = { name, title, description, arguments: [{ name, description }, { name: `${name}2` }] };
    const form = engine.form(promptTarget(prompt), { prefetch: false });
    if (skin === 'dom') renderForm(main, form);
    else {
      const container = document.createElement('div');
      main.append(container);
      createRoot(container).render(
        form.fields.map((field) => (
          <CompletionInput key={field.name} field={field} aria-label={field.name} />
        )),
      );
    }
    const uriTemplate = `file:///{path}?${name}`;
    renderForm(main, engine.form(resourceTemplateTarget({ name, title, description, uriTemplate })));
    showCompletionDevtools(engine, main).watch(form);
  },
  /** Types into the first input while the server answers with these values, as JSON; their list stays open. */
  async open(served: string, typed: string): Promise<void> {
    values = JSON.parse(served);
    const input = main.querySelector('input')!;
    input.blur();
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, typed);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed }));
    await settle();
    await settle();
  },
  /** The list, and what choosing its first option writes; as JSON, which keeps lone surrogates. */
  async list(served: string, typed: string): Promise<string> {
    await page.open(served, typed);
    const shown = rows().map((row) => ({
      text: row.textContent,
      value: row.dataset.value,
      markup: [...row.querySelectorAll('*')].map(({ localName }) => localName),
    }));
    rows()[0]?.click();
    await settle();
    return JSON.stringify({ shown, input: main.querySelector('input')!.value });
  },
  /** How many lines each row of the list takes up. */
  lines: () =>
    rows().map((row) => {
      const range = document.createRange();
      range.selectNodeContents(row);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  /** The names of every element in the page, once each. */
  elements: () => [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
  attributes: () =>
    [
      ...new Set([...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())),
    ].sort(),
  /** What the policy must catch, or this test could not fail. */
  async misbehave(): Promise<string[]> {
    const caught: string[] = [];
    const row = document.createElement('div');
    try {
      row.innerHTML = '<img src=x>';
    } catch (error) {
      caught.push((error as Error).name);
    }
    row.setAttribute('style', 'color: red');
    document.body.append(row);
    await settle();
    row.remove();
    return [...caught, ...violations.splice(0)];
  },
};

export type SecurityPage = typeof page;
Object.assign(globalThis, { securityPage: page });
