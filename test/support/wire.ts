/**
 * The wire, recorded: every JSON-RPC message that a client transport sent or received, in order. Fits the transports of
 * both SDK generations, which differ in type but not in shape, and leaves their class as it is (the v2 client treats
 * its own stdio transport apart).
 */

/** As much of a JSON-RPC message as tests ask about. */
export interface WireMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly ref?: unknown;
    readonly argument?: { readonly name: string; readonly value: string };
    readonly context?: { readonly arguments: Record<string, string> };
    readonly requestId?: string | number;
    readonly [name: string]: unknown;
  };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface WireEntry {
  readonly direction: 'sent' | 'received';
  readonly message: WireMessage;
}

interface ClientTransport {
  onmessage?: unknown;
  send(message: never, options?: never): Promise<void>;
}

type Receive = (message: unknown, extra?: unknown) => void;

/** What went over one or more recorded transports. */
export class WireLog {
  readonly entries: WireEntry[] = [];

  /** Records this transport from now on; returns it. Call before connecting. */
  record<T extends ClientTransport>(transport: T): T {
    const send = transport.send.bind(transport) as (message: unknown, options?: unknown) => Promise<void>;
    transport.send = (message: unknown, options?: unknown) => {
      this.#note('sent', message);
      return send(message, options);
    };
    let receive: Receive | undefined;
    Object.defineProperty(transport, 'onmessage', {
      configurable: true,
      enumerable: true,
      get: () => receive,
      set: (handler: Receive | undefined) => {
        receive =
          handler &&
          ((message, extra) => {
            this.#note('received', message);
            handler(message, extra);
          });
      },
    });
    return transport;
  }

  /** The `completion/complete` requests, in the order they were sent. */
  get completions(): WireMessage[] {
    return this.sent('completion/complete');
  }

  /** The ids named by `notifications/cancelled`, in the order they were sent. */
  get cancelled(): unknown[] {
    return this.sent('notifications/cancelled').map((message) => message.params?.requestId);
  }

  sent(method: string): WireMessage[] {
    return this.entries
      .filter(({ direction, message }) => direction === 'sent' && message.method === method)
      .map(({ message }) => message);
  }

  received(method: string): WireMessage[] {
    return this.entries
      .filter(({ direction, message }) => direction === 'received' && message.method === method)
      .map(({ message }) => message);
  }

  /** The answer to a request, if it has arrived. */
  answer(request: WireMessage): WireMessage | undefined {
    return this.entries.find(
      ({ direction, message }) =>
        direction === 'received' && message.method === undefined && message.id === request.id,
    )?.message;
  }

  /**
   * The completion traffic told in one line a message: `complete language "py"`, `answer "py"`, `error -32603 "py"`,
   * `cancel "py"`.
   */
  get story(): string[] {
    const values = new Map<unknown, string>();
    return this.entries.flatMap(({ direction, message }) => {
      if (direction === 'sent' && message.method === 'completion/complete') {
        const { name = '', value = '' } = message.params?.argument ?? {};
        values.set(message.id, value);
        return [`complete ${name} "${value}"`];
      }
      if (direction === 'sent' && message.method === 'notifications/cancelled') {
        const value = values.get(message.params?.requestId);
        return [`cancel ${value === undefined ? message.params?.requestId : `"${value}"`}`];
      }
      const value = direction === 'received' && !message.method ? values.get(message.id) : undefined;
      if (value === undefined) return [];
      return [message.error ? `error ${message.error.code} "${value}"` : `answer "${value}"`];
    });
  }

  clear(): void {
    this.entries.length = 0;
  }

  #note(direction: WireEntry['direction'], message: unknown): void {
    const batch = Array.isArray(message) ? message : [message];
    for (const item of batch) this.entries.push({ direction, message: item as WireMessage });
  }
}
