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
  readonly blindFrames: number;
}

export interface Times {
  readonly medianMs: number;
  /** Nineteen of twenty are no longer. */
  readonly mostMs: number;
  readonly worstMs: number;
}

/** From the `input` event. */
export interface Painted {
  readonly keys: number;
  /** Until the list stands in the document: the page's thread is busy so long. */
  readonly listed: Times;
  /** Until the frame that shows it is painted. */
  readonly painted: Times;
  /** How often that was the very next frame. */
  readonly inNextFrame: number;
}

export interface BenchPage {
  start(model: FormModel, options: CompletionEngineOptions): Promise<void>;
  /** What was seen since `start`. */
  watched(): Watched;
  /** Two cached texts in turn, from the `input` event to the frame with their list painted. */
  paint(model: FormModel, field: string, texts: readonly [string, string], keys: number): Promise<Painted>;
}

const NOTHING = { focusedMs: 0, blindMs: 0, frames: 0, blindFrames: 0 };
let seen = NOTHING;
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
  seen = { ...NOTHING };
  let last = performance.now();
  let before: 'right' | 'blind' | 'unfocused' = 'unfocused';
  const frame = (now: number) => {
    if (mine !== run) return;
    if (before !== 'unfocused') {
      seen.frames++;
      seen.focusedMs += now - last;
      if (before === 'blind') {
        seen.blindFrames++;
        seen.blindMs += now - last;
      }
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
  async paint(model, field, texts, keys) {
    const input = inputs().find(({ name }) => name === field)!;
    const listedAfter: number[] = [];
    const paintedAfter: number[] = [];
    let inNextFrame = 0;
    for (let key = 0; key < keys; key++) {
      // Keys fall anywhere between two frames.
      await pause((key * 7) % 16);
      input.value = texts[key % 2]!;
      const from = performance.now();
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
      listedAfter.push(performance.now() - from);
      await painted();
      if (isRight(model, input)) inNextFrame++;
      while (!isRight(model, input)) await painted();
      paintedAfter.push(performance.now() - from);
    }
    return { keys, listed: times(listedAfter), painted: times(paintedAfter), inNextFrame };
  },
};

function times(all: readonly number[]): Times {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
  return { medianMs: at(0.5), mostMs: at(0.95), worstMs: at(1) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

Object.assign(globalThis, { benchPage: page });
