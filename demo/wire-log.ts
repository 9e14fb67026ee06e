/**
 * What the wire panel shows: one row per exchange, cache hit or notification, and the counters. Folds the tap's
 * messages and the engine's events together; knows nothing of the page.
 */
import type { CompletionEvent, CompletionQuery } from '../src/index.js';
import type { WireMessage } from './wire-tap.js';

export type RowStatus = 'pending' | 'answered' | 'failed' | 'cancelled' | 'served' | 'notice';

export interface WireRow {
  readonly id: number;
  /** Milliseconds of the epoch. */
  readonly at: number;
  /** `completion/complete`, `prompts/get`, `cache`, ... */
  readonly method: string;
  /** What it was about, such as `language "py"`. */
  readonly subject: string;
  readonly context: Readonly<Record<string, string>>;
  readonly status: RowStatus;
  /** How it ended, such as `100 of 1,532`. */
  readonly outcome: string;
  readonly durationMs?: number;
  /** Asked before anybody needed it. */
  readonly ahead: boolean;
  /** The JSON-RPC messages, as they were. */
  readonly messages: readonly unknown[];
}

export interface WireCounters {
  readonly sent: number;
  readonly answered: number;
  readonly cancelled: number;
  readonly failed: number;
  readonly served: number;
}

const NONE: WireCounters = { sent: 0, answered: 0, cancelled: 0, failed: 0, served: 0 };
const MOST_ROWS = 200;
const OTHER = { sent: 'received', received: 'sent' } as const;

export class WireLog {
  counters: WireCounters = NONE;
  readonly rows = new Map<number, WireRow>();
  /** Called with the row that is new or has changed; with nothing when the log was cleared or only a counter moved. */
  onChange: (row?: WireRow) => void = () => {};

  private lastId = 0;
  /** Requests in flight, by connection, direction and JSON-RPC id: both sides, and the next connection, use the same ones. */
  private readonly open = new Map<string, number>();
  /** What the engine is about to fetch ahead: its event comes first, and the message itself does not tell. */
  private readonly ahead = new Set<string>();

  /** Counts what the engine did. Its cache hits never reach the wire, so they get their row here. */
  addEvent(event: CompletionEvent): void {
    const count = {
      request: 'sent',
      answer: 'answered',
      malformed: 'failed',
      error: 'failed',
      cancel: 'cancelled',
      hit: 'served',
    } as const;
    const counter = count[event.type];
    this.counters = { ...this.counters, [counter]: this.counters[counter] + 1 };
    if (event.type === 'request' && event.prefetch) this.ahead.add(keyOf(queryParts(event.query)));
    if (event.type !== 'hit') {
      this.onChange();
      return;
    }
    this.put({
      ...this.newRow('cache', event.at),
      ...queryParts(event.query),
      status: 'served',
      outcome: { fresh: 'fresh answer', stale: 'stale answer', learned: 'predicted, not asked' }[
        event.source
      ],
    });
  }

  /** Takes what passed the tap. */
  addMessage({ direction, at, message, refused }: WireMessage, connection = 0): void {
    const parts = message as {
      id?: string | number;
      method?: string;
      params?: Record<string, unknown>;
      result?: unknown;
      error?: { code?: unknown; message?: unknown };
    };
    const line = `${connection} ${direction}`;
    if (refused !== undefined) this.refuse(line, at, parts.id, refused);
    else if (parts.method === undefined) this.settle(`${connection} ${OTHER[direction]}`, at, parts);
    else if (parts.method === 'notifications/cancelled') this.cancel(line, at, parts);
    else {
      const row = this.newRow(parts.method, at);
      const about = paramParts(parts.method, parts.params);
      const request = parts.id !== undefined;
      if (request) this.open.set(`${line} ${parts.id}`, row.id);
      this.put({
        ...row,
        ...about,
        status: request ? 'pending' : 'notice',
        outcome: request ? 'waiting' : direction,
        ahead: this.ahead.delete(keyOf(about)),
        messages: [message],
      });
    }
  }

  clear(): void {
    this.counters = NONE;
    this.rows.clear();
    this.open.clear();
    this.ahead.clear();
    this.onChange();
  }

  /** Nothing of this connection will be answered any more. */
  endConnection(connection: number, at: number): void {
    for (const [key, id] of this.open) {
      if (!key.startsWith(`${connection} `)) continue;
      this.open.delete(key);
      const row = this.rows.get(id);
      if (row?.status === 'pending')
        this.put({ ...row, status: 'cancelled', outcome: 'connection ended', durationMs: at - row.at });
    }
  }

