/** Assertions and bounded waiting for the interop suite, which runs outside of a test runner. */
import { isDeepStrictEqual } from 'node:util';

const PATIENCE_MS = 20_000;

export function equal(actual: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

export function ok(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not so: ${what}`);
}

/** Rejects, naming what was waited for, if it takes too long. */
export async function within<T>(work: Promise<T>, what: string, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${patienceMs} ms for ${what}`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
