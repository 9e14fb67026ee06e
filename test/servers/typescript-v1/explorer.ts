/** GitHub Explorer, written with `@modelcontextprotocol/sdk`: `completable()` arguments and `complete` callbacks. */
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import {
  COLUMNS,
  FRAMEWORKS,
  forever,
  LANGUAGES,
  REPOS,
  REVIEWED,
  type Resolved,
  starting,
  unreachable,
} from '../catalogue.js';
import type { Journal } from '../journal.js';

/** `plain` completes nothing, so that the SDK declares no completions capability. */
export type Variant = 'explorer' | 'plain';

export function createServer(variant: Variant, journal: Journal): McpServer {
  const server = new McpServer({ name: 'GitHub Explorer (TypeScript, v1)', version: '1.0.0' });
  if (variant === 'plain') addPlain(server);
  else addCompleted(server);

  server.registerResource('journal', 'trial://journal', {}, (uri) => ({
    contents: [{ uri: uri.href, text: JSON.stringify(journal) }],
  }));
  server.registerTool('add_language', { inputSchema: { name: z.string() } }, ({ name }) => {
    if (!LANGUAGES.includes(name)) LANGUAGES.push(name);
    server.sendPromptListChanged();
    return { content: [{ type: 'text', text: 'added' }] };
  });
  return server;
}

function addPlain(server: McpServer): void {
  const argsSchema = { language: z.string(), code: z.string() };
  server.registerPrompt('review_code', { argsSchema }, () => said('Review this code.'));
  const repo = new ResourceTemplate('github://repos/{owner}/{repo}', { list: undefined });
  server.registerResource('github_repo', repo, {}, read);
}

function addCompleted(server: McpServer): void {
  server.registerPrompt(
    'review_code',
    {
      description: 'Review a snippet of code.',
      argsSchema: {
        language: completable(z.string(), (value) => starting(LANGUAGES, value)),
        code: z.string(),
      },
    },
    () => said('Review this code.'),
  );
  server.registerPrompt(
    'code_review',
    {
      description: 'Review code written with a framework.',
      argsSchema: {
        language: completable(z.string(), (value) => starting(REVIEWED, value)),
        framework: completable(z.string().optional(), (value, context?: Resolved) =>
          starting(FRAMEWORKS[context?.arguments?.language ?? ''], value ?? ''),
        ),
      },
    },
    () => said('Review this code with its framework in mind.'),
  );
  server.registerPrompt(
    'trial',
    {
      description: 'Arguments that misbehave.',
      argsSchema: {
        slow: completable(z.string().optional(), forever),
        failing: completable(z.string().optional(), unreachable),
      },
    },
    () => said('Nothing to see.'),
  );

  const repo = new ResourceTemplate('github://repos/{owner}/{repo}', {
    list: undefined,
    complete: {
      owner: (value) => starting(Object.keys(REPOS), value),
      repo: (value, context) => starting(REPOS[context?.arguments?.owner ?? ''], value),
    },
  });
  const column = new ResourceTemplate('db://{table}/{column}', {
    list: undefined,
    complete: {
      table: (value) => starting(Object.keys(COLUMNS), value),
      column: (value, context) => starting(COLUMNS[context?.arguments?.table ?? ''], value),
    },
  });
  server.registerResource('github_repo', repo, {}, read);
  server.registerResource('db_column', column, {}, read);
}

const read = (uri: URL) => ({ contents: [{ uri: uri.href, text: uri.href }] });

const said = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});
