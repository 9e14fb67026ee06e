/** A form over a raw JSON-RPC peer, with a real SDK client in between and all time virtual. */
import {
  type CompletionEngine,
  type CompletionEngineOptions,
  type CompletionForm,
  type CompletionTarget,
  createCompletionEngine,
  type FormOptions,
} from '../../src/index.js';
import type { Generation } from '../hostile/clients.js';
import { type Asked, complete, HostileServer, type Script } from '../hostile/server.js';
import { PAUSE, REPOSITORY } from './scene.js';

export interface Peer {
  readonly server: HostileServer;
  readonly engine: CompletionEngine;
  readonly form: CompletionForm;
  /** `name "text" {context}` of every request. */
  asked(): string[];
}

export interface PeerOptions extends FormOptions {
  readonly target?: CompletionTarget;
  readonly engine?: CompletionEngineOptions;
}

/** Runs a test over a form, by default over owner, repo and branch, without prefetch and narrowing; closes all at its end. */
export async function withPeer(
  generation: Generation,
  script: Script | undefined,
  test: (peer: Peer) => Promise<void>,
  { target = REPOSITORY, engine: engineOptions, ...formOptions }: PeerOptions = {},
): Promise<void> {
  const server = new HostileServer(script ? { script } : {});
  const client = await generation.connect(server);
  const engine = createCompletionEngine(client, { debounceMs: PAUSE, narrowing: 'off', ...engineOptions });
  const form = engine.form(target, { prefetch: false, ...formOptions });
  await test({ server, engine, form, asked: () => server.asked.map(line) });
  engine.dispose();
  await client.close();
}

function line({ params: { argument, context } }: Asked): string {
  return `${argument.name} "${argument.value}"${context ? ` ${JSON.stringify(context.arguments)}` : ''}`;
}

/** Says all that matches by prefix, as most servers do. */
export const prefixes =
  (...values: readonly string[]): Script =>
  ({ value, answer }) =>
    answer(
      complete(
        values.filter((one) => one.startsWith(value)),
        { hasMore: false },
      ),
    );

/** Says in which context it was asked. */
export const inContext: Script = ({ params, answer }) =>
  answer(complete([`in ${JSON.stringify(params.context?.arguments ?? {})}`], { hasMore: false }));
