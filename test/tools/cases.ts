// npm run check:cases: which cases of test/cases.json no test covers. A test covers a case by naming it: "A7: ...".
// With the path of a Vitest JSON report as its argument, only tests that ran and passed count.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, ROOT, report } from './project.js';

interface Case {
  readonly id: string;
  readonly title: string;
  readonly concerns: 'core' | 'form' | 'combobox' | 'dom';
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly ancestorTitles: readonly string[];
      readonly status: string;
    }[];
  }[];
}

/** One id or several, at the start of a name: "A17, A18: ...". */
const IDS = /^([ABC]\d+(?:(?:, | and )[ABC]\d+)*):/;

const cases: readonly Case[] = JSON.parse(readFileSync(join(ROOT, 'test/cases.json'), 'utf8'));
const known = new Set(cases.map(({ id }) => id));
const covered = new Set(
  (process.argv[2] ? namesThatPassed(process.argv[2]) : namesInSources()).flatMap(idsOf),
);

report(
  [
    ...cases
      .filter(({ id }) => !covered.has(id))
      .map(({ id, concerns, title }) => `${id} (${concerns}): ${title}`),
    ...[...covered]
      .filter((id) => !known.has(id))
      .map((id) => `${id} is named by a test, but is no case of test/cases.json`),
  ],
  'none',
);

function idsOf(name: string): string[] {
  return IDS.exec(name)?.[1]?.split(/, | and /) ?? [];
}

function namesInSources(): string[] {
  return filesBelow(join(ROOT, 'test'), '.test.ts', '.test.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`])([ABC]\d+[^\n]*?):/g)].map((match) => `${match[2]}:`),
  );
}

function namesThatPassed(path: string): string[] {
  const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .flatMap(({ title, ancestorTitles }) => [title, ...ancestorTitles]);
}
