/** Whether a server, a ref and an argument complete at all. */
import { describe, expect, it } from 'vitest';
import { queryOf } from '../src/cache.js';
import { QuietArguments, SupportBook } from '../src/support.js';
import { FakeClient } from './support/fake-client.js';

const client = (completions?: unknown): FakeClient =>
  Object.assign(new FakeClient(), { capabilities: { completions } });

describe('the verdict', () => {
  it('is unknown without a client, before the handshake, and for a client that throws', () => {
    const book = new SupportBook('declared');
    const unconnected = Object.assign(new FakeClient(), { capabilities: undefined });
    const broken = new FakeClient();
    broken.getServerCapabilities = () => {
      throw new Error('closed');
    };
    for (const one of [null, unconnected, broken])
      expect(book.verdict(one, 'r')).toEqual({ support: 'unknown', reason: 'not-connected' });
  });

  it('follows the capabilities as they are now', () => {
    const book = new SupportBook('declared');
    const changing = client();
    expect(book.verdict(changing, 'r')).toMatchObject({ support: 'unsupported', reason: 'not-declared' });
    changing.capabilities = { completions: {} };
    expect(book.verdict(changing, 'r')).toEqual({ support: 'supported' });
  });

  it('while probing is to ask, but to render nothing before an answer', () => {
    const book = new SupportBook('probe');
    expect(book.verdict(client(), 'r')).toEqual({ support: 'unknown' });
    book.answered('r');
    expect(book.verdict(client(), 'r').support).toBe('supported');
    expect(book.verdict(client(), 'other').support).toBe('unknown');
    expect(book.verdict(client({}), 'other').support).toBe('supported');
  });
});

describe('"method not found"', () => {
  it('latches the ref alone, until it is forgiven or forgotten', () => {
    const book = new SupportBook('declared');
    expect(book.refused('r')).toBe(true);
    expect(book.verdict(client({}), 'r')).toMatchObject({
      support: 'unsupported',
      reason: 'method-not-found',
    });
    expect(book.verdict(client({}), 'other').support).toBe('supported');
    expect(book.forgive('r')).toBe(true);
    expect(book.forgive('r')).toBe(false);
    expect(book.verdict(client({}), 'r').support).toBe('supported');
    book.refused('r');
    book.refused('other');
    book.drop('r');
    expect(book.verdict(client({}), 'r').support).toBe('supported');
    expect(book.verdict(client({}), 'other').support).toBe('unsupported');
    book.drop();
    expect(book.verdict(client({}), 'other').support).toBe('supported');
  });

  it('of a ref that has answered is an ordinary failure', () => {
    const book = new SupportBook('declared');
    book.answered('r');
    expect(book.refused('r')).toBe(false);
    expect(book.verdict(client({}), 'r').support).toBe('supported');
    expect(book.forgive('r')).toBe(false);
  });
});

describe('a quiet argument', () => {
  const q = (value: string, context: Record<string, string> = {}, argument = 'code') =>
    queryOf({ type: 'ref/prompt', name: 'p' }, argument, value, context);
  const silent = (texts: readonly string[], context = {}): QuietArguments => {
    const quiet = new QuietArguments();
    for (const text of texts) quiet.answered(q(text, context), []);
    return quiet;
  };

  it('is one with three empty answers in a row, the last for four characters or more', () => {
    expect(silent(['', 'c']).isQuiet(q('const'))).toBe(false);
    expect(silent(['', 'c', 'con']).isQuiet(q('const'))).toBe(false);
    expect(silent(['', 'c', 'cons']).isQuiet(q('const'))).toBe(true);
    expect(silent(['', 'c', 'con', 'cons']).isQuiet(q('const'))).toBe(true);
  });

  it('stays quiet only for texts that extend the last one, in that context', () => {
    const quiet = silent(['', 'c', 'cons']);
    expect(quiet.isQuiet(q('const x'))).toBe(true);
    expect(quiet.isQuiet(q('cons'))).toBe(true);
    expect(quiet.isQuiet(q('con'))).toBe(false);
    expect(quiet.isQuiet(q('const', { language: 'js' }))).toBe(false);
    expect(quiet.isQuiet(q('const', {}, 'other'))).toBe(false);
  });

  it('counts in one context only', () => {
    const quiet = silent(['a', 'ab']);
    quiet.answered(q('abcd', { language: 'js' }), []);
    expect(quiet.isQuiet(q('abcde', { language: 'js' }))).toBe(false);
  });

  it('is none once any value was seen, whatever comes later', () => {
    const quiet = silent(['a']);
    quiet.answered(q('b'), ['value']);
    for (const text of ['cccc', 'cccccc', 'ccccccc']) quiet.answered(q(text), []);
    expect(quiet.isQuiet(q('cccccccc'))).toBe(false);
    expect(quiet.isSilent(q(''))).toBe(false);
  });

  it('is silent after three empty answers of any length: nothing is fetched ahead for it', () => {
    expect(silent(['', 'a']).isSilent(q(''))).toBe(false);
    expect(silent(['', 'a', 'b']).isSilent(q(''))).toBe(true);
  });

  it('is forgotten on demand', () => {
    const quiet = silent(['', 'c', 'cons']);
    quiet.drop(q('').refKey.toUpperCase());
    expect(quiet.isQuiet(q('const'))).toBe(true);
    quiet.drop(q('').refKey);
    expect(quiet.isQuiet(q('const'))).toBe(false);
  });
});
