/** `npm run bench:defaults`: what each default costs and brings, one varied at a time; prints and writes results/defaults.md. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Row } from './results.js';
import type { Session } from './trace.js';

/** One default: where it stands, and what else it could be. */
interface Default {
  readonly what: string;
  readonly file: string;
  /** Occurs once in the file, with the figure. */
  readonly stands: (figure: string) => string;
  readonly is: string;
  readonly others: readonly string[];
}

const covered = (name: string) => (figure: string) => `${name}: ${figure}`;
const constant = (name: string) => (figure: string) => `const ${name} = ${figure};`;

const DEFAULTS: readonly Default[] = [
  {
    what: 'nothing on screen: at least, ms',
    file: 'pace.ts',
    stands: constant('MIN_UNCOVERED_MS'),
    is: '100',
    others: ['0', '200'],
  },
  {
    what: 'nothing on screen: at most, ms',
    file: 'pace.ts',
    stands: constant('MAX_UNCOVERED_MS'),
    is: '250',
    others: ['200', '400'],
  },
  {
    what: "times the typist's own gap",
    file: 'pace.ts',
    stands: constant('REST_FACTOR'),
    is: '1.3',
    others: ['1', '2'],
  },
  {
    what: 'a part on screen, ms',
    file: 'pace.ts',
    stands: covered('part'),
    is: '250',
    others: ['150', '400'],
  },
  {
    what: 'all on screen, unproved, ms',
    file: 'pace.ts',
    stands: covered('whole'),
    is: '300',
    others: ['150', '600'],
  },
  {
    what: 'all on screen, proved, ms',
    file: 'pace.ts',
    stands: covered('sure'),
    is: '1_000',
    others: ['300', '600', '1_500'],
  },
  {
    what: 'a link counts as slow from, ms',
    file: 'requests.ts',
    stands: constant('SLOW_LINK_MS'),
    is: '300',
    others: ['150', '2_000'],
  },
  {
    what: 'fresh for, ms',
    file: 'options.ts',
    stands: (figure) => `limits.freshMs, ${figure})`,
    is: '30_000',
    others: ['5_000', '300_000'],
  },
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
for (const { what, file, stands, is, others } of DEFAULTS)
  for (const other of others) {
    const bench = await benchWith(`${++count}`, { file, from: stands(is), to: stands(other) });
    const plain = (figure: string) => figure.replace('_', ',');
    lines.push(`| ${what} | ${plain(is)} | ${plain(other)} | ${await figures(bench)} |`);
    console.error(lines.at(-1));
  }
await rm(BUNDLES, { recursive: true });
const text = `${lines.join('\n')}\n`;
await writeFile(new URL('./results/defaults.md', import.meta.url), text);
process.stdout.write(text);
