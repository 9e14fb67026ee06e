/** The engine over real SDK clients of every generation, with everything that crosses the wire seen. */
import { describe, it } from 'vitest';
import { GENERATIONS } from '../hostile/clients.js';
import { modelProperty } from './run.js';
import { holds, runsOf } from './runs.js';
import { sdkPeer } from './sdk-peer.js';

const TIME_LIMIT_MS = 3_600_000;

/** Of the runs over stand-in clients: these cost more, and find the same and a little else. */
const SHARE = 0.1;

describe.each(GENERATIONS)('with $name', (generation) => {
  it('keeps its promises, and cancels on the wire once what is abandoned in flight', {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    const property = modelProperty(() => (onCall) => sdkPeer(generation, onCall));
    await holds(`model, ${generation.name}`, property, runsOf(25, SHARE));
  });
});
