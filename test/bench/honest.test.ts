/** Every session in every mode at every latency: no list is wrong without saying so, and no settled request is cancelled. */
import { describe, expect, it, vi } from 'vitest';
import { MODES } from './policies/index.js';
import { replay } from './replay.js';
import { LATENCIES } from './results.js';
import { LONG, SESSIONS } from './sessions.js';

// Replays are quick, but there are hundreds, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** For the long days, which take as long as all others together; `npm run bench` plays the rest and fails alike. */
const TELLING = LATENCIES.filter(({ ms, kind }) => (kind === 'fixed' ? ms === 100 : ms === 1000));

for (const [mode, policy] of Object.entries(MODES))
  describe(mode, () => {
    for (const session of SESSIONS)
      it(`${session.name}: 0 ms finally wrong, no late cancellation`, async () => {
        for (const latency of LONG.includes(session) ? TELLING : LATENCIES) {
          const { wrongFinalMs, lateCancellations } = await replay(session, policy, latency);
          expect({ wrongFinalMs, lateCancellations }, JSON.stringify(latency)).toEqual({
            wrongFinalMs: 0,
            lateCancellations: 0,
          });
        }
      });
  });
