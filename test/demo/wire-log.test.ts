/** The rows and counters of the wire panel. */
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeResult, WireLog, type WireRow } from '../../demo/wire-log.js';
import type { WireMessage } from '../../demo/wire-tap.js';
import type { CompletionEvent } from '../../src/events.js';

let log: WireLog;
beforeEach(() => {
  log = new WireLog();
});

const rows = () => [...log.rows.values()];
const pass = (direction: WireMessage['direction'], at: number, message: object) =>
  log.addMessage({ direction, at, message: { jsonrpc: '2.0', ...message } as JSONRPCMessage });
const ask = (id: number, at: number, value: string, siblings?: Record<string, string>) =>
  pass('sent', at, {
    id,
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'language', value },
      ...(siblings && { context: { arguments: siblings } }),
    },
  });
const query = { ref: { type: 'ref/prompt', name: 'p' }, argument: 'a', value: 'x', context: {} } as const;

describe('messages', () => {
  it('a request and its answer are one row', () => {
    ask(1, 1000, 'py', { os: 'linux' });
    expect(rows()[0]).toMatchObject({
      status: 'pending',
      subject: 'language "py"',
      context: { os: 'linux' },
    });
    pass('received', 1040, { id: 1, result: { completion: { values: ['python'], hasMore: false } } });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatchObject({ status: 'answered', outcome: '1 value', durationMs: 40 });
    expect(rows()[0]?.messages).toHaveLength(2);
  });

  it('an error ends the row as failed, with its code', () => {
    ask(0, 0, 'x');
    pass('received', 5, { id: 0, error: { code: -32603, message: 'MCP error -32603: no' } });
    expect(rows()[0]).toMatchObject({ status: 'failed', outcome: '-32603 no' });
  });

  it('a request that the transport refuses ends as failed, with the reason', () => {
    ask(3, 0, 'x');
    const message = { jsonrpc: '2.0', id: 3, method: 'completion/complete' } as JSONRPCMessage;
    log.addMessage({ direction: 'sent', at: 8, message, refused: 'Failed to fetch' });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatchObject({ status: 'failed', outcome: 'Failed to fetch', durationMs: 8 });
  });

  it('a cancelled request stays cancelled, though an answer comes late', () => {
    ask(7, 0, 'x');
    pass('sent', 10, { method: 'notifications/cancelled', params: { requestId: 7 } });
    pass('received', 20, { id: 7, result: { completion: { values: [] } } });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toMatchObject({ status: 'cancelled', durationMs: 10 });
    expect(rows()[0]?.messages).toHaveLength(3);
  });

  it('both sides may use the same ids', () => {
    ask(1, 0, 'x');
    pass('received', 1, { id: 1, method: 'ping' });
    pass('sent', 2, { id: 1, result: {} });
    expect(rows().map(({ method, status }) => [method, status])).toEqual([
      ['completion/complete', 'pending'],
      ['ping', 'answered'],
    ]);
  });

  it('a connection that ends leaves nothing waiting, and the next one may count anew', () => {
    ask(1, 0, 'x');
    log.endConnection(0, 30);
    expect(rows()[0]).toMatchObject({ status: 'cancelled', outcome: 'connection ended', durationMs: 30 });
    log.addMessage({ direction: 'received', at: 40, message: { jsonrpc: '2.0', id: 1, result: {} } }, 1);
    expect(rows()[0]).toMatchObject({ status: 'cancelled' });
  });

  it('an answer that nobody asked for, and a cancellation of nothing, change nothing', () => {
    pass('received', 0, { id: 9, result: {} });
    pass('sent', 0, { method: 'notifications/cancelled', params: { requestId: 9 } });
    expect(rows()).toEqual([]);
  });

  it('keeps the newest 200 rows', () => {
    for (let id = 0; id < 250; id++) ask(id, id, String(id));
    expect(log.rows.size).toBe(200);
    expect(rows()[0]?.subject).toBe('language "50"');
  });
});

describe('events', () => {
  it('count what was sent, answered, cancelled, failed and served from the cache', () => {
    const settled = { id: 1, query, at: 0, durationMs: 1 };
    const events: CompletionEvent[] = [
      { type: 'request', id: 1, query, at: 0, prefetch: false },
      { type: 'request', id: 2, query, at: 0, prefetch: true },
      { type: 'answer', ...settled, answer: { values: [], completeness: 'stated' } },
      { type: 'cancel', ...settled },
      { type: 'malformed', ...settled, result: {} },
      { type: 'hit', query, at: 0, source: 'fresh' },
    ];
    for (const event of events) log.addEvent(event);
    expect(log.counters).toEqual({ sent: 2, answered: 1, cancelled: 1, failed: 1, served: 1 });
  });

  it('a cache hit gets a row, since nothing of it passes the wire', () => {
    const changed: (WireRow | undefined)[] = [];
    log.onChange = (row) => changed.push(row);
    log.addEvent({ type: 'hit', query, at: 5, source: 'stale' });
    expect(changed).toEqual([
      expect.objectContaining({ status: 'served', subject: 'a "x"', outcome: 'stale answer' }),
    ]);
  });

  it('marks what the engine fetches ahead, and only that', () => {
    const language = { ...query, argument: 'language', value: '', context: { os: 'linux' } };
    log.addEvent({ type: 'request', id: 1, query: language, at: 0, prefetch: true });
    ask(1, 0, '', { os: 'linux' });
    ask(2, 0, '', { os: 'linux' });
    expect(rows().map(({ ahead }) => ahead)).toEqual([true, false]);
  });

  it('clear forgets rows and counters', () => {
    log.addEvent({ type: 'hit', query, at: 5, source: 'fresh' });
    log.clear();
    expect(rows()).toEqual([]);
    expect(log.counters.served).toBe(0);
  });
});

describe('describeResult', () => {
  it.each([
    [{ completion: { values: ['a'], total: 1532, hasMore: true } }, '1 of 1,532'],
    [{ completion: { values: ['a', 'b'], hasMore: true } }, '2 values and more'],
    [{ completion: { values: null } }, '0 values'],
    [{ prompts: [1, 2] }, '2 prompts'],
    [{ messages: [1] }, '1 message'],
    [{ contents: [1] }, '1 content'],
    [{ resourceTemplates: [] }, '0 resource templates'],
    [{ resourceTemplates: [1] }, '1 resource template'],
    [{}, 'answered'],
    [null, 'answered'],
  ])('%j reads "%s"', (result, words) => {
    expect(describeResult(result)).toBe(words);
  });
});
