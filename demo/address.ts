/** The page's address: which server, which form is open, how the engine and the embedded server are set. */
import type { CompletionEngineOptions } from '../src/index.js';
import type { DemoControls } from './server/controls.js';

/** Which server to talk to: the one in this page, or one at an address. */
export type ServerChoice = { readonly kind: 'embedded' } | { readonly kind: 'http'; readonly url: string };

/** A form to open at once. */
export type OpenChoice =
  | { readonly kind: 'prompt'; readonly name: string }
  | { readonly kind: 'template'; readonly uriTemplate: string };

/** What the address may set of an engine; each is a member of {@link CompletionEngineOptions}. */
export type EngineSettings = Pick<
  CompletionEngineOptions,
  'debounceMs' | 'timeoutMs' | 'maxConcurrent' | 'composingMs' | 'narrowing' | 'support' | 'cache'
>;

export interface Settings {
  readonly server: ServerChoice;
  readonly open?: OpenChoice;
  readonly engine: EngineSettings;
  readonly controls: Partial<DemoControls>;
  /** What the address asks for and cannot have, each a sentence for a person. */
  readonly problems: readonly string[];
}

/** Everything that an address may name. */
const NAMES: readonly string[] = [
  ...['server', 'prompt', 'template'],
  ...['debounceMs', 'timeoutMs', 'maxConcurrent', 'composingMs', 'narrowing', 'support', 'cache'],
  ...['latency', 'slow', 'failing', 'completions'],
];

/** Reads the part after "?". Never throws: what makes no sense is left out and named in `problems`. */
export function readAddress(search: string): Settings {
  const parameters = new URLSearchParams(search);
  const problems: string[] = [];

  const number = (name: string, least = 0): number | undefined => {
    const text = parameters.get(name);
    if (text === null) return undefined;
    if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
    problems.push(`${name} must be a whole number from ${least} to 9,999,999, not "${text}".`);
    return undefined;
  };
  const oneOf = <T extends string>(name: string, words: readonly T[]): T | undefined => {
    const text = parameters.get(name);
    if (text === null) return undefined;
    const word = words.find((known) => known === text);
    if (word === undefined) problems.push(`${name} must be ${words.join(' or ')}, not "${text}".`);
    return word;
  };
  const onOff = (name: string) => {
    const word = oneOf(name, ['on', 'off']);
    return word === undefined ? undefined : word === 'on';
  };

  for (const name of new Set(parameters.keys()))
    if (!NAMES.includes(name)) problems.push(`This page has no setting "${name}", only ${NAMES.join(', ')}.`);
  const cache = onOff('cache');
  const open = readOpen(parameters);
  return {
    server: readServer(parameters.get('server'), problems),
    ...(open && { open }),
    engine: present({
      debounceMs: number('debounceMs'),
      timeoutMs: number('timeoutMs', 1),
      maxConcurrent: number('maxConcurrent', 1),
      composingMs: number('composingMs'),
      narrowing: oneOf('narrowing', ['display', 'learned', 'off']),
      support: oneOf('support', ['declared', 'probe']),
      cache: cache === false ? (false as const) : undefined,
    }),
    controls: present({
      latencyMs: number('latency'),
      slowMs: number('slow'),
      failing: onOff('failing'),
      completions: onOff('completions'),
    }),
    problems,
  };
}

/** The same address with the server, and the open form, as they are now; everything else stays. */
export function writeAddress(search: string, server: ServerChoice, open: OpenChoice | undefined): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['server', 'prompt', 'template']) parameters.delete(name);
  if (server.kind === 'http') parameters.set('server', server.url);
  if (open?.kind === 'prompt') parameters.set('prompt', open.name);
  if (open?.kind === 'template') parameters.set('template', open.uriTemplate);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function readServer(url: string | null, problems: string[]): ServerChoice {
  if (url === null || url === '' || url === 'embedded') return { kind: 'embedded' };
  if (isHttpAddress(url)) return { kind: 'http', url };
  problems.push(`server must be an http(s) address, not "${url}"; the embedded server is used.`);
  return { kind: 'embedded' };
}

export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function readOpen(parameters: URLSearchParams): OpenChoice | undefined {
  const name = parameters.get('prompt');
  if (name) return { kind: 'prompt', name };
  const uriTemplate = parameters.get('template');
  return uriTemplate ? { kind: 'template', uriTemplate } : undefined;
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
