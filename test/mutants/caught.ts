/** Which test file caught each mutant last time, and is tried first. What is missing or outdated here costs time only. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Mutant } from './mutant.js';

const FILE = new URL('caught.json', import.meta.url);

const SEPARATOR = ' > ';

/** What is told of a test that had to be stopped. */
export const NEVER_ENDS = 'never ends';

/** By a mutant's file, then by its name: the test file; followed by NEVER_ENDS where that is how it noticed. */
type Memory = Readonly<Record<string, Readonly<Record<string, string>>>>;

const memory: Memory = JSON.parse(readFileSync(FILE, 'utf8'));

export interface Catch {
  readonly file: string;
  readonly neverEnds: boolean;
}

export function caughtBefore({ file, name }: Mutant): Catch | undefined {
  const [by, how] = memory[file]?.[name]?.split(SEPARATOR) ?? [];
  return by === undefined ? undefined : { file: by, neverEnds: how === NEVER_ENDS };
}

/** Takes the place of what was remembered; in the order given. */
export function remember(catches: readonly (readonly [mutant: Mutant, by: Catch])[]): void {
  const next: Record<string, Record<string, string>> = {};
  for (const [{ file, name }, by] of catches) {
    const told = by.neverEnds ? `${by.file}${SEPARATOR}${NEVER_ENDS}` : by.file;
    next[file] = { ...next[file], [name]: told };
  }
  writeFileSync(FILE, `${JSON.stringify(next, null, 2)}\n`);
}
