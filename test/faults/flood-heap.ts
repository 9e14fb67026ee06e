/** Run with --expose-gc: the heap early and late in a flood, in MB after collection, printed as JSON. */
import { flood } from './flood.js';

const collect = globalThis.gc;
if (!collect) throw new Error('Run with node --expose-gc.');

const SECONDS = 6;
const COMPARED = 2;

const heaps: number[] = [];
await flood({
  seconds: SECONDS,
  through: 'streams',
  engine: { debounceMs: 0 },
  onSecond() {
    collect();
    heaps.push(process.memoryUsage().heapUsed / 1e6);
  },
});
const mean = (some: readonly number[]) =>
  Math.round((some.reduce((sum, heap) => sum + heap, 0) / some.length) * 10) / 10;
// The cache is full after the first second.
console.log(
  JSON.stringify({ early: mean(heaps.slice(1, 1 + COMPARED)), late: mean(heaps.slice(-COMPARED)) }),
);
