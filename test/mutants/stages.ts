/** Which tests are held against a mutant, the likeliest to notice it first. */
import { basename, dirname } from 'node:path';
import type { Mutant } from './mutant.js';

export interface Stage {
  /** What its tests are to the mutant, for the report. */
  readonly tests:
    | 'the file that caught it last time'
    | 'tests of its file'
    | 'other unit tests'
    | 'the model'
    | 'whole scenes';
  readonly environment: 'node' | 'happy-dom';
  /** Test files, relative to the project. */
  readonly files: readonly string[];
}

/** Files that are tested through others. */
const THROUGH: Readonly<Record<string, readonly string[]>> = {
  'answering.ts': ['engine', 'pipeline', 'field'],
  'plan.ts': ['pipeline', 'field'],
  'context.ts': ['form'],
  'field.ts': ['form'],
  'form.ts': ['field'],
  'requests.ts': ['asking'],
  'prefetch.ts': ['form-prefetch'],
  'form-options.ts': ['form'],
  'book.ts': ['support', 'narrowing', 'knowledge'],
  'figures.ts': ['support', 'pace'],
};

/** Cheap, and about everything. */
const FOUND = 'test/model/found.test.ts';
const MODEL = ['test/model/engine.test.ts'];

/** `tests`: every test file there is; `before`: the one that caught it last time. Stages are run in order, until one fails. */
export function stagesOf(mutant: Mutant, tests: readonly string[], before?: string): readonly Stage[] {
  const stages = allStagesOf(mutant, tests);
  const stage = stages.find(({ files }) => before !== undefined && files.includes(before));
  if (stage === undefined || before === undefined) return stages;
  const left = stages.map((one) => ({ ...one, files: one.files.filter((file) => file !== before) }));
  return [
    { ...stage, tests: 'the file that caught it last time', files: [before] },
    ...left.filter(({ files }) => files.length > 0),
  ];
}

function allStagesOf({ file }: Mutant, tests: readonly string[]): readonly Stage[] {
  const layer = dirname(file);
  if (layer !== '.') {
    const own = tests.filter((test) => dirname(test) === `test/${layer}`);
    const skins = tests.filter((test) => /^test\/(combobox|dom|react)\//.test(test) && !own.includes(test));
    const stages: Stage[] = [{ tests: 'tests of its file', environment: 'happy-dom', files: own }];
    if (layer !== 'react') stages.push({ tests: 'other unit tests', environment: 'happy-dom', files: skins });
    return stages;
  }
  const name = basename(file, '.ts');
  const names = [name, ...(THROUGH[file] ?? [])];
  const units = tests.filter((test) => dirname(test) === 'test');
  const own = units.filter((test) => names.some((one) => isAbout(basename(test, '.test.ts'), one)));
  own.push(FOUND);
  const others = units.filter((test) => !own.includes(test));
  // The rest take longest: real connections, whole scenes, the collector of garbage.
  const scenes = tests.filter((test) =>
    /^test\/(hostile\/(answers|order|reentrant)|faults\/(bursts|outage|collect))\b/.test(test),
  );
  return [
    { tests: 'tests of its file', environment: 'node', files: own },
    { tests: 'other unit tests', environment: 'node', files: others },
    { tests: 'the model', environment: 'node', files: MODEL },
    { tests: 'whole scenes', environment: 'node', files: scenes },
  ];
}

/** `requests` and `requests-end` are both about requests. */
const isAbout = (test: string, name: string): boolean => test === name || test.startsWith(`${name}-`);
