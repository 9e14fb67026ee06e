/**
 * A server that misbehaves on purpose. It is the far end of an in-memory transport and speaks raw JSON-RPC, so that a
 * real SDK client stays in the path. The handshake is correct; every `completion/complete` goes to a script.
 */
import type { CompleteParams } from '../../src/protocol.js';
import { WireLog } from '../support/wire.js';

/** One request as it arrived, and every way to treat it. Each way may be used late, repeatedly or never. */
export interface Asked {
  readonly id: string | number;
  readonly params: CompleteParams;
  /** The text to complete. */
  readonly value: string;
  answer(result: unknown): void;
  fail(error: unknown): void;
  /** Any message at all, inside JSON-RPC or not. */
  raw(message: unknown): void;
  /** The connection drops. */
  hangUp(): void;
}

export type Script = (asked: Asked) => void;

export interface HostileOptions {
  /** As sent in the handshake, sound or not. Default: `{ completions: {} }`. */
  readonly capabilities?: object;
  readonly script?: Script;
}

/** What the client transports of both SDK generations have in common. */
export interface HostileTransport {
  onmessage?: (message: never, extra?: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
}

interface Incoming {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: CompleteParams & { readonly protocolVersion?: string };
}

/** Values in the shape of a proper answer. */
export const complete = (values: unknown, more: object = {}): object => ({ completion: { values, ...more } });

export class HostileServer {
  readonly wire = new WireLog();
  readonly asked: Asked[] = [];
  readonly capabilities: object;
  readonly #modern = new WeakSet<HostileTransport>();
  /** May be replaced at any time. Default: never answers. */
  script: Script;

  constructor({ capabilities = { completions: {} }, script = () => {} }: HostileOptions = {}) {
    this.capabilities = capabilities;
    this.script = script;
  }

  /** The latest request. */
  get last(): Asked {
    const last = this.asked.at(-1);
    if (!last) throw new Error('nothing was asked');
    return last;
  }

  /** A connection for one client. */
  transport(): HostileTransport {
    const transport: HostileTransport = {
      start: async () => {},
      send: async (message) => {
        // What does not survive JSON is not on the wire.
        const text = JSON.stringify(message);
        queueMicrotask(() => this.#receive(JSON.parse(text) as Incoming, transport));
      },
      close: async () => transport.onclose?.(),
    };
    return this.wire.record(transport);
  }

  #receive(message: Incoming, transport: HostileTransport): void {
    const { id, method, params } = message;
    if (id === undefined) return;
    const deliver = (reply: unknown) => transport.onmessage?.(reply as never);
    const answer = (result: unknown) =>
      deliver({ jsonrpc: '2.0', id, result: this.#stamped(result, transport) });
    if (method === 'initialize') {
      const { protocolVersion } = params ?? {};
      answer({ protocolVersion, capabilities: this.capabilities, serverInfo: IDENTITY });
    } else if (method === 'server/discover') {
      this.#modern.add(transport);
      answer({ ...MODERN, capabilities: this.capabilities });
    } else if (method === 'completion/complete' && params) {
      const asked: Asked = {
        id,
        params,
        value: params.argument.value,
        answer,
        fail: (error) => deliver({ jsonrpc: '2.0', id, error }),
        raw: deliver,
        hangUp: () => transport.onclose?.(),
      };
      this.asked.push(asked);
      this.script(asked);
    }
  }

  /** Protocol 2026-07-28 marks every result; without the mark its client sees nothing else of it. */
  #stamped(result: unknown, transport: HostileTransport): unknown {
    const unmarked = typeof result === 'object' && result !== null && !Array.isArray(result);
    return unmarked && this.#modern.has(transport) ? { resultType: 'complete', ...result } : result;
  }
}

const IDENTITY = { name: 'hostile', version: '0.0.0' };
const MODERN = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  _meta: { 'io.modelcontextprotocol/serverInfo': IDENTITY },
};
