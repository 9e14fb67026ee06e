/** `npm run bench:memory`: a million keys over a thousand openings of a form in one engine; the heap must stay flat. */
import { createCompletionEngine } from '../../src/engine.js';
import { promptTarget } from '../../src/target.js';
import { BenchClock, microtasks } from './clock.js';
import { between, pick, seeded } from './random.js';
import { table } from './results.js';

const OPENINGS = 1_000;
const KEYS_PER_OPENING = 1_000;
/** The cache is full by then; the first samples after it are what the last ones are held against. */
const WARM_UP = 200;
const COMPARED = 3;
const ALLOWED_GROWTH = 1.1;

const collect = globalThis.gc;
if (!collect) throw new Error('Run with node --expose-gc: the heap is measured after a collection.');

const clock = new BenchClock();
let requests = 0;
const client = {
  getServerCapabilities: () => ({ completions: {} }),
  complete: async ({ argument }: { argument: { value: string } }) => {
    requests++;
    return {
      completion: { values: Array.from({ length: 50 }, (_, at) => `${argument.value}${at}`), hasMore: false },
    };
  },
};
const engine = createCompletionEngine(client, { scheduler: clock });
const target = promptTarget({ name: 'form', arguments: ['a', 'b', 'c', 'd'].map((name) => ({ name })) });
const random = seeded(1);
const rest = (ms: number) => clock.advance(ms, () => {});

async function openAndType(): Promise<void> {
  const form = engine.form(target);
  let keys = 0;
  while (keys < KEYS_PER_OPENING) {
    const field = pick(random, form.fields);
    field.focus();
    const watching = field.state$.subscribe();
    let text = '';
    for (let typed = between(random, 5, 40); typed > 0 && keys < KEYS_PER_OPENING; typed--, keys++) {
      text = random() < 0.2 ? text.slice(0, -1) : text + pick(random, ['a', 'e', 'n', 's', 't']);
      field.setValue(text);
      if (typed % 8 === 0) await rest(400);
    }
    await rest(between(random, 20, 400));
    field.blur();
    watching.unsubscribe();
  }
  form.dispose();
}

async function heapAfterCollection(): Promise<number> {
  await microtasks();
  collect!();
  return process.memoryUsage().heapUsed;
}

const lines: (readonly [number, number, number])[] = [];
const heaps: number[] = [];
for (let opening = 1; opening <= OPENINGS; opening++) {
  await openAndType();
  await rest(1_000);
  if (opening % 100 !== 0) continue;
  const heap = await heapAfterCollection();
  if (opening > WARM_UP) heaps.push(heap);
  lines.push([opening * KEYS_PER_OPENING, requests, Math.round(heap / 10_000) / 100]);
}
console.log(table(['keys', 'requests', 'heap MB after GC'], lines));

const sum = (some: readonly number[]) => some.reduce((all, heap) => all + heap, 0);
const growth = sum(heaps.slice(-COMPARED)) / sum(heaps.slice(0, COMPARED));
console.log(
  `\nThe last ${COMPARED} heaps are ${growth.toFixed(3)} times the first ${COMPARED} after opening ${WARM_UP}.`,
);
if (growth > ALLOWED_GROWTH) {
  console.error(`The heap grew by more than ${ALLOWED_GROWTH} times.`);
  process.exitCode = 1;
}
engine.dispose();
