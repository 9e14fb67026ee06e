/** The page of `npm run bench:browser`: one form of the engine over a real connection, watched frame by frame. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { renderForm } from '../../../src/dom/index.js';
import { createCompletionEngine } from '../../../src/engine.js';
import type { CompletionEngineOptions } from '../../../src/options.js';
import { promptTarget } from '../../../src/target.js';
import { answerOf } from '../model.js';
import type { FormModel } from '../trace.js';

export interface Watched {
  readonly focusedMs: number;
  readonly blindMs: number;
  readonly frames: number;
}

export interface Painted {
  readonly medianMs: number;
  readonly worstMs: number;
  readonly keys: number;
}

export interface BenchPage {
  start(model: FormModel, options: CompletionEngineOptions): Promise<void>;
  /** What was seen since `start`. */
  watched(): Watched;
  /** Two cached texts in turn, from the `input` event to the frame with their list painted. */
  paint(field: string, texts: readonly [string, string], keys: number): Promise<Painted>;
}

let seen = { focusedMs: 0, blindMs: 0, frames: 0 };
let run = 0;

function inputs(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('form input, [data-bench] input')];
}

function listed(input: HTMLInputElement): string[] {
  if (input.getAttribute('aria-expanded') !== 'true') return [];
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])].map(
    (option) => option.dataset.value!,
  );
}

function isRight(model: FormModel, input: HTMLInputElement): boolean {
  const context = Object.fromEntries(inputs().map(({ name, value }) => [name, value]));
  const { values } = answerOf(model[input.name]!, input.value, context);
  const shown = listed(input);
  if (shown.length === 0) return values.length === 0 || (values.length === 1 && values[0] === input.value);
  return shown.length === values.length && shown.every((value, at) => value === values[at]);
}

/** A frame's time goes to what the frame before it showed. */
function watch(model: FormModel): void {
  const mine = ++run;
  seen = { focusedMs: 0, blindMs: 0, frames: 0 };
  let last = performance.now();
  let before: 'right' | 'blind' | 'unfocused' = 'unfocused';
  const frame = (now: number) => {
    if (mine !== run) return;
    if (before !== 'unfocused') {
      seen.frames++;
      seen.focusedMs += now - last;
      if (before === 'blind') seen.blindMs += now - last;
    }
    last = now;
    const active = document.activeElement;
    const input =
      active instanceof HTMLInputElement && Object.hasOwn(model, active.name) ? active : undefined;
    before = input === undefined ? 'unfocused' : isRight(model, input) ? 'right' : 'blind';
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Resolves once the frame under way has been painted: a task queued in its callback runs right after. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}

const page: BenchPage = {
  async start(model, options) {
    const client = new Client({ name: 'bench', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)) as Transport);
    const engine = createCompletionEngine(client, options);
    const fields = Object.keys(model).map((name) => ({ name }));
    document.body.innerHTML = '<div data-bench></div>';
    renderForm(
      document.querySelector<HTMLElement>('[data-bench]')!,
      engine.form(promptTarget({ name: 'bench', arguments: fields })),
    );
    watch(model);
  },
  watched: () => seen,
  async paint(field, texts, keys) {
    const input = inputs().find(({ name }) => name === field)!;
    const times: number[] = [];
    for (let key = 0; key < keys; key++) {
      input.value = texts[key % 2]!;
      const event = new InputEvent('input', { bubbles: true, inputType: 'insertText' });
      const from = performance.now();
      input.dispatchEvent(event);
      await painted();
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    return { medianMs: times[times.length >> 1]!, worstMs: times.at(-1)!, keys };
  },
};

Object.assign(globalThis, { benchPage: page });
