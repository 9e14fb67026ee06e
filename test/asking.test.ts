/** One field's requests: one wait, the newest question, one ancestor kept; what the field hears of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { now, openAsking, query, soon } from './support/asking-scene.js';
import { isIdle } from './support/requests-scene.js';
import { rest } from './support/scene.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('a question without delay', () => {
  it('goes out at once, is slow after 400 ms, and is told how it ended', async () => {
    const { asking, client, heard } = openAsking();
    asking.want(now('x'));
    expect(asking.awaited).toBeDefined();
    expect(heard).toEqual(['loading']);
    await rest(399);
    expect(heard).toEqual(['loading']);
    await rest(1);
    client.last().answer([]);
    await rest();
    expect(heard).toEqual(['loading', 'slow', 'x: answer']);
    expect(asking.awaited).toBeUndefined();
  });

  it('waits for a free slot, and says so', async () => {
    const { asking, requests, client, heard } = openAsking({ maxConcurrent: 1 });
    const other = requests.ask(query('other'), 'person').subscribe();
    asking.want(now('x'));
    expect(heard).toEqual(['waiting: pause']);
    other.unsubscribe();
    expect(heard).toEqual(['waiting: pause', 'loading']);
    expect(client.asked).toEqual(['other', 'x']);
    asking.stop();
  });
});

describe('a question with a delay', () => {
  it('is due when the delay is over; the same question does not start it anew', async () => {
    const { asking, client, heard } = openAsking();
    asking.want(soon('x'));
    await rest(60);
    asking.want(soon('x'));
    await rest(40);
    expect(heard).toEqual(['waiting: pause', 'due']);
    expect(client.asked).toEqual([]);
  });

  it('gives way to another, and to the end of composing', async () => {
    const { asking, heard } = openAsking();
    asking.want(now('x', { delayMs: 1_000, reason: 'composing' }));
    asking.want(soon('x'));
    asking.want(soon('xy'));
    await rest(100);
    expect(heard).toEqual(['waiting: composing', 'waiting: pause', 'waiting: pause', 'due']);
  });
});

describe('keys without a pause', () => {
  const typing = (value: string) => now(value, { delayMs: 100, patienceMs: 250 });

  it('put a question off for so long, and no longer', async () => {
    const { asking, client, hooks } = openAsking();
    let typed = '';
    hooks.due = () => asking.want(now(typed));
    for (typed of ['p', 'py', 'pyt', 'pyth']) {
      asking.want(typing(typed));
      await rest(80);
    }
    expect(client.asked).toEqual(['pyth']);
    asking.stop();
  });

  it('shorten the last wait to what is left', async () => {
    const { asking, heard } = openAsking();
    for (const value of ['p', 'py', 'pyt']) {
      asking.want(typing(value));
      await rest(value === 'pyt' ? 69 : 90);
    }
    expect(heard).not.toContain('due');
    await rest(1);
    expect(heard.at(-1)).toBe('due');
  });

  it('wait for the answer to the question before: it may cover them', async () => {
    const { asking, client } = openAsking();
    asking.want(now('p'));
    for (const value of ['py', 'pyt', 'pyth', 'pytho', 'python']) {
      asking.want(typing(value));
      await rest(80);
    }
    expect(client.asked).toEqual(['p']);
    client.last().answer([]);
    await rest();
    asking.want(typing('python3'));
    expect(client.asked).toEqual(['p', 'python3']);
    asking.stop();
  });

  it('begin anew when the text goes back to what is under way', async () => {
    const { asking, client } = openAsking();
    for (const ask of [now('p'), typing('py'), typing('p')]) asking.want(ask);
    client.last('p').answer(['python', 'perl']);
    await rest(10_000);
    asking.want(typing('pe'));
    expect(client.asked).toEqual(['p']);
    asking.stop();
  });

  it('begin anew once it was asked, or nothing was wanted', async () => {
    const { asking, client } = openAsking();
    asking.want(typing('p'));
    await rest(80);
    asking.want(now('py'));
    client.last().answer([]);
    await rest(180);
    asking.want(typing('pyt'));
    await rest(80);
    asking.rest(query('pyth'));
    await rest(180);
    asking.want(typing('pytho'));
    await rest(80);
    asking.want(typing('python'));
    expect(client.asked).toEqual(['py']);
    asking.stop();
  });
});

describe('an ancestor under way', () => {
  it('is kept while the text extends it, and its answer is told', async () => {
    const { asking, client, heard } = openAsking();
    asking.want(now('x'));
    asking.want(soon('xy'));
    expect(client.cancelled).toEqual([]);
    client.last().answer(['xyz']);
    await rest();
    expect(heard).toEqual(['loading', 'waiting: pause', 'ancestor answered']);
    asking.stop();
  });

  it('is cancelled when the newest settles', async () => {
    const { asking, client } = openAsking();
    asking.want(now('x'));
    asking.want(now('xy'));
    client.last('xy').answer([]);
    await rest();
    expect(client.cancelled).toEqual(['x']);
  });

  it('stays when a third starts, being the first to come back; the one between is cancelled', () => {
    const { asking, client } = openAsking();
    for (const value of ['x', 'xy', 'xyz']) asking.want(now(value));
    expect(client.cancelled).toEqual(['xy']);
    asking.stop();
    expect(client.cancelled).toEqual(['xy', 'xyz', 'x']);
  });

  it('is cancelled as soon as the text stops extending it', () => {
    const { asking, client } = openAsking();
    asking.want(now('x'));
    asking.want(soon('z'));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
  });

  it('is cancelled in another context', () => {
    const { asking, client } = openAsking();
    asking.want(now('x'));
    asking.want(soon('xy', 100));
    asking.want(now('xy', { query: query('xy', { b: '1' }) }));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
  });

  it('becomes the newest again when the text goes back to it', async () => {
    const { asking, client, heard } = openAsking();
    asking.want(now('x'));
    asking.want(now('xy'));
    asking.want(now('x'));
    expect(client.asked).toEqual(['x', 'xy']);
    expect(client.cancelled).toEqual(['xy']);
    client.last('x').answer([]);
    await rest();
    expect(heard).toEqual(['loading', 'loading', 'loading', 'x: answer']);
  });

  it('is not kept without narrowing: nothing could be shown of it', () => {
    const { asking, client } = openAsking({ keepsAncestor: 'no' });
    asking.want(now('x'));
    asking.want(soon('xy'));
    expect(client.cancelled).toEqual(['x']);
    asking.stop();
  });
});

describe('an ancestor fetched on purpose', () => {
  it('goes out beside the wait, unless something is under way or failing', async () => {
    const { asking, client, heard, backoff } = openAsking();
    asking.lead(query(''));
    asking.want(soon('xy'));
    expect(client.asked).toEqual(['']);
    asking.lead(query('x'));
    expect(client.asked).toEqual(['']);
    client.last().answer(['xyz']);
    await rest();
    expect(heard).toEqual(['waiting: pause', 'ancestor answered']);
    backoff.failed(query(''), { kind: 'server', message: '', cause: undefined }, 0);
    asking.lead(query(''));
    expect(client.asked).toEqual(['']);
    asking.stop();
  });
});

describe('a field that is left', () => {
  it('lets the request for its text finish, untold, and drops the wait', async () => {
    const { asking, client, heard } = openAsking();
    asking.want(now('x'));
    asking.release(query('x'));
    expect(asking.awaited).toBeUndefined();
    expect(client.cancelled).toEqual([]);
    client.last().answer([]);
    await rest(1_000);
    expect(heard).toEqual(['loading']);
    asking.want(soon('y'));
    asking.release(query('y'));
    await rest(1_000);
    expect(heard).toEqual(['loading', 'waiting: pause']);
  });

  it.each(['release', 'rest', 'finish'] as const)(
    'sends nothing that was still waiting for a slot (%s)',
    async (end) => {
      const { asking, requests, client } = openAsking({ maxConcurrent: 1 });
      const other = requests.ask(query('other'), 'person').subscribe();
      asking.want(now('x'));
      asking[end](query('x'));
      other.unsubscribe();
      await rest(1_000);
      expect(client.asked).toEqual(['other']);
      expect(isIdle(requests)).toBe(true);
    },
  );

  it('takes up a request again that is still under way', async () => {
    const { asking, client, heard } = openAsking();
    asking.want(now('x'));
    await rest(300);
    asking.release(query('x'));
    asking.want(now('x'));
    await rest(100);
    client.last().answer([]);
    await rest();
    expect(client.asked).toEqual(['x']);
    expect(heard).toEqual(['loading', 'loading', 'slow', 'x: answer']);
  });

  it('at rest keeps only the request for exactly its text', () => {
    const { asking, client } = openAsking();
    asking.want(now('x'));
    asking.want(now('xy'));
    asking.rest(query('xy'));
    expect(client.cancelled).toEqual(['x']);
    asking.rest(query('xyz'));
    expect(client.cancelled).toEqual(['x', 'xy']);
  });
});
