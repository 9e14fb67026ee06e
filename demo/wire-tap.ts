/** Wraps an SDK transport and reports every JSON-RPC message that passes, for the wire panel. */
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

export interface WireMessage {
  readonly direction: 'sent' | 'received';
  /** When, in milliseconds of the epoch. */
  readonly at: number;
  readonly message: JSONRPCMessage;
  /** Why the transport would not send it after all, of a message that was reported as sent. */
  readonly refused?: string;
}

/** A transport that behaves as `inner` does. What `report` throws is not the transport's concern, and is dropped. */
export function tapTransport(
  inner: Transport,
  report: (passed: WireMessage) => void,
  now: () => number = Date.now,
): Transport {
  return new TappedTransport(inner, (passed) => {
    try {
      report({ ...passed, at: now() });
    } catch {
      // A faulty panel must not break the connection that it watches.
    }
  });
}

class TappedTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];

  constructor(
    private readonly inner: Transport,
    private readonly report: (passed: Omit<WireMessage, 'at'>) => void,
  ) {
    const { onclose, onerror, onmessage } = inner;
    inner.onclose = () => {
      onclose?.();
      this.onclose?.();
    };
    inner.onerror = (error) => {
      onerror?.(error);
      this.onerror?.(error);
    };
    inner.onmessage = (message, extra) => {
      this.report({ direction: 'received', message });
      onmessage?.(message, extra);
      this.onmessage?.(message, extra);
    };
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  start(): Promise<void> {
    return this.inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.report({ direction: 'sent', message });
    const sent = this.inner.send(message, options);
    sent.catch((error: unknown) => {
      const refused = error instanceof Error ? error.message : String(error);
      this.report({ direction: 'sent', message, refused });
    });
    return sent;
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }
}
