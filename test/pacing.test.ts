/** The engine's own pace over a whole field: keys without a pause, requests that hang, lists that have earned trust. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionField } from '../src/index.js';
import { type FakeRequest, prefixServer, rpcError } from './support/fake-client.js';
import { AB, openField, openForm, rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

const OWN_PACE = { debounceMs: undefined, narrowing: 'display' } as const;
const LANGUAGES = ['java', 'javascript', 'pascal', 'perl', 'php', 'python', 'ruby', 'rust'];

type Script = (request: FakeRequest) => void;
const later =
  (ms: number, script: Script): Script =>
  (request) =>
    void setTimeout(() => script(request), ms);
const languages = later(30, prefixServer(...LANGUAGES));

/** Three lists narrowed from the whole one prove right. */
async function prove(field: CompletionField): Promise<void> {
  field.focus();
  await rest(500);
  for (const text of ['p', 'j', 'r']) {
    field.setValue(text);
    await rest(4_000);
  }
}

async function type(field: CompletionField, text: string): Promise<void> {
  for (let end = 1; end <= text.length; end++) {
    field.setValue(text.slice(0, end));
    await rest(150);
  }
}

/** How long until it is so, in virtual milliseconds. */
async function until(isSo: () => boolean): Promise<number> {
  const began = Date.now();
  while (!isSo() && Date.now() - began < 10_000) await rest(10);
  return Date.now() - began;
}

describe('keys without a pause', () => {
  const cut: Script = ({ value, answer }) => answer([`${value}1`, `${value}2`], { hasMore: true });

  it('are asked for all the same, and not at every key', async () => {
    const { field, client } = openField(later(30, cut), OWN_PACE);
    field.focus();
    await rest(500);
    for (let key = 1; key <= 40; key++) {
      field.setValue('x'.repeat(key));
      await rest(90);
    }
    // 3.6 s of typing, a request every 400 to 500 ms.
    expect(client.asked.length - 1).toBeGreaterThanOrEqual(7);
    expect(client.asked.length - 1).toBeLessThanOrEqual(9);
    expect(client.cancelled).toEqual([]);
  });

  it('are not starved by a request that got lost', async () => {
    let isFirst = true;
    const { field, events } = openField((request) => {
      if (request.value !== 'x' || !isFirst) return later(600, cut)(request);
      isFirst = false;
    }, OWN_PACE);
    field.focus();
    await rest(2_000);
    events.length = 0;
    for (let key = 1; key <= 16; key++) {
      field.setValue('x'.repeat(key));
      await rest(400);
    }
    expect(events.filter(({ type }) => type === 'answer').length).toBeGreaterThan(5);
  });

  it('rest all the same when a back-off ends', async () => {
    const { field, client } = openField(({ fail }) => fail(rpcError(-32603)), OWN_PACE);
    field.focus();
    await rest(100);
    field.setValue('q');
    await rest(300);
    field.setValue('qq');
    await rest(500);
    await rest(field.state.error!.retryAt! - Date.now() - 20);
    const before = client.asked.length;
    field.setValue('qqq');
    await rest(30);
    expect(client.asked).toHaveLength(before);
  });
});

describe('a list that has proved right', () => {
  it('waits three seconds for the word of the server', async () => {
    const { field, client } = openField(languages, OWN_PACE);
    await prove(field);
    await type(field, 'py');
    const before = client.asked.length;
    expect(field.state).toMatchObject({ options: ['python'], provisional: true });
    expect(await until(() => client.asked.length > before)).toBeGreaterThan(2_500);
  });

  it('waits no longer than an unproved one where it was narrowed from a list that may be out of date', async () => {
    const { field, client } = openField(languages, OWN_PACE);
    await prove(field);
    field.blur();
    await rest(60_000);
    field.focus();
    field.setValue('py');
    const before = client.asked.length;
    expect(field.state).toMatchObject({ options: ['python'], provisional: true });
    expect(await until(() => client.asked.length > before)).toBeLessThanOrEqual(300);
  });

  it('waits a second where nothing is left of it: somebody wants to know', async () => {
    const { field } = openField(languages, OWN_PACE);
    await prove(field);
    field.setValue('p');
    await rest(100);
    field.setValue('pz');
    expect(await until(() => field.state.reason === 'no-values')).toBeLessThan(1_200);
  });

  it('waits a second at one of the values, where there may be another level', async () => {
    const tree: Record<string, readonly string[]> = { src: ['src', 'src/a', 'src/b'] };
    const top = ['demo', 'docs', 'src', 'test', 'tools'];
    const { field } = openField(
      later(30, ({ value, answer }) =>
        answer([...(tree[value] ?? top.filter((one) => one.startsWith(value)))], { hasMore: false }),
      ),
      OWN_PACE,
    );
    field.focus();
    await rest(500);
    for (const text of ['d', 't', 'to']) {
      field.setValue(text);
      await rest(4_000);
    }
    await type(field, 'src');
    expect(await until(() => field.state.options.includes('src/a'))).toBeLessThan(1_200);
  });

  it('has the next field fetched ahead meanwhile, once it is the text alone', async () => {
    const { form, client } = openForm(
      (request) =>
        request.params.argument.name === 'a' ? languages(request) : later(30, prefixServer('x'))(request),
      { prefetch: true },
      { target: AB, ...OWN_PACE },
    );
    const field = form.field('a');
    await prove(field);
    await type(field, 'ruby');
    const isAhead = () =>
      client.requests.some(
        ({ params: { argument, context } }) => argument.name === 'b' && context?.arguments.a === 'ruby',
      );
    expect(await until(isAhead)).toBeLessThan(400);
    expect(field.state).toMatchObject({ options: ['ruby'], provisional: true, activity: 'waiting' });
  });
});
