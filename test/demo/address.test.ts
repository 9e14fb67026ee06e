/** The demo's address. */
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../../demo/address.js';

describe('readAddress', () => {
  it('of nothing is the embedded server, and every default', () => {
    expect(readAddress('')).toEqual({ server: { kind: 'embedded' }, engine: {}, controls: {}, problems: [] });
  });

  it('takes a server, a form and settings', () => {
    const search =
      '?server=http://127.0.0.1:8931/mcp&prompt=code_review&narrowing=learned&debounceMs=0&timeoutMs=500' +
      '&support=probe&cache=off&latency=250&slow=50&failing=on&completions=off';
    expect(readAddress(search)).toEqual({
      server: { kind: 'http', url: 'http://127.0.0.1:8931/mcp' },
      open: { kind: 'prompt', name: 'code_review' },
      engine: { narrowing: 'learned', debounceMs: 0, timeoutMs: 500, support: 'probe', cache: false },
      controls: { latencyMs: 250, slowMs: 50, failing: true, completions: false },
      problems: [],
    });
  });

  it('takes a template byte for byte', () => {
    const uriTemplate = 'github://repos/{owner}/{repo}{?a,b}';
    expect(readAddress(`?template=${encodeURIComponent(uriTemplate)}`).open).toEqual({
      kind: 'template',
      uriTemplate,
    });
  });

  it.each([
    ['narrowing=wild', 'narrowing'],
    ['maxConcurrent=0', 'maxConcurrent'],
    ['timeoutMs=0', 'timeoutMs'],
    ['debounce=0', '"debounce"'],
    ['debounceMs=-1', 'debounceMs'],
    ['latency=soon', 'latency'],
    ['completions=maybe', 'completions'],
    ['server=javascript:alert(1)', 'server'],
    ['server=nonsense', 'server'],
  ])('leaves %s out, and says why', (search, named) => {
    const { problems, engine, controls, server } = readAddress(`?${search}`);
    expect(problems).toEqual([expect.stringContaining(named)]);
    expect({ engine, controls, server }).toEqual({ engine: {}, controls: {}, server: { kind: 'embedded' } });
  });
});

describe('writeAddress', () => {
  it('names the server and the form, and keeps the settings', () => {
    const written = writeAddress(
      '?prompt=old&latency=200',
      { kind: 'http', url: 'http://x/mcp' },
      {
        kind: 'template',
        uriTemplate: 'a://{b}',
      },
    );
    expect(readAddress(written)).toMatchObject({
      server: { kind: 'http', url: 'http://x/mcp' },
      open: { kind: 'template', uriTemplate: 'a://{b}' },
      controls: { latencyMs: 200 },
    });
  });

  it('is empty when nothing is out of the ordinary', () => {
    expect(writeAddress('?server=http://x/mcp&prompt=p', { kind: 'embedded' }, undefined)).toBe('');
  });
});
