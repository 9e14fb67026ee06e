/** What the DOM skin's browser tests drive: scenes of HTML, bound to the real engine over a server in the page. */
import { bindInput, type FormResult, renderForm } from '../../../src/dom/index.js';
import {
  type CompleteParams,
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

const page = {
  requests,
  answered,
  /** Other behaviour of the server from here on. */
  server(options: { completions?: boolean; latencyMs?: number; cities?: string[] }): void {
    if (options.completions !== undefined) completions = options.completions ? {} : undefined;
    latencyMs = options.latencyMs ?? latencyMs;
    cities = options.cities ?? cities;
  },
  /** Shows HTML, then binds every input in it that has a name, in shadow trees and frames too. */
  async scene(html: string): Promise<void> {
    document.body.innerHTML = html;
    for (const host of document.querySelectorAll('[data-shadow]')) {
      const template = host.querySelector('template')!;
      host.attachShadow({ mode: 'open' }).append(template.content);
    }
    const roots: (Document | ShadowRoot)[] = [document];
    for (const element of document.querySelectorAll('*'))
      if (element.shadowRoot) roots.push(element.shadowRoot);
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentDocument?.readyState !== 'complete' || frame.contentDocument.URL === 'about:blank') {
        await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      }
      roots.push(frame.contentDocument!);
    }
    const engine = engineOf();
    for (const root of roots) {
      for (const input of root.querySelectorAll<HTMLInputElement>('input[name]')) {
        const target = promptTarget({ name: 'p', arguments: [{ name: input.name }] });
        const form = engine.form(target, { prefetch: false });
        Object.assign(input, {
          binding: bindInput(input, form.field(input.name)),
          field: form.field(input.name),
        });
      }
    }
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
Object.assign(globalThis, { domPage: page });
