/** `npm run bench`: plays everything, prints the tables, writes results/bench.json and results/bench.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { markdown } from './report.js';
import { json, LATENCIES, measure } from './results.js';
import { SESSIONS } from './sessions.js';

const rows = await measure(SESSIONS, LATENCIES);
const text = markdown(rows);
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('bench.json', folder), json(rows));
writeFileSync(new URL('bench.md', folder), text);
process.stdout.write(text);
