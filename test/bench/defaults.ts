/** `npm run bench:defaults`: what each default costs and brings, one varied at a time; prints and writes results/defaults.md. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Row } from './results.js';
import type { Session } from './trace.js';

/** What a figure decides, where it stands (# is the figure, once in the file), what it is, and what else it could be. */
type Default = readonly [what: string, file: string, stands: string, is: string, others: readonly string[]];

const DEFAULTS: readonly Default[] = [
  ['nothing on screen: at least, ms', 'figures.ts', 'MIN_UNCOVERED_MS = #;', '100', ['0', '200']],
  ['nothing on screen: at most, ms', 'figures.ts', 'MAX_UNCOVERED_MS = #;', '250', ['200', '400']],
  ["times the typist's own gap", 'figures.ts', 'REST_FACTOR = #;', '1.3', ['1', '2']],
  ['a part on screen, ms', 'pace.ts', 'part: #,', '250', ['150', '400']],
  ['all on screen, unproved, ms', 'pace.ts', 'whole: # }', '300', ['150', '600']],
  [
    'all on screen, each time it proved right, ms',
    'pace.ts',
    'SURE_MS = #;',
    '1_000',
    ['300', '600', '1_500'],
  ],
  ['proved right, counts up to', 'figures.ts', 'MOST_TRUST = #;', '3', ['1', '2', '5']],
  ['typing on, at most, ms', 'figures.ts', 'PATIENCE_MS = #;', '400', ['300', '600', '1_000_000']],
  ['a link counts as slow from, ms', 'figures.ts', 'SLOW_LINK_MS = #;', '300', ['150', '2_000']],
  ['fresh for, ms', 'options.ts', 'limits.freshMs ?? #)', '30_000', ['5_000', '300_000']],
];

const LATENCIES_MS = [100, 400, 1000];
const SHOWN_APART = ['explorer', 'languages'];
const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const BUNDLES = new URL('../../node_modules/.cache/bench/', import.meta.url);

interface Bench {
  readonly SESSIONS: readonly Session[];
  readonly measure: typeof import('./results.js').measure;
  readonly total: typeof import('./results.js').total;
}

/** The bench over the engine with one figure changed. */
async function benchWith(name: string, change?: { file: string; from: string; to: string }): Promise<Bench> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { measure, total } from './results.js'; export { SESSIONS } from './sessions.js';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    plugins: [
      {
        name: 'figure',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8');
            const isChanged = change !== undefined && path === SRC + change.file;
            if (isChanged && source.split(change.from).length !== 2)
              throw new Error(`${change.file} does not say "${change.from}" once`);
            const contents = isChanged ? source.replace(change.from, change.to) : source;
            return {
              loader: 'ts',
              contents: contents.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
            };
          });
        },
      },
    ],
  });
  const bundle = new URL(`${name}.mjs`, BUNDLES);
  await writeFile(bundle, outputFiles[0]!.contents);
  return (await import(bundle.href)) as Bench;
}

async function figures({ SESSIONS, measure, total }: Bench): Promise<string> {
  const rows = await measure(
    SESSIONS,
    LATENCIES_MS.map((ms) => ({ ms, kind: 'fixed' })),
    ['engine'],
  );
  const cell = (of: readonly Row[]) => {
    const { requests, blindMs, wrongFinalMs } = total(of);
    if (wrongFinalMs > 0) throw new Error('finally wrong');
    return `${requests.toLocaleString('en')} / ${(blindMs / 1000).toFixed(1)}`;
  };
  const sums = LATENCIES_MS.map((ms) => cell(rows.filter(({ latency }) => latency.ms === ms)));
  const apart = rows.filter(({ session, latency }) => latency.ms === 100 && SHOWN_APART.includes(session));
  return [...sums, apart.map(({ requests }) => requests).join(', ')].join(' | ');
}

await mkdir(BUNDLES, { recursive: true });
const lines = [
  '# Defaults, one varied at a time',
  '',
  `Requests / seconds blind over all sessions, default options, at three latencies; then the requests of ${SHOWN_APART.join(' and ')} at`,
  '100 ms. None was ever finally wrong. `npm run bench:defaults` writes this file.',
  '',
  `| | is | tried | ${LATENCIES_MS.map((ms) => `${ms.toLocaleString('en')} ms`).join(' | ')} | requests apart |`,
  '| --- | ---: | ---: | --- | --- | --- | --- |',
  `| as it is | | | ${await figures(await benchWith('as-it-is'))} |`,
];
let count = 0;
for (const [what, file, stands, is, others] of DEFAULTS)
  for (const other of others) {
    const [from, to] = [is, other].map((figure) => stands.replace('#', figure)) as [string, string];
    const bench = await benchWith(`${++count}`, { file, from, to });
    const plain = (figure: string) => figure.replace('_', ',');
    lines.push(`| ${what} | ${plain(is)} | ${plain(other)} | ${await figures(bench)} |`);
    console.error(lines.at(-1));
  }
await rm(BUNDLES, { recursive: true });
const text = `${lines.join('\n')}\n`;
await writeFile(new URL('./results/defaults.md', import.meta.url), text);
process.stdout.write(text);
