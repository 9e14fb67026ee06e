import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The recipes name the package as hosts do, and get its source. */
export const sources = [
  { find: /^mcp-completion-engine$/, replacement: file('src/index.ts') },
  { find: /^mcp-completion-engine\/(\w+)$/, replacement: file('src/$1/index.ts') },
  { find: /^mcp-completion-engine\/(.+\.css)$/, replacement: file('src/$1') },
];

const svelte = {
  name: 'svelte',
  async transform(code: string, id: string) {
    if (!id.endsWith('.svelte')) return undefined;
    const { compile } = await import('svelte/compiler');
    return compile(code, { filename: id, generate: 'client' }).js;
  },
};

/** `npm run demo` with its port taken: one line instead of Vite's stack. */
const startsOrSaysWhy: Plugin = {
  name: 'starts-or-says-why',
  configureServer(server) {
    const { listen } = server;
    server.listen = (...args) =>
      listen(...args).catch((error: Error) => {
        server.config.logger.error(`${error.message}; name another: npm run demo -- --port 5174`);
        process.exit(1);
      });
  },
};

// One file for the demo page (npm run demo) and for the tests (npm test).
export default defineConfig({
  plugins: [startsOrSaysWhy],
  resolve: { alias: sources },
  root: process.env.VITEST ? '.' : 'demo',
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
  build: { outDir: '../dist-demo', emptyOutDir: true, target: 'es2022' },
  test: {
    // Each file has a process of its own; most of them wait for timers, sockets or a browser half of the time.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/index.ts'],
      reporter: ['text'],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          setupFiles: 'test/support/seed.ts',
          include: ['test/*.test.ts', 'test/{wire,hostile,bench,model,demo,faults}/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        plugins: [svelte],
        // In Node's eyes a test is a server; Svelte mounts nothing there.
        resolve: {
          alias: [{ find: /^svelte$/, replacement: file('node_modules/svelte/src/index-client.js') }],
        },
        test: {
          name: 'dom',
          setupFiles: 'test/support/seed.ts',
          include: ['test/{combobox,dom,react,devtools,recipes}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/pages.setup.ts',
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
