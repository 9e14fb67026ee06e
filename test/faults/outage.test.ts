/** A server that is out of order for five minutes: asked ever less, and back at work within one back-off step. */
import { describe, expect, it } from 'vitest';
import { type CompletionEvent, createCompletionEngine, promptTarget } from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { FakeClient, type FakeRequest, prefixServer, rpcError } from '../support/fake-client.js';

const TARGET = promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] });
const OUTAGE_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 30_000;

interface Outage {
  readonly name: string;
  readonly script: (request: FakeRequest) => void;
  readonly keyMs: number;
}

const failing =
  (error: unknown) =>
  ({ fail }: FakeRequest) =>
    fail(error);

const OUTAGES: readonly Outage[] = [
  { name: 'fails every request', script: failing(rpcError(-32603)), keyMs: 500 },
  { name: 'refuses every connection', script: failing(new TypeError('fetch failed')), keyMs: 500 },
  { name: 'answers 429', script: failing(Object.assign(new Error('Slow down'), { code: 429 })), keyMs: 500 },
  // Longer than a timeout: a request that the next key supersedes is no failure.
  { name: 'never answers', script: () => {}, keyMs: 6_000 },
];

describe.each(OUTAGES)('a server that $name', { timeout: 30_000 }, ({ script, keyMs }) => {
  async function lastUntilTheEnd() {
    const clock = new BenchClock();
    const client = new FakeClient(script);
    const engine = createCompletionEngine(client, { scheduler: clock, timeoutMs: 5_000, debounceMs: 100 });
    const sent: number[] = [];
    const isRequest = ({ type }: CompletionEvent) => type === 'request';
    engine.events$.subscribe((event) => isRequest(event) && sent.push(event.at));
    const field = engine.form(TARGET).field('a');
    const rest = async (ms: number) => {
      await clock.advance(ms, () => {});
      await microtasks();
    };
    field.focus();
    for (let keys = 0; clock.now() < OUTAGE_MS; keys++) {
      const text = 'py'.repeat((keys % 4) + 1);
      field.setValue(text);
      expect(field.value).toBe(text);
      await rest(keyMs);
    }
    client.script = prefixServer('python', 'perl');
    return { clock, client, engine, field, sent, rest };
  }

  it('is asked a dozen times or two in five minutes of typing, not at every key', async () => {
    const { sent } = await lastUntilTheEnd();
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.length).toBeLessThan(25);
  });

  it('serves the text that stands when the back-off ends, without another key', async () => {
    const { clock, field, rest } = await lastUntilTheEnd();
    field.setValue('py');
    const until = clock.now() + LONGEST_WAIT_MS + 100;
    while (field.state.options.length === 0 && clock.now() < until) await rest(100);
    expect(field.state).toMatchObject({ value: 'py', options: ['python'], activity: 'idle' });
    expect(field.state.error).toBeUndefined();
  });

  it('serves an explicit request at once, and all fields after it', async () => {
    const { engine, field, rest } = await lastUntilTheEnd();
    field.setValue('p');
    field.refresh();
    await rest(0);
    expect(field.state).toMatchObject({ options: ['python', 'perl'], activity: 'idle' });
    field.setValue('pe');
    await rest(100);
    expect(field.state).toMatchObject({ options: ['perl'], activity: 'idle' });
    field.blur();
    const other = engine.form(TARGET).field('b');
    other.focus();
    await rest(0);
    expect(other.state).toMatchObject({ options: ['python', 'perl'], activity: 'idle' });
  });
});
