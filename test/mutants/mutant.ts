/** One way to break the library: a named textual replacement in one file of src/. */
export interface Mutant {
  /** What the broken library does, as it would be told in a bug report. */
  readonly name: string;
  /** Below src/. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly put: string;
}

/** Mutants of one file. */
export const mutantsOf = (
  file: string,
  ...list: readonly (readonly [name: string, find: string, put: string])[]
): Mutant[] => list.map(([name, find, put]) => ({ name, file, find, put }));
