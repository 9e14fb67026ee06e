/** One form over a hostile server, with a real SDK client in between and all time virtual. */
import { vi } from 'vitest';
import type {
  CompletionEngine,
  CompletionEngineOptions,
  CompletionEvent,
  CompletionField,
  CompletionForm,
  CompletionState,
} from '../../src/index.js';
import { createCompletionEngine, promptTarget } from '../../src/index.js';
import type { Generation, HostileClient } from './clients.js';
import { type HostileOptions, HostileServer } from './server.js';

export const DEBOUNCE_MS = 100;
export const TIMEOUT_MS = 5_000;

/** Longer than a debounce, shorter than a timeout. */
export const REST_MS = 400;

export interface Session {
  readonly server: HostileServer;
  readonly client: HostileClient;
  readonly engine: CompletionEngine;
  readonly form: CompletionForm;
  /** The field in use. */
  readonly field: CompletionField;
  /** Every state of that field since the session began. */
  readonly states: readonly CompletionState[];
  readonly events: readonly CompletionEvent[];
  /** Replaces the text and rests until it has been asked. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface SessionOptions extends HostileOptions {
  readonly engine?: CompletionEngineOptions;
}

/** A field in use over a fresh server; call with fake timers installed. */
export async function open(generation: Generation, options: SessionOptions = {}): Promise<Session> {
  const server = new HostileServer(options);
  const client = await generation.connect(server);
  const engine = createCompletionEngine(client, {
    debounceMs: DEBOUNCE_MS,
    timeoutMs: TIMEOUT_MS,
    narrowing: 'off',
    ...options.engine,
  });
  const events: CompletionEvent[] = [];
  engine.events$.subscribe((event) => events.push(event));
  const form = engine.form(TARGET, { prefetch: false });
  const field = form.field('language');
  const states: CompletionState[] = [];
  field.state$.subscribe((state) => states.push(state));
  field.focus();
  await rest(0);
  return {
    server,
    client,
    engine,
    form,
    field,
    states,
    events,
    async type(text) {
      field.setValue(text);
      await rest();
    },
    async close() {
      engine.dispose();
      await client.close();
    },
  };
}

export const rest = async (ms = REST_MS): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

export const TARGET = promptTarget({
  name: 'code_review',
  arguments: [{ name: 'language', required: true }, { name: 'framework' }],
});
