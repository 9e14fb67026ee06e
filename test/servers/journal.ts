/**
 * The journal of a server: which `completion/complete` requests began, and which of them were cancelled, by argument
 * value. The TypeScript SDKs hand no signal to a completer, so the journal listens where the messages arrive.
 */

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown; readonly argument?: { readonly value?: unknown } };
}

/** As much of a server transport as the journal needs; those of both SDK generations fit. */
interface Hearing {
  onmessage?: unknown;
  start(): Promise<void>;
}

export class Journal {
  readonly begun: string[] = [];
  readonly cancelled: string[] = [];

  toJSON(): { begun: string[]; cancelled: string[] } {
    return { begun: this.begun, cancelled: this.cancelled };
  }

  /** Notes what arrives on this transport, before the SDK sees it. Call before connecting. */
  listen<T extends Hearing>(transport: T): T {
    const values = new Map<unknown, string>();
    const start = transport.start.bind(transport);
    transport.start = async () => {
      const deliver = transport.onmessage as ((message: unknown, extra?: unknown) => void) | undefined;
      transport.onmessage = (message: unknown, extra?: unknown) => {
        this.#hear(message as Message, values);
        deliver?.(message, extra);
      };
      await start();
    };
    return transport;
  }

  /** Notes a request that a closed stream cancels: how protocol 2026-07-28 cancels over HTTP. */
  watch(body: unknown, signal: AbortSignal): void {
    const value = completed(body as Message);
    if (value === undefined) return;
    this.begun.push(value);
    signal.addEventListener('abort', () => this.cancelled.push(value), { once: true });
  }

  #hear(message: Message, values: Map<unknown, string>): void {
    const value = completed(message);
    if (value !== undefined) {
      values.set(message.id, value);
      this.begun.push(value);
    }
    if (message.method !== 'notifications/cancelled') return;
    const named = values.get(message.params?.requestId);
    if (named !== undefined) this.cancelled.push(named);
  }
}

function completed(message: Message): string | undefined {
  if (message.method !== 'completion/complete') return undefined;
  const value = message.params?.argument?.value;
  return typeof value === 'string' ? value : undefined;
}
