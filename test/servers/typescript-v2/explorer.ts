/** GitHub Explorer, written with `@modelcontextprotocol/server`: `completable()` arguments and `complete` callbacks. */
import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
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

/** `announce` is how list_changed leaves over HTTP on 2026-07-28, where a server instance lives for one request only. */
export function createServer(variant: Variant, journal: Journal, announce?: () => void): McpServer {
  const server = new McpServer(
    { name: 'GitHub Explorer (TypeScript, v2)', version: '1.0.0' },
    { capabilities: { prompts: { listChanged: true } } },
  );
  if (variant === 'plain') addPlain(server);
  else addCompleted(server);

  server.registerResource('journal', 'trial://journal', {}, (uri) => ({
    contents: [{ uri: uri.href, text: JSON.stringify(journal) }],
  }));
  server.registerTool('add_language', { inputSchema: z.object({ name: z.string() }) }, ({ name }) => {
    if (!LANGUAGES.includes(name)) LANGUAGES.push(name);
    if (announce) announce();
    else server.sendPromptListChanged();
    return { content: [{ type: 'text', text: 'added' }] };
  });
  return server;
}

function addPlain(server: McpServer): void {
  const argsSchema = z.object({ language: z.string(), code: z.string() });
  server.registerPrompt('review_code', { argsSchema }, () => said('Review this code.'));
  const repo = new ResourceTemplate('github://repos/{owner}/{repo}', { list: undefined });
  server.registerResource('github_repo', repo, {}, read);
}

function addCompleted(server: McpServer): void {
  server.registerPrompt(
    'review_code',
    {
      description: 'Review a snippet of code.',
      argsSchema: z.object({
        language: completable(z.string(), (value) => starting(LANGUAGES, value)),
        code: z.string(),
      }),
    },
    () => said('Review this code.'),
  );
  server.registerPrompt(
    'code_review',
    {
      description: 'Review code written with a framework.',
      argsSchema: z.object({
        language: completable(z.string(), (value) => starting(REVIEWED, value)),
        // This SDK looks for the completer inside of optional(); the v1 SDK looked outside.
        framework: completable(z.string(), (value, context?: Resolved) =>
          starting(FRAMEWORKS[context?.arguments?.language ?? ''], value),
        ).optional(),
      }),
    },
    () => said('Review this code with its framework in mind.'),
  );
  server.registerPrompt(
    'trial',
    {
      description: 'Arguments that misbehave.',
      argsSchema: z.object({
        slow: completable(z.string(), forever).optional(),
        failing: completable(z.string(), unreachable).optional(),
      }),
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
