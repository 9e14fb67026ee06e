/** Answers at the wrong time: out of order, twice, late, never, for the wrong request; and what the wire then carries. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERATIONS } from './clients.js';
import { complete } from './server.js';
import { open, REST_MS, rest, TIMEOUT_MS } from './session.js';

const optionsSeen = (states: readonly { readonly options: readonly string[] }[]): string[] => [
  ...new Set(states.flatMap(({ options }) => options)),
];

describe.each(GENERATIONS)('with $name', (generation) => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('B1: an earlier answer that arrives after a later one is never shown', async () => {
    const session = await open(generation);
    const { field, server, states } = session;
    server.last.answer(complete([]));
    await session.type('sea');
    const sea = server.last;
    await session.type('search');
    server.last.answer(complete(['search results']));
    await rest(0);
    sea.answer(complete(['seagull']));
    await rest();
    expect(field.state.options).toEqual(['search results']);
    expect(optionsSeen(states)).toEqual(['search results']);
    await session.close();
  });

  it('A22: a superseded request is cancelled once, before the next one answers', async () => {
    const session = await open(generation);
    const { server } = session;
    await session.type('a');
    await session.type('xy');
    expect(server.wire.story).toEqual([
      'complete language ""',
      'cancel ""',
      'complete language "a"',
      'cancel "a"',
      'complete language "xy"',
    ]);
    await session.close();
    await rest(TIMEOUT_MS * 3);
    expect(server.wire.story.filter((line) => line === 'cancel "a"')).toHaveLength(1);
    expect(server.wire.story.filter((line) => line === 'cancel "xy"')).toHaveLength(1);
  });

  it('A21: a superseded request is neither an error nor retried, and the newest keeps loading', async () => {
    const session = await open(generation);
    const { field, server, states } = session;
    await session.type('a');
    await session.type('b');
    expect(field.state.activity).toMatch(/loading|slow/);
    expect(states.every(({ error }) => error === undefined)).toBe(true);
    server.last.answer(complete(['bash']));
    await rest(0);
    expect(field.state).toMatchObject({ activity: 'idle', options: ['bash'] });
    expect(server.asked.map(({ value }) => value)).toEqual(['', 'a', 'b']);
    await session.close();
  });

  it('the second answer to one request changes nothing', async () => {
    const session = await open(generation, {
      script: ({ answer }) => {
        answer(complete(['first']));
        answer(complete(['second']));
      },
    });
    await rest();
    expect(session.field.state.options).toEqual(['first']);
    expect(optionsSeen(session.states)).toEqual(['first']);
    await session.close();
  });

  it('an error after an answer, and an answer after an error, change nothing', async () => {
    const session = await open(generation, {
      script: ({ answer, fail }) => {
        answer(complete(['kept']));
        fail({ code: -32603, message: 'too late' });
      },
    });
    expect(session.field.state).toMatchObject({ options: ['kept'] });
    expect(session.field.state.error).toBeUndefined();

    session.server.script = ({ answer, fail }) => {
      fail({ code: -32603, message: 'first' });
      answer(complete(['too late']));
    };
    await session.type('p');
    expect(session.field.state).toMatchObject({ error: { kind: 'server', code: -32603 } });
    expect(optionsSeen(session.states)).toEqual(['kept']);
    await session.close();
  });

  it('an answer for an id that nobody asked with is not taken for the one awaited', async () => {
    const session = await open(generation, {
      script: ({ raw, id }) => {
        raw({
          jsonrpc: '2.0',
          id: Number(id) + 1_000,
          result: { resultType: 'complete', ...complete(['stray']) },
        });
        raw({ jsonrpc: '2.0', id: 'abc', result: { resultType: 'complete', ...complete(['stray']) } });
        raw({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
      },
    });
    await rest();
    expect(session.field.state).toMatchObject({
      options: [],
      activity: expect.stringMatching(/loading|slow/),
    });
    session.server.last.answer(complete(['own']));
    await rest(0);
    expect(session.field.state.options).toEqual(['own']);
    await session.close();
  });

  it('an answer that carries the id of an earlier, cancelled request is dropped', async () => {
    const session = await open(generation);
    const { server, field } = session;
    await session.type('a');
    const cancelled = server.last;
    await session.type('zz');
    cancelled.answer(complete(['late']));
    cancelled.fail({ code: -32603, message: 'late' });
    await rest();
    expect(field.state).toMatchObject({ value: 'zz', options: [] });
    expect(field.state.error).toBeUndefined();
    server.last.answer(complete(['zz top']));
    await rest(0);
    expect(field.state.options).toEqual(['zz top']);
    await session.close();
  });

  it('A46: a server that never answers costs one timeout, one cancellation and nothing else', async () => {
    const session = await open(generation);
    const { field, server } = session;
    const unanswered = server.last;
    await rest(TIMEOUT_MS);
    expect(field.state).toMatchObject({ activity: 'idle', options: [], error: { kind: 'timeout' } });
    expect(server.wire.cancelled).toEqual([unanswered.id]);

    unanswered.answer(complete(['much too late']));
    await rest(TIMEOUT_MS * 10);
    expect(field.state.options).toEqual([]);
    expect(server.wire.cancelled).toEqual([unanswered.id]);
    expect(server.asked).toHaveLength(1);
    await session.close();
    await rest(TIMEOUT_MS * 10);
    expect(server.wire.cancelled).toEqual([unanswered.id]);
  });

  it('a settled request is never cancelled, whatever is done afterwards', async () => {
    const session = await open(generation, { script: ({ answer }) => answer(complete(['python'])) });
    const { field, server } = session;
    await session.type('p');
    field.blur();
    field.focus();
    field.dismiss();
    session.engine.invalidate();
    await rest();
    await session.close();
    await rest(TIMEOUT_MS * 3);
    expect(server.wire.cancelled).toEqual([]);
  });

  it('no request is cancelled in the same tick in which its answer arrived', async () => {
    const session = await open(generation);
    const { field, server } = session;
    server.script = ({ answer }) => {
      server.script = (next) => next.answer(complete([]));
      answer(complete(['python']));
      field.setValue('another');
      session.engine.invalidate();
    };
    await session.type('p');
    await rest();
    const cancelled = new Set(server.wire.cancelled);
    const answered = server.asked.filter(({ value }) => value === 'p').map(({ id }) => id);
    expect(answered.filter((id) => cancelled.has(id))).toEqual([]);
    await session.close();
  });

  it('answers that trickle in just before the timeout are still answers', async () => {
    const session = await open(generation, {
      script: ({ answer }) => void setTimeout(() => answer(complete(['at last'])), TIMEOUT_MS - REST_MS),
    });
    expect(session.field.state.options).toEqual([]);
    await rest(TIMEOUT_MS - REST_MS);
    expect(session.field.state).toMatchObject({ activity: 'idle', options: ['at last'] });
    await session.close();
  });
});
