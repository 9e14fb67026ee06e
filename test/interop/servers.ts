/** The servers of the interop suite: how each is started, what it speaks, and what its documentation promises. */
import { scriptOf } from '../support/script.js';
import type { HttpLaunch, Launch } from './launch.js';

/** One argument of one prompt or template. */
export interface Place {
  readonly of: { readonly prompt: string } | { readonly template: string };
  readonly argument: string;
}

/** What the scenarios may expect. A member left out is something this server does not have. */
export interface Promises {
  readonly declares: boolean;
  /** A list for "", and what is left of it for `prefix`. */
  readonly listing?: Place & {
    readonly all: readonly string[];
    readonly prefix: string;
    readonly narrowed: readonly string[];
  };
  /** An argument that the server completes with nothing, or does not complete at all. */
  readonly silent: Place;
  /** An argument whose values depend on another. */
  readonly dependent?: Place & {
    readonly resolved: Readonly<Record<string, string>>;
    readonly values: readonly string[];
  };
  /** A text that nothing starts with. */
  readonly nothing?: Place & { readonly text: string };
  /** The `trial` prompt, the journal and the `add_language` tool. */
  readonly trial: boolean;
}

export interface InteropServer {
  readonly name: string;
  readonly toolchain: 'node' | 'python' | 'go';
  readonly speaksModern: boolean;
  readonly stdio: Launch;
  readonly http: HttpLaunch;
  readonly promises: Promises;
}

const REVIEW_LANGUAGE: Place = { of: { prompt: 'review_code' }, argument: 'language' };
const REVIEW_CODE: Place = { of: { prompt: 'review_code' }, argument: 'code' };
const REPO: Place = { of: { template: 'github://repos/{owner}/{repo}' }, argument: 'repo' };

const EXPLORER: Promises = {
  declares: true,
  listing: {
    ...REVIEW_LANGUAGE,
    all: ['go', 'javascript', 'python', 'rust', 'typescript'],
    prefix: 'py',
    narrowed: ['python'],
  },
  silent: REVIEW_CODE,
  dependent: {
    ...REPO,
    resolved: { owner: 'modelcontextprotocol' },
    values: ['python-sdk', 'typescript-sdk', 'inspector'],
  },
  nothing: { ...REVIEW_LANGUAGE, text: 'zz' },
  trial: true,
};

const PLAIN: Promises = { declares: false, silent: REVIEW_LANGUAGE, trial: false };

const DEFAULTS: Promises = {
  declares: true,
  silent: REVIEW_LANGUAGE,
  nothing: { ...REPO, text: 'zz' },
  trial: false,
};

const EVERYTHING: Promises = {
  declares: true,
  listing: {
    of: { prompt: 'completable-prompt' },
    argument: 'department',
    all: ['Engineering', 'Sales', 'Marketing', 'Support'],
    prefix: 'S',
    narrowed: ['Sales', 'Support'],
  },
  silent: { of: { prompt: 'args-prompt' }, argument: 'city' },
  dependent: {
    of: { prompt: 'completable-prompt' },
    argument: 'name',
    resolved: { department: 'Sales' },
    values: ['David', 'Eve', 'Frank'],
  },
  nothing: {
    of: { template: 'demo://resource/dynamic/text/{resourceId}' },
    argument: 'resourceId',
    text: 'x',
  },
  trial: false,
};

const node = (script: string, ...args: string[]): Launch => ({
  command: process.execPath,
  get args() {
    return [scriptOf(script), ...args];
  },
});

const python = (...args: string[]): Launch => ({
  command: '.cache/venv/bin/python',
  args: ['test/servers/python/explorer.py', ...args],
});

const go = (...args: string[]): Launch => ({ command: '.cache/go-explorer', args });

const everything = (...args: string[]): Launch => ({
  command: process.execPath,
  args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js', ...args],
});

/** A server of ours, which says where it listens. */
function ours(
  name: string,
  toolchain: InteropServer['toolchain'],
  speaksModern: boolean,
  promises: Promises,
  launch: (...args: string[]) => Launch,
): InteropServer {
  const http: HttpLaunch = { announces: 'url', launch: launch('--http') };
  return { name, toolchain, speaksModern, promises, stdio: launch(), http };
}

const V1 = 'test/servers/typescript-v1/main.ts';
const V2 = 'test/servers/typescript-v2/main.ts';

export const SERVERS: readonly InteropServer[] = [
  ours('Python mcp', 'python', true, EXPLORER, (...args) => python(...args)),
  ours('Python mcp, no handler', 'python', true, PLAIN, (...args) => python('--plain', ...args)),
  ours('mcp-go', 'go', true, EXPLORER, (...args) => go(...args)),
  ours('mcp-go, default providers', 'go', true, DEFAULTS, (...args) => go('--variant=defaults', ...args)),
  ours('mcp-go, no WithCompletions', 'go', true, PLAIN, (...args) => go('--variant=plain', ...args)),
  ours('TypeScript sdk 1', 'node', false, EXPLORER, (...args) => node(V1, ...args)),
  ours('TypeScript sdk 1, no completer', 'node', false, PLAIN, (...args) => node(V1, '--plain', ...args)),
  ours('TypeScript server 2', 'node', true, EXPLORER, (...args) => node(V2, ...args)),
  ours('TypeScript server 2, no completer', 'node', true, PLAIN, (...args) => node(V2, '--plain', ...args)),
  {
    name: 'server-everything',
    toolchain: 'node',
    speaksModern: false,
    promises: EVERYTHING,
    stdio: everything('stdio'),
    http: {
      announces: 'readiness',
      launch: (port) => ({ ...everything('streamableHttp'), env: { PORT: String(port) } }),
      ready: /listening on port/,
    },
  },
];
