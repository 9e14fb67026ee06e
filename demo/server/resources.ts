/** The demo server's resource templates: how each variable completes, and what `resources/read` answers. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { type Completer, controlled, type DemoControls, pause } from './controls.js';
import { FILES } from './data/files.js';
import { OWNERS, type Repository, repositoriesOf } from './data/repositories.js';
import { byLevel, byPrefix } from './matching.js';

/** Registers every template. Without `controls.completions` no variable completes, and nothing is declared. */
export function registerResources(server: McpServer, controls: DemoControls): void {
  const template = (uri: string, complete: Record<string, Completer>) =>
    new ResourceTemplate(uri, { list: undefined, ...(controls.completions && { complete }) });

  server.registerResource(
    'repository',
    template('github://repos/{owner}/{repo}', {
      owner: controlled(controls, (text) => byPrefix(OWNERS, text)),
      repo: controlled(controls, (text, siblings) =>
        byPrefix(
          repositoriesOf(siblings.owner).map(({ name }) => name),
          text,
        ),
      ),
    }),
    { title: 'GitHub repository', description: 'What a repository is about', mimeType: 'text/markdown' },
    async (uri, variables) => {
      await pause(controls.latencyMs);
      const owner = text(variables.owner);
      const name = text(variables.repo);
      const repository = repositoriesOf(owner).find((known) => known.name === name);
      if (!repository) throw notFound(uri);
      return contents(uri, 'text/markdown', describeRepository(owner, repository));
    },
  );

  server.registerResource(
    'file',
    template('project://files/{+path}', {
      path: controlled(controls, (text) => byLevel(Object.keys(FILES), text)),
    }),
    { title: 'Project file', description: 'A file or a folder of the project, one level at a time' },
    async (uri, variables) => {
      await pause(controls.latencyMs);
      const path = text(variables.path);
      if (Object.hasOwn(FILES, path)) return contents(uri, typeOf(path), FILES[path]!);
      const folder = path.endsWith('/') ? path : `${path}/`;
      const children = byLevel(Object.keys(FILES), folder);
      if (children.length === 0) throw notFound(uri);
      return contents(uri, 'text/plain', `${children.join('\n')}\n`);
    },
  );
}

function describeRepository(owner: string, repository: Repository): string {
  const siblings = repositoriesOf(owner)
    .filter(({ name }) => name !== repository.name)
    .map(({ name }) => `- ${owner}/${name}`);
  return [
    `# ${owner}/${repository.name}`,
    '',
    repository.about,
    '',
    `Written in ${repository.language}. By the same owner:`,
    '',
    ...siblings,
    '',
  ].join('\n');
}

function contents(uri: URL, mimeType: string, body: string) {
  return { contents: [{ uri: uri.href, mimeType, text: body }] };
}

/** The SDK matches a template against the raw URI and leaves its percent-encoding to us. */
function text(variable: string | string[] | undefined): string {
  const raw = Array.isArray(variable) ? variable.join(',') : (variable ?? '');
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

function typeOf(path: string): string {
  if (path.endsWith('.md')) return 'text/markdown';
  if (path.endsWith('.json')) return 'application/json';
  return 'text/x-typescript';
}

function notFound(uri: URL): McpError {
  return new McpError(ErrorCode.InvalidParams, `There is no resource ${uri.href}`);
}
