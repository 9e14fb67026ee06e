// What the checks share: where the project is, its entry points, and how a check ends.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SRC = join(ROOT, 'src');

export interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly files: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

export interface EntryPoint {
  /** As in package.json's `exports`: `.`, `./dom`. */
  readonly name: string;
  /** What a host imports. */
  readonly specifier: string;
  readonly source: string;
  readonly declarations: string;
}

/** The entry points that package.json promises, with the source that each is built from. */
export const entryPoints = (): EntryPoint[] =>
  Object.entries(manifest.exports).flatMap(([name, target]) => {
    if (typeof target === 'string' || !target.default.endsWith('.js')) return [];
    const built = target.default.replace(/^\.\/dist\//, '').replace(/\.js$/, '');
    const source = [`${built}.ts`, `${built}.tsx`].map((file) => join(SRC, file)).find(existsSync);
    if (source === undefined)
      throw new Error(`package.json exports ${name}, but src/${built}.ts does not exist.`);
    return [
      { name, specifier: posix.join(manifest.name, name), source, declarations: join(ROOT, target.types) },
    ];
  });

/** What a check that reads dist/ says before there is one. */
export const unbuilt = (): string[] =>
  entryPoints()
    .filter(({ declarations }) => !existsSync(declarations))
    .map(({ name, declarations }) => `${name}: ${inProject(declarations)} is not there; run npm run build`);

/** Every file below `directory` with one of the endings, as absolute paths in a stable order. */
export function filesBelow(directory: string, ...endings: string[]): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => endings.some((ending) => file.endsWith(ending)) && !/(^|[\\/])node_modules[\\/]/.test(file),
    )
    .sort()
    .map((file) => join(directory, file));
}

/** Relative to the project, for messages. */
export const inProject = (file: string): string => relative(ROOT, file);

/** Prints what is wrong, or that nothing is, and sets the exit code. */
export function report(problems: readonly string[], whenNone: string): void {
  for (const problem of problems) console.log(problem);
  if (problems.length === 0) console.log(whenNone);
  else process.exitCode = 1;
}
