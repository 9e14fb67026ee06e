/** Starts a server of the interop suite as a child process and finds out where it listens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The repository's root: what paths of commands are relative to. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that listens for HTTP connections. */
export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** How a server is started for Streamable HTTP: it says where it listens, or is told the port. */
export type HttpLaunch =
  | { readonly announces: 'url'; readonly launch: Launch }
  | { readonly announces: 'readiness'; readonly launch: (port: number) => Launch; readonly ready: RegExp };

const START_TIMEOUT_MS = 60_000;

/** Ended with this process, however it ends. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export async function startHttp(how: HttpLaunch): Promise<RunningServer> {
  if (how.announces === 'url') {
    const { child, match } = await startAndRead(how.launch, /^listening (http:\S+)$/);
    return { url: match[1]!, stop: () => stop(child) };
  }
  const port = await freePort();
  const { child } = await startAndRead(how.launch(port), how.ready);
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => stop(child) };
}

async function startAndRead(
  launch: Launch,
  pattern: RegExp,
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(launch.command, launch.args, {
    cwd: ROOT,
    env: { ...process.env, ...launch.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const said: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const found = new Promise<RegExpExecArray>((resolve, reject) => {
    const hear = (line: string) => {
      said.push(line);
      const match = pattern.exec(line);
      if (match) resolve(match);
    };
    const fail = (why: string) =>
      reject(new Error(`${[launch.command, ...launch.args].join(' ')} ${why}\n${said.join('\n')}`));
    createInterface({ input: child.stdout }).on('line', hear);
    createInterface({ input: child.stderr }).on('line', hear);
    timer = setTimeout(() => fail('did not say that it listens'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`exited with ${code}`));
  });
  try {
    return { child, match: await found };
  } catch (error) {
    await stop(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
