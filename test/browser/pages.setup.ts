/** Before the first browser test: builds the pages that most of them open, once for all files; a built page loads at once. */
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { sources } from '../../vite.config.js';
import { checkout, withoutBrowser } from './support.js';

const folders = ['demo', 'test/browser/pages'];

export default async function setup(): Promise<() => Promise<void>> {
  const served = withoutBrowser ? [] : await Promise.all(folders.map(serveBuilt));
  // The workers inherit it; servePages reads it.
  process.env.SERVED_PAGES = JSON.stringify(
    Object.fromEntries(served.map(({ folder, url }) => [folder, url])),
  );
  return async () => {
    await Promise.all(served.map(({ close }) => close()));
  };
}

async function serveBuilt(folder: string) {
  const root = join(checkout, folder);
  const common = { configFile: false, root, logLevel: 'error', appType: 'mpa' } as const;
  const outDir = join(checkout, '.cache/pages', folder);
  await build({
    ...common,
    resolve: { alias: sources },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: readdirSync(root)
          .filter((file) => file.endsWith('.html'))
          .map((file) => join(root, file)),
      },
    },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  const { port } = server.httpServer.address() as AddressInfo;
  return { folder, url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
