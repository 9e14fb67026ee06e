/** What a host does with a client and a server of one SDK, over one connection in memory; `check:package` runs it installed. */
import {
  type CompletionClient,
  type CompletionField,
  type CompletionState,
  createCompletionEngine,
  promptTarget,
} from 'mcp-completion-engine';

export interface Answer {
  completion: { values: string[]; hasMore: boolean };
}
export interface Asked {
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> | undefined } | undefined;
}
export interface Connected {
  readonly client: CompletionClient;
  close(): Promise<void>;
}

/** Connects a client to a server that answers so, or that declares no completions; `sent` hears every message to the server. */
export type Connect = (
  answer: ((asked: Asked) => Promise<Answer>) | undefined,
  sent: (message: unknown) => void,
) => Promise<Connected>;

const target = promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] });

/** @throws {Error} naming what did not work. */
export async function roundTrip(connect: Connect): Promise<void> {
  const sent: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answering = await connect(
    async ({ argument: { name, value }, context }) => {
      if (value === 'held') await held;
      if (value === 'fails') throw Object.assign(new Error('no'), { code: -32603 });
      return { completion: { values: [`${name}:${value}:${context?.arguments?.a ?? ''}`], hasMore: false } };
    },
    (message) => sent.push(JSON.stringify(message)),
  );
  const engine = createCompletionEngine(answering.client, { debounceMs: 0 });
  const form = engine.form(target, { prefetch: false });
  const [a, b] = form.fields as [CompletionField, CompletionField];
  a.focus();
  a.setValue('x');
  expectSame('an answer', (await settled(a)).options, ['a:x:']);
  a.blur();
  b.focus();
  expectSame('the context', (await settled(b)).options, ['b::x']);
  b.setValue('held');
  while (!sent.some((message) => message.includes('held')))
    await new Promise((resolve) => setTimeout(resolve));
  b.setValue('fails');
  const { error } = await settled(b);
  expectSame('an error', [error?.kind, error?.code], ['server', -32603]);
  const cancelled = sent.filter((message) => message.includes('notifications/cancelled'));
  expectSame('the cancellation', cancelled.length, 1);
  release();
  engine.dispose();
  await answering.close();

  const heard: unknown[] = [];
  const silent = await connect(undefined, (message) => heard.push(message));
  const other = createCompletionEngine(silent.client);
  const plain = other.form(target).field('a');
  plain.focus();
  expectSame('no capability', [plain.state.support, heard], ['unsupported', []]);
  other.dispose();
  await silent.close();
}

/** The first state with nothing on its way. */
function settled(field: CompletionField): Promise<CompletionState> {
  return new Promise((resolve) => {
    const subscription = field.state$.subscribe((state) => {
      if (state.activity !== 'idle' || state.reason === 'inactive') return;
      queueMicrotask(() => subscription.unsubscribe());
      resolve(state);
    });
  });
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
}
