/**
 * A process that holds tests against mutants of one copy of the project, without starting a test runner for each. Its
 * parent sends the next mutant's files and waits for the answer; a mutant that never ends is ended with the process.
 */
import { relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import type { Stage } from './stages.js';

export interface Order {
  /** Changed since the last order, absolute. */
  readonly changed: readonly string[];
  /** Without one the files are to be read again, and no more. */
  readonly stage?: Stage;
}

export interface Caught {
  readonly stage: Stage;
  readonly file: string;
  readonly test: string;
  readonly message: string;
}

export interface Verdict {
  /** The first test that failed: its file, its name, and what it said. */
  readonly caught?: Caught;
}

const ROOT = process.cwd();
/** Modules that ran to their end under the current order; the runner itself also keeps those of earlier ones. */
const ended: TestModule[] = [];
const runners = new Map<Stage['environment'], Promise<Vitest>>();

function runnerFor(environment: Stage['environment']): Promise<Vitest> {
  const known = runners.get(environment);
  if (known) return known;
  const runner = createVitest('test', {
    root: ROOT,
    config: false,
    watch: false,
    cache: false,
    silent: true,
    reporters: [{ onTestModuleEnd: (module) => void ended.push(module) }],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    include: ['test/**/*.test.{ts,tsx}'],
    environment,
    setupFiles: 'test/support/seed.ts',
    bail: 1,
  });
  runners.set(environment, runner);
  return runner;
}

async function specifications(runner: Vitest, files: readonly string[]): Promise<TestSpecification[]> {
  const all = await runner.globTestSpecifications();
  return all.filter(({ moduleId }) => files.includes(relative(ROOT, moduleId)));
}

/** What failed first in one file, in a test or while it was loaded. */
function failureIn(module: TestModule): Pick<Caught, 'test' | 'message'> | undefined {
  for (const test of module.children.allTests('failed'))
    return { test: test.fullName, message: test.result().errors?.[0]?.message ?? '' };
  const [error] = module.errors();
  return error && { test: 'while it was loaded', message: error.message };
}

async function judge({ changed, stage }: Order): Promise<Verdict> {
  for (const runner of runners.values()) for (const file of changed) (await runner).invalidateFile(file);
  if (stage === undefined) return {};
  const { environment, files } = stage;
  const runner = await runnerFor(environment);
  ended.length = 0;
  const { unhandledErrors } = await runner.runTestSpecifications(await specifications(runner, files));
  if (ended.length === 0) throw new Error(`no test ran of ${files.join(', ')}`);
  for (const module of ended) {
    const failure = failureIn(module);
    if (failure) return { caught: { stage, file: relative(ROOT, module.moduleId), ...failure } };
  }
  const [error] = unhandledErrors as readonly Error[];
  return error ? { caught: { stage, file: files[0]!, test: 'unhandled', message: error.message } } : {};
}

process.on('message', (order: Order) => {
  judge(order).then(
    (verdict) => process.send!(verdict),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
