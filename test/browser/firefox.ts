/** Firefox over WebDriver BiDi, which it speaks by itself: there is no driver to install. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Why there is no Firefox to test with, or false. */
export const withoutFirefox: string | false =
  !existsSync(executablePath) &&
  `The smoke test in Firefox needs it at ${executablePath}; set FIREFOX_PATH to another one.`;

export interface Firefox {
  open(url: string): Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Types a text, or presses keys one after the other: a single character, or a name of {@link KEYS}. */
  press(...keys: readonly string[]): Promise<void>;
  /** Scrolls to an element, and clicks into the middle of it. */
  click(selector: string): Promise<void>;
  close(): Promise<void>;
}

/** WebDriver's code points for keys without a character. */
const KEYS: Readonly<Record<string, string>> = {
  Escape: '\ue00c',
  Tab: '\ue004',
  Enter: '\ue006',
  ArrowDown: '\ue015',
};

interface Reply {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
}

/** The end of a connection that sends commands and awaits their results. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return async <T>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await replied;
    waiting.delete(id);
    if (reply.type === 'error') throw new Error(`${method}: ${reply.message}`);
    return reply.result as T;
  };
}

/** @throws {Error} with the one-line reason when there is no Firefox. */
export async function launchFirefox(): Promise<Firefox> {
  if (withoutFirefox) throw new Error(withoutFirefox);
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const browser = spawn(
    executablePath,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(browser.stderr).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('Firefox ended before it listened.')));
  });
  const send = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  // Not the first tab: the focus is in its address bar.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });

  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await send<{
      result?: { value?: string };
      exceptionDetails?: { text: string };
    }>('script.evaluate', {
      // Values come back as text: that spares WebDriver's own notation of them.
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? 'null') as T;
  }

  return {
    evaluate,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async press(...keys) {
      const actions = keys
        .flatMap((key) => KEYS[key] ?? [...key])
        .flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async click(selector) {
      const { x, y } = await evaluate<{ x: number; y: number }>(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: 'nearest' });
        const box = element.getBoundingClientRect();
        return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
      })()`);
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    async close() {
      await send('browser.close', {});
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
