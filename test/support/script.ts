/** TypeScript that tests run in processes of their own: as one file of JavaScript it starts in a third of the time. */
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, '.cache/scripts');
const built = new Map<string, string>();

/** Builds a script, once in each process that asks, and returns its file. `path` is relative to the project. */
export function scriptOf(path: string): string {
  const known = built.get(path);
  if (known !== undefined) return known;
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${path.replace(/\W+/g, '-')}.mjs`);
  // Others may be running what stands there.
  const own = `${file}.${process.pid}`;
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [path],
    outfile: own,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // What is written in CommonJS asks for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  renameSync(own, file);
  built.set(path, file);
  return file;
}
