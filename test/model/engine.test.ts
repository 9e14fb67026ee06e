/** The engine over stand-in clients, against everything that may happen to it. */
import { it } from 'vitest';
import { fakePeer } from './peer.js';
import { modelProperty } from './run.js';
import { holds, runsOf } from './runs.js';

const TIME_LIMIT_MS = 3_600_000;

it('keeps its promises whatever a person, a host, a server and a connection do', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const property = modelProperty(
    ({ style }) =>
      async (onCall) =>
        fakePeer(style, onCall),
  );
  await holds('model', property, runsOf(250));
});
