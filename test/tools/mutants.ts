/**
 * npm run mutants: breaks a copy of the library in every way of test/mutants, one at a time, and fails unless some test
 * notices each. Words behind `--` choose mutants by a part of their name or file. A run of all of them, outside of CI,
 * remembers in test/mutants/caught.json who noticed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caught, Order, Verdict } from '../mutants/bench.js';
import { type Catch, caughtBefore, NEVER_ENDS, remember } from '../mutants/caught.js';
import { MUTANTS } from '../mutants/index.js';
import type { Mutant } from '../mutants/mutant.js';
import { type Stage, stagesOf } from '../mutants/stages.js';
import { filesBelow, inProject, ROOT } from './project.js';

const BENCHES = 2;

/** A stage that takes longer than this never ends: the slowest takes a tenth of it. */
const TIME_LIMIT_MS = 120_000;
/** The same where it did not end last time: ten times what such a file takes with a sound library. */
const NEVER_ENDS_LIMIT_MS = 20_000;
/** For all tests that caught something, at once. */
const SOUND_TIME_LIMIT_MS = 600_000;

/** Enough runs for what they are to catch; from one seed, so that a mutant's fate is the same tomorrow. */
const RANDOM = { MODEL_RUNS: '150', MODEL_SEED: '1', PROPERTY_SEED: '1' };

const COPIED = ['src', 'test', 'demo', 'README.md', 'package.json', 'tsconfig.json'];

interface Fate {
  readonly mutant: Mutant;
  readonly caught: Caught | undefined;
  readonly seconds: number;
}

/** A copy of the project, and the process that tests it. */
class Bench {
  readonly root: string;
  #process: ChildProcess | undefined;

  constructor(parent: string, name: string) {
    this.root = join(parent, name);
    mkdirSync(this.root);
    for (const part of COPIED)
      cpSync(join(ROOT, part), join(this.root, part), {
        recursive: true,
        filter: (path) => !/[\\/]node_modules([\\/]|$)/.test(path.slice(ROOT.length)),
      });
    symlinkSync(join(ROOT, 'node_modules'), join(this.root, 'node_modules'));
  }

  async judge(mutant: Mutant, tests: readonly string[]): Promise<Caught | undefined> {
    const before = caughtBefore(mutant);
    const path = join(this.root, 'src', mutant.file);
    const sound = readFileSync(path, 'utf8');
    writeFileSync(path, broken(mutant, sound));
    try {
      for (const stage of stagesOf(mutant, tests, before?.file)) {
        const again = before?.neverEnds && stage.files[0] === before.file;
        const limitMs = again ? NEVER_ENDS_LIMIT_MS : TIME_LIMIT_MS;
        const { caught } = await this.run({ changed: [path], stage }, limitMs);
        if (caught) return caught;
      }
      return undefined;
    } finally {
      writeFileSync(path, sound);
      await this.#forget(path);
    }
  }

