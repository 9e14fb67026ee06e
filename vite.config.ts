import { defineConfig } from 'vitest/config';

// One file for the demo page (npm run demo) and for the tests (npm test).
export default defineConfig({
  root: process.env.VITEST ? '.' : 'demo',
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
  build: { outDir: '../dist-demo', emptyOutDir: true, target: 'es2022' },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: ['test/*.test.ts', 'test/{wire,hostile,bench,model,demo,faults}/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['test/{combobox,dom,react}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
