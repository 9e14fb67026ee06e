/** Serves the page of the security tests with a policy that allows nothing but its own script and stylesheet; collects reports. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  'report-uri /report',
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Security</title>
    <link rel="stylesheet" href="/style.css">
    <script type="module" src="/page.js"></script>
  </head>
  <body><main></main></body>
</html>`;

export interface StrictServer {
  readonly url: string;
  /** The violation reports that the browser sent. */
  readonly reports: string[];
  /** The paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function serveStrictly(): Promise<StrictServer> {
  const { outputFiles } = await build({
    entryPoints: [file('page.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html', HTML],
    '/page.js': ['text/javascript', outputFiles[0]!.text],
    '/style.css': ['text/css', await readFile(file('../../../src/dom/style.css'), 'utf8')],
  };
  const reports: string[] = [];
  const asked: string[] = [];
  const http = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === '/report') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      reports.push(Buffer.concat(chunks).toString());
      response.writeHead(204).end();
      return;
    }
    asked.push(path);
    const [type, body] = bodies[path] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    reports,
    asked,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
