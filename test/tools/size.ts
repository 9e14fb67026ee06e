// npm run size: what each entry point weighs, minified and gzipped, against its budget; and that the core stays a core.

import { dirname, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type EntryPoint, entryPoints, report, SRC } from './project.js';

/**
 * Bytes. kB are 1,000 bytes. The core's goal is 8 kB, and it misses it by as much again: quick-lru and url-template weigh
 * 1.8 kB; requests that are shared, queued, cancelled and held back 2.6 kB; lists that are remembered, narrowed and learned
 * from 2.8 kB; what a field shows and when it asks 2.7 kB; fields and forms 2.0 kB; what both SDKs answer and throw 1.2 kB;
 * URI templates and targets 1.1 kB; the engine and its options 1.1 kB. It is held where it is, so that it can only shrink.
 */
const BUDGETS: Readonly<Record<string, number>> = { '.': 15_630, './dom': 8_000, './react': 2_000 };
/** What was aimed at, where that was missed: it is said each time. */
const GOALS: Readonly<Record<string, number>> = { '.': 8_000 };
const FRAMEWORKS = ['react', 'react-dom', 'react/jsx-runtime'];
/** What the core may hold, besides itself. */
const CORE_PACKAGES = ['quick-lru', 'url-template', 'rxjs', 'tslib'];
const PAGE_GLOBALS = [
  'document',
  'window',
  'navigator',
  'location',
  'HTMLElement',
  'HTMLInputElement',
  'Event',
  'CustomEvent',
  'MutationObserver',
  'requestAnimationFrame',
  'localStorage',
];

interface Measured {
  readonly bytes: number;
  readonly code: string;
  readonly metafile: Metafile;
}

async function measure(entry: string | readonly string[], options: BuildOptions = {}): Promise<Measured> {
  const contents = [entry]
    .flat()
    .map((file) => `export * from ${JSON.stringify(file)};`)
    .join('\n');
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: SRC, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['es2015'],
    jsx: 'automatic',
    logLevel: 'error',
    ...options,
    write: false,
    metafile: true,
  });
  const { contents: bytes, text } = outputFiles[0]!;
  return { bytes: gzipSync(bytes, { level: 9 }).length, code: text, metafile };
}

/** Leaves out the files that another entry point's budget holds already. */
function without(...held: ((path: string) => boolean)[]): Plugin {
  return {
    name: 'without',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^\./ }, async ({ path: wanted, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === 'resolved') return undefined;
        const { path, sideEffects } = await resolve(wanted, {
          importer,
          resolveDir,
          kind,
          pluginData: 'resolved',
        });
        return { path, sideEffects, external: held.some((holds) => holds(path)) };
      });
    },
  };
}

const inCore = (path: string): boolean => dirname(path) === SRC.replace(/[\\/]$/, '');
const inFolder =
  (name: string) =>
  (path: string): boolean =>
    path.startsWith(SRC + sep + name + sep);

const named = (name: string): EntryPoint | undefined => entryPoints().find((entry) => entry.name === name);

interface Row {
  readonly what: string;
  readonly bytes: number;
  readonly budget?: number;
  readonly goal?: number;
}

const rows: Row[] = [];
const problems: string[] = [];

const core = named('.');
if (core) {
  const alone = await measure(core.source, { external: ['rxjs'] });
  rows.push({ what: 'core, without rxjs', bytes: alone.bytes, budget: BUDGETS['.']!, goal: GOALS['.']! });
  if (alone.bytes > BUDGETS['.']!) heaviest(alone.metafile);
  rows.push({ what: 'core, with rxjs', bytes: (await measure(core.source)).bytes });
  problems.push(...(await impurities(core)));
}

const dom = named('./dom');
const combobox = named('./combobox');
if (combobox) {
  const options = { external: ['rxjs'], plugins: [without(inCore)] };
  rows.push({ what: 'combobox, over the core', bytes: (await measure(combobox.source, options)).bytes });
}
if (dom && combobox) {
  const both = [combobox.source, dom.source];
  const options = { external: ['rxjs'], plugins: [without(inCore)] };
  const alone = await measure(both, options);
  rows.push({ what: 'combobox + dom, over the core', bytes: alone.bytes, budget: BUDGETS['./dom']! });
}

const react = named('./react');
if (react) {
  const external = ['rxjs', ...FRAMEWORKS];
  const skin = await measure(react.source, {
    external,
    plugins: [without(inCore, inFolder('combobox'), inFolder('dom'))],
  });
  rows.push({ what: 'react, over the combobox', bytes: skin.bytes, budget: BUDGETS['./react']! });
  const whole = await measure(react.source, { external, plugins: [without(inCore)] });
  rows.push({ what: 'react + all of combobox and dom it uses', bytes: whole.bytes });
}

for (const { what, bytes, budget, goal } of rows) {
  const limit = budget === undefined ? '' : `of ${kilobytes(budget)}`;
  const aim = goal === undefined || bytes <= goal ? '' : ` (missed: the goal is ${kilobytes(goal)})`;
  console.log(`${what.padEnd(46)} ${kilobytes(bytes).padStart(9)} ${limit}${aim}`);
  if (budget !== undefined && bytes > budget)
    problems.push(`${what}: ${bytes} bytes are ${bytes - budget} past the budget.`);
}
report(problems, 'within budget; the core holds no framework, no SDK and no page');

/** A core that drags in a schema library, an SDK or a page's globals is not one that runs everywhere. */
async function impurities({ source }: EntryPoint): Promise<string[]> {
  const marked = (name: string) => `__page_global_${name}`;
  const { code, metafile } = await measure(source, {
    external: ['rxjs'],
    define: Object.fromEntries(PAGE_GLOBALS.map((name) => [name, marked(name)])),
  });
  const foreign = Object.keys((await measure(source)).metafile.inputs)
    .map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1])
    .filter((name): name is string => name !== undefined && !CORE_PACKAGES.includes(name));
  const skins = Object.keys(metafile.inputs).filter((input) => /^src\/(combobox|dom|react)\//.test(input));
  return [
    ...new Set(foreign.map((name) => `the core bundles ${name}`)),
    ...skins.map((file) => `the core bundles ${file}`),
    ...PAGE_GLOBALS.filter((name) => code.includes(marked(name))).map(
      (name) => `the core uses the page's ${name}`,
    ),
  ];
}

/** Where to look first, once a budget is spent. Minified, before gzip. */
function heaviest({ outputs }: Metafile): void {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  for (const [file, { bytesInOutput }] of files.sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput))
    console.log(`  ${file.padEnd(44)} ${kilobytes(bytesInOutput).padStart(9)} minified`);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2)} kB`;
}
