/** `npm run bench:memory`: a million keys over a thousand openings of a form in one engine; the heap must stay flat. */
import { createCompletionEngine } from '../../src/engine.js';
import { promptTarget } from '../../src/target.js';
import { BenchClock, microtasks } from './clock.js';
import { between, pick, seeded } from './random.js';
import { table } from './results.js';

const OPENINGS = 1_000;
const KEYS_PER_OPENING = 1_000;
/** The heap after this many openings, when the cache is full, is what later ones are held against. */
const WARM_UP = 200;
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
let settled = 0;
let last = 0;
for (let opening = 1; opening <= OPENINGS; opening++) {
  await openAndType();
  await rest(1_000);
  if (opening % 100 !== 0) continue;
  last = await heapAfterCollection();
  if (opening === WARM_UP) settled = last;
  lines.push([opening * KEYS_PER_OPENING, requests, Math.round(last / 10_000) / 100]);
}
console.log(table(['keys', 'requests', 'heap MB after GC'], lines));

const growth = last / settled;
console.log(`\nHeap after the last opening: ${growth.toFixed(3)} times that after opening ${WARM_UP}.`);
if (growth > ALLOWED_GROWTH) {
  console.error(`The heap grew by more than ${ALLOWED_GROWTH} times.`);
  process.exitCode = 1;
}
engine.dispose();
