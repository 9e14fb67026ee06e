// npm run check:package: builds and packs the package, lints the tarball, and uses it as a host would: installed into a
// fresh project without any SDK, compiled under both module resolutions, and imported in plain Node; then beside the lowest
// version of each SDK that it claims to work with.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryPoints, manifest, ROOT } from './project.js';

const HOST_OF_THE_CORE = `
import { of } from 'rxjs';
import { type CompletionClient, type CompletionState, createCompletionEngine, promptTarget, resourceTemplateTarget } from '${manifest.name}';

const client: CompletionClient = {
  getServerCapabilities: () => ({ completions: {} }),
  complete: async ({ argument }) => ({ completion: { values: [argument.value + 'thon'], hasMore: false } }),
};
const engine = createCompletionEngine(client);
const binding = { ref: { type: 'ref/prompt', name: 'p' } as const, argument: 'language', value$: of('py') };
const seen: CompletionState[] = [];
engine.complete(binding).subscribe({
  next: (state) => seen.push(state),
  complete: () => {
    engine.dispose();
    const options: readonly string[] = seen.at(-1)?.options ?? [];
    if (options.join() !== 'python') throw new Error('The installed engine answered ' + JSON.stringify(seen.at(-1)));
    console.log('installed, it completes "py" to', options[0]);
  },
});
if (promptTarget({ name: 'p', arguments: [{ name: 'a' }] }).arguments.length !== 1) throw new Error('promptTarget');
if (resourceTemplateTarget({ name: 't', uriTemplate: 'x://{a}' }).problem !== undefined) throw new Error('resourceTemplateTarget');
`;

/** What the README's example takes for granted: a connected client, and a place for its messages. */
const EMBED_HOST = `
import type { CompletionClient, PromptLike } from '${manifest.name}';
declare const client: CompletionClient & {
  listPrompts(): Promise<{ prompts: PromptLike[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: unknown }>;
};
declare function show(messages: unknown): void;
`;

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: false,
};
const RESOLUTIONS = [
  { module: 'nodenext', moduleResolution: 'nodenext', outDir: 'out' },
  { module: 'esnext', moduleResolution: 'bundler', noEmit: true },
];

const temporary = mkdtempSync(join(tmpdir(), 'package-check-'));
try {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const tarball = pack();
  run('publint', ROOT, 'npx', 'publint', 'run', tarball, '--strict');
  // A style sheet has no types to be wrong.
  const typed = entryPoints().map(({ name }) => name);
  run(
    'are the types wrong',
    ROOT,
    'npx',
    'attw',
    tarball,
    '--profile',
    'esm-only',
    '--entrypoints',
    ...typed,
  );
  console.log('publint and are-the-types-wrong: clean');
  useAsHost(tarball);
  useBesideSdk(tarball, 'sdk-1', '@modelcontextprotocol/sdk');
  useBesideSdk(tarball, 'sdk-2', '@modelcontextprotocol/client', '@modelcontextprotocol/server');
} catch (problem) {
  console.log(problem instanceof Error ? problem.message : problem);
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function pack(): string {
  const output = run('npm pack', ROOT, 'npm', 'pack', '--json', '--silent', '--pack-destination', temporary);
  // The build runs before the packing and may print, too.
  const [packed] = JSON.parse(output.slice(output.indexOf('[\n'))) as {
    filename: string;
    files: { path: string }[];
    size: number;
  }[];
  const surplus = packed!.files.map(({ path }) => path).filter((path) => !/^(dist\/|[^/]+$)/.test(path));
  if (surplus.length > 0) throw new Error(`These do not belong in the package: ${surplus.join(', ')}`);
  const missing = manifest.files.filter((name) => !packed!.files.some(({ path }) => path.startsWith(name)));
  if (missing.length > 0) throw new Error(`These are missing in the package: ${missing.join(', ')}`);
  console.log(`${packed!.filename}: ${packed!.files.length} files, ${(packed!.size / 1000).toFixed(1)} kB`);
  return join(temporary, packed!.filename);
}

function embedExample(): string {
  const example = /^```ts embed\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1];
  if (example === undefined) throw new Error('README.md has no block marked "embed"');
  return example;
}

function useAsHost(tarball: string): void {
  const project = join(temporary, 'host');
  const entries = entryPoints();
  const peers = [
    'rxjs',
    ...(entries.some(({ name }) => name === './react') ? ['react', '@types/react'] : []),
  ];
  const write = (file: string, content: string) => writeFileSync(join(project, file), content);
  installHost(project, tarball, ...peers.map(installed));
  if (existsSync(join(project, 'node_modules/@modelcontextprotocol')))
    throw new Error('Installing the package brought an SDK along.');

  write('host.ts', HOST_OF_THE_CORE);
  write('readme.ts', EMBED_HOST + embedExample());
  write(
    'entries.ts',
    entries
      .map(
        ({ specifier }, index) =>
          `import * as entry${index} from '${specifier}';\nconsole.log('${specifier}:', Object.keys(entry${index}).join(', '));`,
      )
      .join('\n'),
  );
  for (const resolution of RESOLUTIONS) {
    write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, ...resolution }, include: ['*.ts'] }),
    );
    run(
      `types, resolved by ${resolution.moduleResolution}`,
      project,
      join(ROOT, 'node_modules/.bin/tsc'),
      '-p',
      '.',
    );
    console.log(`types: clean without an SDK, resolved by ${resolution.moduleResolution}`);
  }
  console.log(run('entry points in plain Node', project, process.execPath, 'out/entries.js').trim());
  console.log(run('the engine, installed', project, process.execPath, 'out/host.js').trim());
}

/** What a host needs of an SDK works with its lowest version, with RxJS's lowest. */
function useBesideSdk(tarball: string, host: string, ...sdk: [string, ...string[]]): void {
  const project = join(temporary, host);
  const [version, rxjs] = [lowest(sdk[0]), lowest('rxjs')];
  installHost(project, tarball, `rxjs@${rxjs}`, ...sdk.map((name) => `${name}@${version}`));
  for (const file of ['round-trip.ts', `${host}.ts`])
    copyFileSync(join(import.meta.dirname, 'sdk-host', file), join(project, file));
  // The SDKs' own declarations are not ours to check.
  const compilerOptions = { ...COMPILER_OPTIONS, ...RESOLUTIONS[0], skipLibCheck: true };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const what = `${sdk[0]} ${version}`;
  run(`types beside ${what}`, project, join(ROOT, 'node_modules/.bin/tsc'), '-p', '.');
  run(`a round trip with ${what}`, project, process.execPath, `out/${host}.js`);
  console.log(`beside ${what} and rxjs ${rxjs}: answer, context, error, cancellation, capability`);
}

function installHost(project: string, ...packages: string[]): void {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "host", "private": true, "type": "module" }');
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  run('npm install', project, 'npm', 'install', ...quiet, ...packages);
}

/** The lowest version of a peer that package.json allows. */
function lowest(peer: string): string {
  const range = manifest.peerDependencies[peer] ?? '';
  if (!/^\^\d+\.\d+\.\d+$/.test(range)) throw new Error(`${peer}: "${range}" is no range that begins with ^`);
  return range.slice(1);
}

/** A peer in the version that the tests run with. */
function installed(name: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

/** Runs a command and returns its output; a failure ends the check with it. */
function run(what: string, cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) {
    throw new Error(`${what} failed:\n${stdout}${stderr}`);
  }
  return stdout;
}
