/** Typing without a pause in the model: rare among random steps, and yet what people do most. */
import { expect, it } from 'vitest';
import * as acts from './acts.js';
import { fakePeer } from './peer.js';
import type { ArgumentModel } from './server.js';
import type { Setup } from './setup.js';
import { World } from './world.js';

const CUT: ArgumentModel = { matching: 'prefix', page: 3, vouches: true, size: 130 };
const SETUP: Setup = {
  narrowing: 'display',
  debounceMs: undefined,
  maxConcurrent: 4,
  cache: undefined,
  support: 'declared',
  twin: 'template',
  form: { minLength: 0, prefetch: true },
  models: [CUT, CUT, CUT, CUT],
  style: { method: 'request', onAbort: 'rejects' },
};

async function typed(setup: Setup): Promise<string[]> {
  const world = await World.open(setup, async (onCall) => fakePeer(setup.style, onCall));
  const field = world.fields[0]!;
  acts.focus(world, field);
  await world.flush();
  for (const sent of world.open) world.answer(sent);
  await world.flush();
  for (const length of [1, 2, 3, 4, 5, 6]) {
    acts.type(world, field, 'abcabc'.slice(0, length));
    await world.flush();
    await world.advance(90);
  }
  const asked = world.requests.all.map(({ question }) => question.text);
  acts.dispose(world);
  return asked;
}

it('keys without a pause are asked for after 400 ms where a list is cut', async () => {
  expect(await typed(SETUP)).toEqual(['', 'abcab']);
});

it('they are not while nothing is narrowed, or at a fixed pace', async () => {
  for (const fixed of [{ narrowing: 'off' as const }, { cache: false as const }, { debounceMs: 120 }])
    expect(await typed({ ...SETUP, ...fixed })).toEqual(['']);
});
