/** One end of a connection: clients that keep every request open until the model test says how it ends. */
import type { CompletionClient, CompletionRequestOptions } from '../../src/client.js';
import type { CompleteParams } from '../../src/protocol.js';

/** A request as the engine made it, and every way to end it. Each way may be used late, or never. */
export interface Call {
  readonly params: CompleteParams;
  /** How often the engine cancelled it, and whether it had an answer by then. */
  readonly cancelled: ('in flight' | 'settled')[];
  /** Whether an answer or an error was given. */
  settled: boolean;
  answer(result: unknown): void;
  fail(error: { code: number; message: string; data?: unknown }): void;
}

/** Under way: neither ended nor given up. */
export const isInFlight = (call: Call): boolean => !call.settled && call.cancelled.length === 0;

/** A client for the engine, as the model test drives it. */
export interface Peer {
  readonly client: CompletionClient;
  /** What the client says of its server; `undefined` while it is not connected. */
  capabilities: { completions?: unknown } | undefined;
  /** This client's schema takes an answer only in its plainest form. */
  readonly strict: boolean;
  /** The connection ends, and everything open fails; the client may be asked again afterwards. */
  hangUp(): void | Promise<void>;
  /** Compares what was cancelled with what the wire carried. */
  checkWire?(): void;
}

/** How a stand-in client treats its caller. */
export interface FakeStyle {
  /** With `request` the engine decodes by itself; a host's own client may have `complete` alone. */
  readonly method: 'request' | 'complete';
  /** What becomes of a promise whose request is cancelled. */
  readonly onAbort: 'rejects' | 'stays open';
}

export type OnCall = (call: Call, peer: Peer) => void;

/** Makes the clients of one run. */
export type Connect = (onCall: OnCall) => Promise<Peer>;

/** A stand-in client: no SDK, no wire. */
export function fakePeer(style: FakeStyle, onCall: OnCall): Peer {
  const open = new Set<Call>();

  function send(params: CompleteParams, received: () => void, options: CompletionRequestOptions = {}) {
    return new Promise<unknown>((resolve, reject) => {
      // An error, and an answer of whoever has `complete` alone, is heard some microtasks later; until then to cancel is fair.
      let told = false;
      const end = (settle: () => void) => {
        open.delete(call);
        call.settled = true;
        settle();
        setImmediate(() => {
          told = true;
        });
      };
      const call: Call = {
        params: structuredClone(params),
        cancelled: [],
        settled: false,
        answer: (result) =>
          end(() => {
            told = style.method === 'request';
            received();
            resolve(result);
          }),
        fail: ({ code, message, data }) =>
          end(() => reject(Object.assign(new Error(message), { code, ...(data !== undefined && { data }) }))),
      };
      open.add(call);
      options.signal?.addEventListener('abort', () => {
        call.cancelled.push(call.settled && told ? 'settled' : 'in flight');
        if (style.onAbort === 'rejects') reject(new DOMException('This operation was aborted', 'AbortError'));
      });
      onCall(call, peer);
    });
  }

  const peer: Peer = {
    capabilities: { completions: {} },
    strict: false,
    client: {
      getServerCapabilities: () => peer.capabilities,
      complete: (params, options) => send(params, () => {}, options),
      ...(style.method === 'request' && {
        request: ({ params }, schema, options) =>
          // As an SDK does: the schema sees the answer the moment it arrives.
          send(params, () => (schema as { safeParse(data: unknown): unknown }).safeParse({}), options),
      }),
    },
    hangUp() {
      for (const call of [...open]) call.fail({ code: -32000, message: 'Connection closed' });
    },
  };
  return peer;
}