  run(order: Order, limitMs = TIME_LIMIT_MS): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.#process ??= this.#start();
      const child = this.#process;
      const timer = setTimeout(() => {
        this.stop();
        const { stage } = order;
        if (stage === undefined) reject(new Error('the test process does not answer'));
        else resolve({ caught: { stage, file: stage.files[0]!, test: NEVER_ENDS, message: '' } });
      }, limitMs);
      const done = () => {
        clearTimeout(timer);
        child.removeAllListeners();
      };
      child.once('message', (verdict: Verdict) => {
        done();
        resolve(verdict);
      });
      child.once('exit', (code) => {
        done();
        this.#process = undefined;
        reject(new Error(`the test process ended with ${code}`));
      });
      child.send(order);
    });
  }

  stop(): void {
    this.#process?.removeAllListeners();
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  /** The sound file is to be read again; a process that was ended starts afresh anyway. */
  async #forget(path: string): Promise<void> {
    if (this.#process) await this.run({ changed: [path] });
  }

  #start(): ChildProcess {
    return fork(join(this.root, 'test/mutants/bench.ts'), {
      cwd: this.root,
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...RANDOM, NODE_ENV: 'test' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
}

function broken({ name, file, find, put }: Mutant, sound: string): string {
  const [before, after, more] = sound.split(find);
  if (before === undefined || after === undefined || more !== undefined)
    throw new Error(`"${name}" does not fit src/${file}: its text must occur there once`);
  return before + put + after;
}

/** The sound library passes the tests that caught mutants, or their failures would tell nothing. */
async function assertSound(benches: readonly Bench[], catches: readonly Caught[]): Promise<void> {
  const environments = ['node', 'happy-dom'] as const;
  const verdicts = await Promise.all(
    environments.map((environment, at) => {
      const own = catches.filter(({ stage }) => stage.environment === environment);
      const files = [...new Set(own.map(({ file }) => file))];
      const stage: Stage = { tests: 'the file that caught it last time', environment, files };
      return benches[at]!.run({ changed: [], ...(files.length > 0 && { stage }) }, SOUND_TIME_LIMIT_MS);
    }),
  );
  for (const { caught } of verdicts)
    if (caught) throw new Error(`the sound library fails ${caught.file} > ${caught.test}: ${caught.message}`);
}

async function main(words: readonly string[]): Promise<void> {
  const started = Date.now();
  const chosen = MUTANTS.filter(({ name, file }) => words.every((word) => `${file} ${name}`.includes(word)));
  for (const mutant of chosen) broken(mutant, readFileSync(join(ROOT, 'src', mutant.file), 'utf8'));
  const tests = filesBelow(join(ROOT, 'test'), '.test.ts', '.test.tsx').map(inProject);
  const parent = mkdtempSync(join(tmpdir(), 'mutants-'));
  const benches = Array.from({ length: BENCHES }, (_, index) => new Bench(parent, `${index}`));
  const fates: Fate[] = [];
  try {
    const left = [...chosen];
    await Promise.all(
      benches.map(async (bench) => {
        for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
          const since = Date.now();
          const caught = await bench.judge(mutant, tests);
          const fate = { mutant, caught, seconds: (Date.now() - since) / 1_000 };
          fates.push(fate);
          console.log(line(fate));
        }
      }),
    );
    await assertSound(
      benches,
      fates.flatMap(({ caught }) => caught ?? []),
    );
  } finally {
    for (const bench of benches) bench.stop();
    rmSync(parent, { recursive: true, force: true });
  }
  report(fates, (Date.now() - started) / 1_000);
  if (chosen.length === MUTANTS.length && !process.env.CI) remember(catchesOf(fates));
}

/** In the order of the lists, so that what is remembered changes only where fates do. */
function catchesOf(fates: readonly Fate[]): (readonly [Mutant, Catch])[] {
  return MUTANTS.flatMap((mutant) => {
    const caught = fates.find((fate) => fate.mutant === mutant)?.caught;
    return caught ? [[mutant, { file: caught.file, neverEnds: caught.test === NEVER_ENDS }] as const] : [];
  });
}

function line({ mutant: { file, name }, caught, seconds }: Fate): string {
  const by = caught ? `${caught.file.replace(/^test\//, '')} > ${caught.test}` : 'SURVIVED';
  return `${file.padEnd(24)} ${name.padEnd(56)} ${seconds.toFixed(1).padStart(5)} s  ${by.slice(0, 160)}`;
}

function report(fates: readonly Fate[], seconds: number): void {
  const survivors = fates.filter(({ caught }) => !caught);
  const catches = fates.flatMap(({ caught }) => caught ?? []);
  const by = [...new Set(catches.map(({ stage }) => stage.tests))].map(
    (tests) => `${catches.filter(({ stage }) => stage.tests === tests).length} by ${tests}`,
  );
  if (survivors.length > 0) console.log(`\nSurvived:\n${survivors.map(line).join('\n')}`);
  console.log(
    `\nmutants: ${catches.length} of ${fates.length} caught: ${by.join(', ')}; ` +
      `${survivors.length} survived, in ${seconds.toFixed(0)} s`,
  );
  if (survivors.length > 0) process.exitCode = 1;
}

await main(process.argv.slice(2));
