/** What the skins' browser tests drive: scenes of HTML, bound to the real engine over a server in the page. */
/// <reference types="vite/client" />
import { type FormResult, renderForm } from '../../../src/dom/index.js';
import {
  type CompleteParams,
  type CompletionField,
  createCompletionEngine,
  type PromptLike,
  promptTarget,
  resourceTemplateTarget,
} from '../../../src/index.js';

let cities = ['Berlin', 'Bern', 'Bonn', 'Bremen', 'Basel', 'Brno', 'Bilbao', 'Bergen', 'Bologna', 'Bari'];
const paths = ['src/', 'src/a.ts', 'src/b.ts', 'test/', 'test/a.test.ts'];

/** What the server knows, by argument. */
const answers: Record<string, (value: string) => { values: string[]; total?: number; hasMore?: boolean }> = {
  city: (value) => ({ values: cities.filter((city) => city.toLowerCase().startsWith(value.toLowerCase())) }),
  path: (value) => ({ values: paths.filter((path) => path.startsWith(value) && path !== value) }),
  many: () => ({
    values: Array.from({ length: 100 }, (_, index) => `row ${index}`),
    total: 1532,
    hasMore: true,
  }),
  markup: () => ({
    values: ['<img src=x onerror="globalThis.hacked = true">', '"><svg onload="hacked = true">'],
  }),
  none: () => ({ values: [] }),
};

let completions: object | undefined = {};
let latencyMs = 0;
const requests: string[] = [];
const answered: string[] = [];
const client = {
  getServerCapabilities: () => (completions ? { completions } : {}),
  async complete({ argument }: CompleteParams) {
    requests.push(`${argument.name}=${argument.value}`);
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
    answered.push(argument.name);
    return { completion: (answers[argument.name] ?? answers.city!)(argument.value) };
  },
};

function engineOf() {
  return createCompletionEngine(client, { debounceMs: 20 });
}

function loaded(frame: HTMLIFrameElement): Promise<unknown> | undefined {
  if (frame.contentDocument?.URL === 'about:srcdoc' && frame.contentDocument.readyState === 'complete')
    return;
  return new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
}

function roots(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const inner = [...root.querySelectorAll('*')].map((element) =>
    element instanceof HTMLIFrameElement ? element.contentDocument : element.shadowRoot,
  );
  return [root, ...inner.filter((one) => one !== null).flatMap(roots)];
}

/** Makes an input of the scene, or what takes its place, complete; and hangs the field on it. */
export type Skin = (input: HTMLInputElement, field: CompletionField) => void;
let skin: Skin;

const page = {
  requests,
  answered,
  /** Other behaviour of the server from here on. */
  server(options: { completions?: boolean; latencyMs?: number; cities?: string[] }): void {
    if (options.completions !== undefined) completions = options.completions ? {} : undefined;
    latencyMs = options.latencyMs ?? latencyMs;
    cities = options.cities ?? cities;
  },
  /** Shows HTML, with a shadow tree for each `data-shadow`, then binds it. */
  async scene(html: string): Promise<void> {
    document.body.innerHTML = html;
    for (const host of document.querySelectorAll('[data-shadow]')) {
      host.attachShadow({ mode: 'open' }).append(host.querySelector('template')!.content);
    }
    await Promise.all([...document.querySelectorAll('iframe')].map(loaded));
    page.bind();
  },
  /** Binds every input that has a name, in shadow trees and frames too. */
  bind(): void {
    const engine = engineOf();
    for (const root of roots(document)) {
      for (const input of root.querySelectorAll<HTMLInputElement>('input[name]')) {
        const target = promptTarget({ name: 'p', arguments: [{ name: input.name }] });
        skin(input, engine.form(target, { prefetch: false }).field(input.name));
      }
    }
  },
  /** The stylesheet that goes with the skin; the tests of behaviour do without it. */
  async style(): Promise<void> {
    await import('../../../src/dom/style.css');
  },
  results: [] as FormResult[],
  /** Renders a whole form into the body. */
  form(target: { prompt: PromptLike } | { uriTemplate: string }, multiline: readonly string[] = []): void {
    document.body.innerHTML = '<main></main>';
    const form = engineOf().form(
      'prompt' in target ? promptTarget(target.prompt) : resourceTemplateTarget({ name: 't', ...target }),
    );
    renderForm(document.querySelector('main')!, form, {
      multiline: (name) => multiline.includes(name),
      onSubmit: (result) => page.results.push(result),
    });
  },
};

export type DomPage = typeof page;

export function servePage(bind: Skin): void {
  skin = bind;
  Object.assign(globalThis, { domPage: page });
}
