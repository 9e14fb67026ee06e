/** The protocol's own example messages: our requests equal its examples, and its answers decode to the right state. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCompletionEngine } from '../src/index.js';
import { GENERATIONS } from './hostile/clients.js';
import { open, TARGET } from './hostile/session.js';

const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`spec/${name}.json`, import.meta.url), 'utf8'));

const withoutMeta = ({ _meta, ...params }: Record<string, unknown>) => params;

describe.each(GENERATIONS)("the specification's examples, with $name", (generation) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('a prompt argument: the request is the example, member for member', async () => {
    const session = await open(generation, {
      script: ({ answer }) => answer({ completion: { values: [] } }),
    });
    await session.type('py');
    const sent = session.server.wire.completions.at(-1)!;
    const { id, params, ...request } = example('CompleteRequest.completion-request');
    expect({ ...sent, id, params: withoutMeta(sent.params!) }).toEqual({
      id,
      params: withoutMeta(params),
      ...request,
    });
    expect(withoutMeta(sent.params!)).toEqual(
      withoutMeta(example('CompleteRequestParams.prompt-argument-completion')),
    );
    await session.close();
  });

  it('a prompt argument with context: the params are the example, member for member', async () => {
    const session = await open(generation, {
      script: ({ answer }) => answer({ completion: { values: [] } }),
    });
    session.form.setValues({ language: 'python' });
    const framework = session.form.field('framework');
    framework.focus();
    framework.setValue('fla');
    await vi.advanceTimersByTimeAsync(1_000);
    const sent = session.server.wire.completions.at(-1)!;
    expect(withoutMeta(sent.params!)).toEqual(
      withoutMeta(example('CompleteRequestParams.prompt-argument-completion-with-context')),
    );
    await session.close();
  });

  it('several values with more available', async () => {
    const result = example('CompleteResult.multiple-completion-values-with-more-available');
    const session = await open(generation, { script: ({ answer }) => answer(result) });
    await session.type('py');
    expect(session.field.state).toMatchObject({
      support: 'supported',
      activity: 'idle',
      value: 'py',
      answered: 'py',
      options: ['python', 'pytorch', 'pyside'],
      total: 10,
      hasMore: true,
      provisional: false,
    });
    expect(session.field.state.reason).toBeUndefined();
    await session.close();
  });

  it('a single value, as a result and as a whole response', async () => {
    const result = example('CompleteResult.single-completion-value');
    const response = example('CompleteResultResponse.completion-result-response');
    const session = await open(generation, { script: ({ answer }) => answer(result) });
    await session.type('fl');
    const expected = { options: ['flask'], total: 1, hasMore: false, provisional: false, activity: 'idle' };
    expect(session.field.state).toMatchObject({ ...expected, answered: 'fl' });

    session.server.script = ({ raw, id }) => raw({ ...response, id });
    await session.type('fla');
    expect(session.field.state).toMatchObject({ ...expected, answered: 'fla' });
    await session.close();
  });
});

it("a host's own minimal client sends the example's params through complete() as well", async () => {
  const sent: unknown[] = [];
  const engine = createCompletionEngine({
    getServerCapabilities: () => ({ completions: {} }),
    complete: async (params) => {
      sent.push(params);
      return example('CompleteResult.single-completion-value');
    },
  });
  const form = engine.form(TARGET, { values: { language: 'py' } });
  form.field('language').focus();
  expect(sent).toEqual([withoutMeta(example('CompleteRequestParams.prompt-argument-completion'))]);
  engine.dispose();
});
