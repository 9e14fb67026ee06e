/** Which tests are held against a mutant, the likeliest to notice it first. */
import { basename, dirname } from 'node:path';
import type { Mutant } from './mutant.js';

export interface Stage {
  readonly environment: 'node' | 'happy-dom';
  /** Test files, relative to the project. */
  readonly files: readonly string[];
}

/** Files that are tested through others. */
const THROUGH: Readonly<Record<string, readonly string[]>> = {
  'answering.ts': ['pipeline', 'field'],
  'plan.ts': ['pipeline', 'field'],
  'context.ts': ['form'],
  'prefetch.ts': ['form-prefetch'],
  'form-options.ts': ['form'],
  'book.ts': ['support', 'narrowing', 'knowledge'],
  'figures.ts': ['support', 'pace'],
};

const MODEL = ['test/model/found.test.ts', 'test/model/engine.test.ts'];

/** `tests`: every test file there is. Stages are run in order, until one fails. */
export function stagesOf({ file }: Mutant, tests: readonly string[]): readonly Stage[] {
  const layer = dirname(file);
  if (layer !== '.') {
    const own = tests.filter((test) => dirname(test) === `test/${layer}`);
    const skins = tests.filter((test) => /^test\/(combobox|dom)\//.test(test) && !own.includes(test));
    return [own, skins].map((files) => ({ environment: 'happy-dom', files }));
  }
  const name = basename(file, '.ts');
  const names = [name, ...(THROUGH[file] ?? [])];
  const units = tests.filter((test) => dirname(test) === 'test');
  const own = units.filter((test) => names.some((one) => isAbout(basename(test, '.test.ts'), one)));
  const others = units.filter((test) => !own.includes(test));
  // The rest take longest: real connections, whole scenes, the collector of garbage.
  const scenes = tests.filter((test) =>
    /^test\/(hostile\/(answers|order)|faults\/(bursts|outage|collect))\b/.test(test),
  );
  return [own, others, MODEL, scenes]
    .filter((files) => files.length > 0)
    .map((files) => ({ environment: 'node', files }));
}

/** `requests` and `requests-end` are both about requests. */
const isAbout = (test: string, name: string): boolean => test === name || test.startsWith(`${name}-`);