  private settle(
    line: string,
    at: number,
    message: { id?: string | number; result?: unknown; error?: { code?: unknown; message?: unknown } },
  ): void {
    const row = this.take(line, message.id);
    if (!row) return;
    const messages = [...row.messages, message];
    // A late answer to a cancelled request is shown, but nobody waited for it: it stays cancelled.
    if (row.status === 'cancelled') {
      this.put({ ...row, messages });
      return;
    }
    const ended = message.error
      ? {
          status: 'failed' as const,
          outcome: describeError(message.error),
        }
      : { status: 'answered' as const, outcome: describeResult(message.result) };
    this.put({ ...row, ...ended, durationMs: at - row.at, messages });
  }

  private cancel(line: string, at: number, message: { params?: Record<string, unknown> }): void {
    const id = this.open.get(`${line} ${String(message.params?.requestId)}`);
    const row = id === undefined ? undefined : this.rows.get(id);
    if (!row) return;
    this.put({
      ...row,
      status: 'cancelled',
      outcome: 'cancelled',
      durationMs: at - row.at,
      messages: [...row.messages, message],
    });
  }

  /** The transport could not send it, so nothing will answer it. */
  private refuse(line: string, at: number, id: string | number | undefined, why: string): void {
    const row = this.take(line, id);
    if (row?.status === 'pending')
      this.put({ ...row, status: 'failed', outcome: why, durationMs: at - row.at });
  }

  private take(line: string, id: string | number | undefined): WireRow | undefined {
    const key = `${line} ${id}`;
    const row = this.rows.get(this.open.get(key) ?? -1);
    this.open.delete(key);
    return row;
  }

  private newRow(method: string, at: number): WireRow {
    return {
      id: ++this.lastId,
      at,
      method,
      subject: '',
      context: {},
      status: 'notice',
      outcome: '',
      messages: [],
      ahead: false,
    };
  }

  private put(row: WireRow): void {
    this.rows.set(row.id, row);
    const oldest = this.rows.keys().next();
    if (this.rows.size > MOST_ROWS && !oldest.done) this.rows.delete(oldest.value);
    this.onChange(row);
  }
}

function queryParts(query: CompletionQuery): Pick<WireRow, 'subject' | 'context'> {
  return { subject: `${query.argument} ${JSON.stringify(query.value)}`, context: query.context };
}

function keyOf({ subject, context }: Pick<WireRow, 'subject' | 'context'>): string {
  return JSON.stringify([subject, Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function paramParts(
  method: string,
  params: Record<string, unknown> = {},
): Pick<WireRow, 'subject' | 'context'> {
  if (method === 'completion/complete') {
    const argument = (params.argument ?? {}) as { name?: unknown; value?: unknown };
    const context = (params.context ?? {}) as { arguments?: Record<string, string> };
    return {
      subject: `${String(argument.name)} ${JSON.stringify(argument.value)}`,
      context: context.arguments ?? {},
    };
  }
  const subject = params.name ?? params.uri;
  return { subject: typeof subject === 'string' ? subject : '', context: {} };
}

/** The SDK's servers put the code into the message too; once is enough. */
function describeError({ code, message }: { code?: unknown; message?: unknown }): string {
  const text = String(message);
  const prefix = `MCP error ${String(code)}: `;
  return `${String(code)} ${text.startsWith(prefix) ? text.slice(prefix.length) : text}`;
}

/** A result in a few words: how many values, prompts, messages... it holds. */
export function describeResult(result: unknown): string {
  if (typeof result !== 'object' || result === null) return 'answered';
  const { completion, ...rest } = result as {
    completion?: { values?: unknown; total?: unknown; hasMore?: unknown };
  };
  if (completion) {
    const values = Array.isArray(completion.values) ? completion.values.length : 0;
    const { total } = completion;
    if (typeof total === 'number' && total > values) return `${values} of ${total.toLocaleString('en')}`;
    return `${count(values, 'values')}${completion.hasMore === true ? ' and more' : ''}`;
  }
  const list = Object.entries(rest).find(([, member]) => Array.isArray(member));
  return list ? count((list[1] as unknown[]).length, list[0]) : 'answered';
}

/** `1 message`, `2 resource templates`: what is counted is called as in the protocol, where a list's name is a plural. */
function count(number: number, name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${number} ${number === 1 ? words.replace(/s$/, '') : words}`;
}
