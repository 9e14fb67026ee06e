/** A page under a strict content security policy: every skin, filled with whatever a hostile server says. */
import { flushSync } from 'react-dom';
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
let [pushed, frames, underWay, atOnce, flooding] = [0, 0, 0, 0, false];
const slowClient = {
  getServerCapabilities: () => ({ completions: {} }),
  async complete(_params: CompleteParams, { signal }: { signal?: AbortSignal } = {}) {
    atOnce = Math.max(atOnce, ++underWay);
    try {
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 30);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return { completion: { values } };
    } finally {
      underWay--;
    }
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
  /** Shows a form in a skin, uses it and takes it away again, so many times. */
  async rounds(skin: 'dom' | 'react', count: number): Promise<void> {
    values = ['one', 'two', 'three'];
    for (let round = 0; round < count; round++) {
      const form = engine.form(promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] }));
      const undo: (() => void)[] = [() => form.dispose()];
      if (skin === 'dom') undo.push(renderForm(main, form).destroy);
      else {
        const root = createRoot(main);
        flushSync(() =>
          root.render(
            form.fields.map((field) => (
              <CompletionInput key={field.name} field={field} aria-label={field.name} />
            )),
          ),
        );
        undo.push(() => root.unmount());
      }
      for (const input of main.querySelectorAll('input')) {
        input.focus();
        await settle();
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
        if (round % 2) rows()[0]?.click();
      }
      (document.activeElement as HTMLElement).blur();
      for (const undone of undo.reverse()) undone();
    }
  },
  /**
   * A host that pushes values into fifty bound fields as fast as the page lets it, until told to stop; a fifty-first is
   * for a person.
   */
  flood(skin: 'dom' | 'react'): void {
    main.replaceChildren();
    values = ['alpha', 'beta', 'gamma'];
    const floodEngine = createCompletionEngine(slowClient);
    const names = Array.from({ length: 5 }, (_, at) => ({ name: `f${at}` }));
    const forms = Array.from({ length: 10 }, (_, at) =>
      floodEngine.form(promptTarget({ name: `p${at}`, arguments: names })),
    );
    const person = floodEngine.form(promptTarget({ name: 'q', arguments: [{ name: 'person' }] }));
    const container = document.createElement('div');
    main.append(container);
    if (skin === 'dom') for (const form of [person, ...forms]) renderForm(container, form);
    else
      createRoot(container).render(
        [person, ...forms].flatMap(({ fields, target }) =>
          fields.map((field) => (
            <CompletionInput
              key={`${target.key} ${field.name}`}
              field={field}
              name={field.name}
              aria-label={field.name}
            />
          )),
        ),
      );
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      for (let push = 0; push < 10; push++) {
        const field = forms[pushed % 10]!.fields[pushed % 5]!;
        if (pushed % 3) field.setValue(`text ${pushed}`);
        else forms[pushed % 10]!.setValues({ [field.name]: `text ${pushed}` });
        pushed++;
      }
      if (flooding) channel.port2.postMessage(0);
    };
    flooding = true;
    channel.port2.postMessage(0);
    const frame = () => {
      frames++;
      if (flooding) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  },
  stop: () => {
    flooding = false;
  },
  figures: () => ({ pushed, frames, underWay, atOnce, text: rows().map((row) => row.textContent) }),
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
