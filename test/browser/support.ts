/** Chromium for the browser tests, and Vite's server for their pages. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Why there is no browser to test with, or false. */
export const withoutBrowser: string | false =
  !existsSync(executablePath) &&
  `The browser tests need Chromium at ${executablePath}; set CHROMIUM_PATH to another one.`;

/** @throws {Error} with the one-line reason when there is no Chromium. */
export async function launchBrowser(): Promise<Browser> {
  if (withoutBrowser) throw new Error(withoutBrowser);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

export interface ServedPages {
  /** Ends in a slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a folder of the checkout: its built pages where there are some, else its sources. */
export async function servePages(folder: string): Promise<ServedPages> {
  const built: Readonly<Record<string, string>> = JSON.parse(process.env.SERVED_PAGES ?? '{}');
  const url = built[folder];
  return url === undefined ? serveSources(folder) : { url, close: async () => {} };
}

/** Serves a folder of the checkout on a free port, as `npm run demo` does. */
export async function serveSources(folder: string): Promise<ServedPages> {
  // Costly to load, and most files open built pages.
  const [{ createServer }, { sources }] = await Promise.all([import('vite'), import('../../vite.config.js')]);
  const server = await createServer({
    configFile: false,
    root: join(checkout, folder),
    resolve: { alias: sources },
    cacheDir: join(checkout, 'node_modules/.vite', `test-${basename(folder)}`),
    logLevel: 'error',
    appType: 'mpa',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { allow: [checkout] } },
  });
  await server.listen();
  const { port } = server.httpServer!.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
