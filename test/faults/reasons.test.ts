/** Every reason for an empty list and every kind of error, each brought about in the real engine. */
import { BehaviorSubject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import {
  type CompletionClient,
  type CompletionEngineOptions,
  type CompletionErrorKind,
  type CompletionField,
  type CompletionState,
  createCompletionEngine,
  type EmptyReason,
  type FormOptions,
  promptTarget,
} from '../../src/index.js';
import { BenchClock } from '../bench/clock.js';
import { FakeClient, type FakeRequest, rpcError } from '../support/fake-client.js';

const TARGET = promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] });

interface Scene {
  readonly field: CompletionField;
  readonly client: FakeClient;
  readonly client$: BehaviorSubject<CompletionClient | null>;
  rest(ms?: number): Promise<void>;
}

/** A form's first field over a server that plays this script. */
function scene(
  script: (request: FakeRequest) => void,
  { form = {}, ...options }: CompletionEngineOptions & { form?: FormOptions } = {},
): Scene {
  const clock = new BenchClock();
  const client = new FakeClient(script);
  const client$ = new BehaviorSubject<CompletionClient | null>(client);
  const engine = createCompletionEngine(client$, { scheduler: clock, timeoutMs: 5_000, ...options });
  const field = engine.form(TARGET, form).field('a');
  return { field, client, client$, rest: (ms = 1_000) => clock.advance(ms, () => {}) };
}

const nothing = ({ answer }: FakeRequest) => answer([], { hasMore: false });
const echo = ({ value, answer }: FakeRequest) => answer([`${value}!`]);
const failing =
  (error: unknown) =>
  ({ fail }: FakeRequest) =>
    fail(error);

/** Focuses the field and types. */
async function type({ field, rest }: Scene, ...texts: string[]): Promise<void> {
  field.focus();
  await rest();
  for (const text of texts) {
    field.setValue(text);
    await rest();
  }
}

const REASONS: Readonly<Record<EmptyReason, () => Promise<CompletionState>>> = {
  async 'not-connected'() {
    const all = scene(echo);
    all.client$.next(null);
    await type(all, 'x');
    return all.field.state;
  },
  async 'not-declared'() {
    const all = scene(echo);
    all.client.capabilities = { prompts: {} } as object;
    await type(all, 'x');
    expect(all.client.requests).toEqual([]);
    return all.field.state;
  },
  async 'method-not-found'() {
    const all = scene(failing(rpcError(-32601)));
    await type(all, 'x');
    return all.field.state;
  },
  async inactive() {
    const all = scene(echo);
    all.field.setValue('x');
    await all.rest();
    expect(all.client.requests).toEqual([]);
    return all.field.state;
  },
  async 'too-short'() {
    const all = scene(echo, { form: { minLength: 2 } });
    await type(all, 'x');
    return all.field.state;
  },
  async 'too-long'() {
    const all = scene(echo);
    await type(all, 'x'.repeat(2_001));
    expect(all.client.asked).toEqual(['']);
    return all.field.state;
  },
  async composing() {
    const all = scene(nothing);
    await type(all);
    all.field.setValue('x', { composing: true });
    await all.rest(500);
    return all.field.state;
  },
  async chosen() {
    const all = scene(echo);
    await type(all);
    all.field.accept('!');
    await all.rest();
    return all.field.state;
  },
  async 'no-values'() {
    const all = scene(nothing);
    await type(all, 'x');
    return all.field.state;
  },
  async 'invalid-params'() {
    const all = scene(failing(rpcError(-32602)));
    await type(all, 'x');
    return all.field.state;
  },
  async malformed() {
    const all = scene(({ result }) => result({ choices: [] }));
    await type(all, 'x');
    return all.field.state;
  },
  async quiet() {
    const all = scene(nothing);
    await type(all, 'code', 'code(', 'code()', 'code() {');
    expect(all.client.asked).not.toContain('code() {');
    return all.field.state;
  },
  async failing() {
    const all = scene(failing(rpcError(-32603)));
    await type(all);
    return all.field.state;
  },
  async 'backing-off'() {
    const all = scene(failing(rpcError(-32603)));
    await type(all);
    for (const text of ['x', 'xy']) {
      all.field.setValue(text);
      await all.rest(300);
    }
    expect(all.client.asked).toEqual(['', 'x']);
    return all.field.state;
  },
};

describe('a list is empty because', () => {
  it.each(Object.entries(REASONS))('%s', async (reason, bringAbout) => {
    const state = await bringAbout();
    expect(state).toMatchObject({ options: [], reason });
  });
});

const KINDS: Readonly<Record<CompletionErrorKind, (request: FakeRequest) => void>> = {
  timeout: () => {},
  disconnected: failing(new Error('Not connected')),
  'rate-limited': failing(Object.assign(new Error('Too Many Requests'), { code: 429 })),
  server: failing(rpcError(-32603)),
};

describe('an error is told as', () => {
  it.each(Object.entries(KINDS))(
    '%s, beside an untouched text, and the next good answer ends it',
    async (kind, script) => {
      const all = scene(script);
      all.field.focus();
      all.field.setValue('x');
      await all.rest(10_000);
      expect(all.field.state).toMatchObject({
        value: 'x',
        activity: 'idle',
        error: { kind },
        reason: 'failing',
      });
      all.client.script = echo;
      all.field.setValue('xy');
      await all.rest();
      expect(all.field.state).toMatchObject({ value: 'xy', options: ['xy!'], activity: 'idle' });
      expect(all.field.state.error).toBeUndefined();
    },
  );
});
