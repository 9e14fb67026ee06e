/** A real SDK client over an in-memory wire, as the model test drives it. */
import type { CompletionClient, CompletionRequestOptions } from '../../src/client.js';
import type { CompleteParams } from '../../src/protocol.js';
import type { Generation } from '../hostile/clients.js';
import { type Asked, HostileServer } from '../hostile/server.js';
import { equal } from './assert.js';
import type { Call, OnCall, Peer } from './peer.js';

/** A request with its other end, once it has arrived there. */
interface WireCall extends Call {
  /** Ids are unique only on one connection. */
  readonly server: HostileServer;
  asked: Asked | undefined;
  /** Answered in the very tick of its cancellation: the one may or may not outrun the other. */
  crossed: boolean;
  /** Made while its connection was closing: no answer comes back. */
  readonly lost: boolean;
}

export async function sdkPeer(generation: Generation, onCall: OnCall): Promise<Peer> {
  const calls: WireCall[] = [];
  const servers: HostileServer[] = [];
  let server: HostileServer;
  let closing = false;
  let inner: CompletionClient & { close(): Promise<void> };

  async function connect(): Promise<void> {
    const next = new HostileServer({ script: (asked) => arrived(asked, next) });
    servers.push(next);
    inner = await generation.connect(next);
    server = next;
    closing = false;
  }

  function arrived(asked: Asked, at: HostileServer): void {
    const call = calls.find((one) => !one.asked && one.server === at && isSame(one.params, asked.params));
    if (call) call.asked = asked;
    else if (servers.includes(at)) throw new Error(`nobody asked "${asked.value}"`);
  }

  function open(params: CompleteParams, { signal }: CompletionRequestOptions = {}): Call {
    let told = false;
    const end = (settle: (asked: Asked) => void) => {
      // Not there yet: it cannot be answered.
      if (!call.asked || call.lost) return;
      call.settled = true;
      setImmediate(() => {
        told = true;
      });
      settle(call.asked);
    };
    const call: WireCall = {
      server,
      params: structuredClone(params),
      cancelled: [],
      settled: false,
      asked: undefined,
      crossed: false,
      lost: closing,
      answer: (result) => end((asked) => asked.answer(result)),
      fail: (error) => end((asked) => asked.fail(error)),
    };
    signal?.addEventListener('abort', () => {
      call.crossed = call.settled && !told;
      call.cancelled.push(told ? 'settled' : 'in flight');
    });
    calls.push(call);
    onCall(call, peer);
    return call;
  }

  const peer: Peer = {
    capabilities: { completions: {} },
    strict: generation.strict,
    client: {
      getServerCapabilities: () => peer.capabilities,
      complete: (params, options) => inner.complete(params, options),
      request(request, schema, options) {
        const call = open(request.params, options);
        const result = inner.request!(request, schema, options);
        // A client that is closing refuses by itself.
        result.catch(() => {
          if (call.cancelled.length === 0) call.settled = true;
        });
        return result;
      },
    },
    async hangUp() {
      for (const call of calls) call.settled = true;
      closing = true;
      // Whatever it still carries tells nothing.
      servers.length = 0;
      await inner.close();
      await connect();
    },
    checkWire() {
      for (const one of servers) {
        const here = calls.filter((call) => call.server === one && call.asked && !call.lost);
        const crossed = here.filter((call) => call.crossed).map(({ asked }) => asked!.id);
        const cancelled = here
          .filter((call) => call.cancelled[0] && !call.crossed)
          .map(({ asked }) => asked!.id);
        const named = one.wire.cancelled.filter((id) => !crossed.includes(id as number));
        equal('cancelled on the wire', named.sort(), cancelled.sort());
      }
    },
  };
  await connect();
  return peer;
}

function isSame(a: CompleteParams, b: CompleteParams): boolean {
  const parts = ({ ref, argument, context }: CompleteParams) => JSON.stringify([ref, argument, context]);
  return parts(a) === parts(b);
}
