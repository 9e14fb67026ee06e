/** The command line of `npm run demo:server`: reads it, starts the server, says where it is or why it is not. */
import { parseArgs } from 'node:util';
import { createDemoControls, type DemoControls } from './controls.js';

export const DEFAULT_PORT = 8931;

const USAGE = 'Usage: npm run demo:server -- [port] [--latency ms] [--slow ms] [--failing] [--plain]';

type Start = (options: { port: number; controls: DemoControls }) => Promise<{ readonly url: URL }>;

/** Resolves with the exit code: 0 while serving, 1 if it could not start, 2 for a command line that makes no sense. */
export async function runDemoServer(
  args: string[],
  start: Start,
  say: Pick<Console, 'log' | 'error'> = console,
): Promise<number> {
  const settings = readCommandLine(args);
  if (typeof settings === 'string') {
    say.error(`${settings}\n${USAGE}`);
    return 2;
  }
  try {
    const { url } = await start(settings);
    say.log(`MCP demo server at ${url.href} - open the demo with ?server=${url.href}`);
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    say.error(
      code === 'EADDRINUSE'
        ? `Port ${settings.port} is taken; name another: npm run demo:server 8932`
        : message,
    );
    return 1;
  }
}

/** The settings, or what is wrong with the command line. */
export function readCommandLine(args: string[]): { port: number; controls: DemoControls } | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        latency: { type: 'string' },
        slow: { type: 'string' },
        failing: { type: 'boolean' },
        plain: { type: 'boolean' },
      },
    });
    if (positionals.length > 1) return `Too many arguments: ${positionals.join(' ')}`;
    return {
      port: wholeNumber(positionals[0], 'port', 65_535) ?? DEFAULT_PORT,
      controls: createDemoControls({
        ...given('latencyMs', wholeNumber(values.latency, '--latency', 600_000)),
        ...given('slowMs', wholeNumber(values.slow, '--slow', 600_000)),
        failing: values.failing === true,
        completions: values.plain !== true,
      }),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function wholeNumber(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most)
    throw new RangeError(
      `${name} must be a whole number from 0 to ${most.toLocaleString('en')}, not "${text}"`,
    );
  return number;
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}
