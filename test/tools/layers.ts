// npm run check:layers: a source file imports only what stands above it, types included; so there can be no cycle.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { filesBelow, report, SRC } from './project.js';

/** The core, top to bottom. A new file takes its place here. */
const CORE = [
  'figures',
  'protocol',
  'errors',
  'events',
  'client',
  'state',
  'cache',
  'book',
  'narrowing',
  'support',
  'backoff',
  'pace',
  'knowledge',
  'situation',
  'plan',
  'requests',
  'asking',
  'answering',
  'context',
  'pipeline',
  'uri-template',
  'target',
  'replayed',
  'field',
  'prefetch',
  'form-options',
  'form',
  'options',
  'engine',
  'index',
];
/** The skins, top to bottom: each may import the ones before it. */
const SKINS = ['combobox', 'dom', 'react', 'devtools'];
/** What a skin may know of the core: the public vocabulary, never how completions are fetched. */
const PUBLIC = [
  'figures',
  'protocol',
  'errors',
  'events',
  'state',
  'target',
  'field',
  'form',
  'form-options',
  'engine',
  'index',
];
/** Packages, and the only files that may import them. SDKs appear as types alone, frameworks in their own skin. */
const PACKAGES: Readonly<Record<string, (file: string) => boolean>> = {
  rxjs: () => true,
  'quick-lru': (file) => !file.includes('/'),
  'url-template': (file) => file === 'uri-template',
  react: (file) => file.startsWith('react/'),
  'react-dom': (file) => file.startsWith('react/'),
};

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const problems: string[] = [];
const graph = new Map<string, string[]>();

for (const path of filesBelow(SRC, '.ts', '.tsx')) {
  const file = nameOf(path);
  const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined;
  if (folder === undefined ? !CORE.includes(file) : !SKINS.includes(folder)) {
    problems.push(`src/${file} has no place among the layers (test/tools/layers.ts)`);
    continue;
  }
  const targets: string[] = [];
  for (const { specifier, typeOnly } of importsOf(path)) {
    const wrong = specifier.startsWith('.')
      ? wrongFile(file, folder, resolveFile(path, specifier), targets)
      : wrongPackage(file, specifier, typeOnly);
    if (wrong) problems.push(`src/${file} ${wrong}`);
  }
  graph.set(file, targets);
}
problems.push(...cycles());
report(problems, `${graph.size} files, each importing only what stands above it`);

function wrongFile(
  file: string,
  folder: string | undefined,
  target: string | undefined,
  targets: string[],
): string | undefined {
  if (target === undefined) return 'imports a file that does not exist, or not by its .js name';
  targets.push(target);
  const targetFolder = target.includes('/') ? target.slice(0, target.indexOf('/')) : undefined;
  if (folder === undefined) {
    if (targetFolder !== undefined) return `is core and imports the skin ${target}`;
    return CORE.indexOf(target) < CORE.indexOf(file) ? undefined : `imports ${target}, which stands below it`;
  }
  if (targetFolder === undefined)
    return PUBLIC.includes(target) ? undefined : `imports ${target}, which is the core's own affair`;
  return SKINS.indexOf(targetFolder) <= SKINS.indexOf(folder)
    ? undefined
    : `imports ${target}, which stands below it`;
}

function wrongPackage(file: string, specifier: string, typeOnly: boolean): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  if (name.startsWith('@modelcontextprotocol/'))
    return typeOnly ? undefined : `imports ${specifier} as a value; only its types may be`;
  return PACKAGES[name]?.(file) ? undefined : `imports ${specifier}`;
}

/** Inside a skin's folder the order is free, so cycles are looked for. */
function cycles(): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) {
      found.push(`a cycle: ${[...above.slice(above.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...above, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

function importsOf(path: string): Import[] {
  const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const statements = /^\s*(?:import|export)\b(?:(\s+type)\b)?(?:[^'";]*?\bfrom)?\s*(['"])(.+?)\2/gm;
  const calls = /\bimport\(\s*(['"])(.+?)\1\s*\)/g;
  return [
    ...[...code.matchAll(statements)].map((match) => ({
      specifier: match[3]!,
      typeOnly: match[1] !== undefined,
    })),
    ...[...code.matchAll(calls)].map((match) => ({ specifier: match[2]!, typeOnly: false })),
  ];
}

function resolveFile(from: string, specifier: string): string | undefined {
  const stem = resolve(dirname(from), specifier).replace(/\.js$/, '');
  if (!specifier.endsWith('.js')) return undefined;
  return ['.ts', '.tsx'].some((ending) => existsSync(stem + ending)) ? nameOf(stem) : undefined;
}

function nameOf(path: string): string {
  return relative(join(SRC), path)
    .replace(/\.tsx?$/, '')
    .split(sep)
    .join('/');
}
