/** The versions that a matrix was made with, read from where they are pinned. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './launch.js';

const PACKAGES = ['sdk', 'client', 'server', 'server-everything'].map(
  (name) => `@modelcontextprotocol/${name}`,
);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** One line each, such as `mcp 2.3.0 (Python)`. */
export function versions(): string[] {
  const python = /^mcp==(\S+)$/m.exec(read('test/servers/python/requirements.txt'))?.[1];
  const go = /mark3labs\/mcp-go v(\S+)/.exec(read('test/servers/go/go.mod'))?.[1];
  const node = PACKAGES.map(
    (name) => `${name} ${JSON.parse(read(`node_modules/${name}/package.json`)).version}`,
  );
  return [...node, `mcp ${python} (Python)`, `mcp-go ${go} (Go)`];
}
