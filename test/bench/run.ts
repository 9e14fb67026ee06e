/** `npm run bench`: plays everything, prints the tables, writes results/bench.json and results/bench.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { MODES } from './policies/index.js';
import { markdown } from './report.js';
import { json, LATENCIES, measure } from './results.js';
import { SESSIONS } from './sessions.js';

const rows = await measure(SESSIONS, LATENCIES);
const text = await markdown(rows);
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('bench.json', folder), json(rows));
writeFileSync(new URL('bench.md', folder), text);
process.stdout.write(text);

const dishonest = rows.filter(
  (row) => Object.hasOwn(MODES, row.policy) && (row.wrongFinalMs > 0 || row.lateCancellations > 0),
);
for (const { session, policy, latency } of dishonest)
  console.error(
    `Finally wrong, or a settled request cancelled: ${session}, ${policy}, ${latency.ms} ms ${latency.kind}`,
  );
if (dishonest.length > 0) process.exitCode = 1;
