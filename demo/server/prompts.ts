/** The demo server's prompts: how each argument completes, and what `prompts/get` answers. */
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, type GetPromptResult, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type Completer, controlled, type DemoControls, pause } from './controls.js';
import { frameworksOf, LANGUAGES } from './data/languages.js';
import { AUDIENCES, CITIES, MONTHS, SEVERITIES } from './data/lists.js';
import { PACKAGES } from './data/packages.js';
import { SYMBOLS } from './data/symbols.js';
import { byPrefix, bySubsequence, bySubstring } from './matching.js';

/** Registers every prompt. Without `controls.completions` the arguments are plain, and nothing is declared. */
export function registerPrompts(server: McpServer, controls: DemoControls): void {
  const required = (description: string, complete: Completer) => {
    const schema = z.string().min(1).describe(description);
    return controls.completions ? completable(schema, complete) : schema;
  };
  const optional = (description: string, complete: Completer) => {
    const schema = z.string().optional().describe(description);
    return controls.completions ? completable(schema, complete) : schema;
  };
  const from = (values: readonly string[]) => controlled(controls, (text) => byPrefix(values, text));

  server.registerPrompt(
    'code_review',
    {
      title: 'Code review',
      description: 'Reviews code with the conventions of its language and framework in mind',
      argsSchema: {
        language: required('The programming language', from(LANGUAGES)),
        framework: optional(
          'A framework of that language; choose the language first',
          controlled(controls, (text, siblings) => byPrefix(frameworksOf(siblings.language), text)),
        ),
        code: z.string().optional().describe('The code to review; free text'),
      },
    },
    async ({ language, framework, code }) => {
      await pause(controls.latencyMs);
      const stack = framework ? `${language} code that uses ${framework}` : `${language} code`;
      const subject = code ? `:\n\n\`\`\`${language}\n${code}\n\`\`\`` : ' that I paste next.';
      return conversation(
        `Please review this ${stack}${subject}`,
        `I will look at correctness first, then at naming and idiom${framework ? ` as ${framework} has them` : ''}, ` +
          'and say of each finding how much it matters.',
      );
    },
  );

  server.registerPrompt(
    'explain_package',
    {
      title: 'Explain a package',
      description: 'Says what a package is for; 1,532 packages, a hundred to an answer',
      argsSchema: {
        package: required('The name of the package', from(PACKAGES)),
        audience: optional('Whom to explain it to', from(AUDIENCES)),
      },
    },
    async (args) => {
      await pause(controls.latencyMs);
      const reader = args.audience ? ` to ${args.audience}` : '';
      return conversation(
        `Explain the package "${args.package}"${reader}: what it does, when to use it, and what to use instead.`,
      );
    },
  );

  server.registerPrompt(
    'explain_symbol',
    {
      title: 'Explain a symbol',
      description: 'Explains a name of the web platform; fuzzy, so "apm" finds Array.prototype.map',
      argsSchema: {
        symbol: required(
          'The name; some of its letters, in order, are enough',
          controlled(controls, (text) => bySubsequence(SYMBOLS, text)),
        ),
      },
    },
    async ({ symbol }) => {
      await pause(controls.latencyMs);
      return conversation(`Explain ${symbol} with a short example, and say which browsers have it.`);
    },
  );

  server.registerPrompt(
    'plan_trip',
    {
      title: 'Plan a trip',
      description: 'Plans a few days in a city; looking cities up takes this server two seconds',
      argsSchema: {
        city: required(
          'Where to go; answered slowly',
          controlled(controls, async (text) => {
            await pause(controls.slowMs);
            return bySubstring(CITIES, text);
          }),
        ),
        month: optional('When; answered at once', from(MONTHS)),
      },
    },
    async ({ city, month }) => {
      await pause(controls.latencyMs);
      return conversation(`Plan three days in ${city}${month ? ` in ${month}` : ''}, on foot and by train.`);
    },
  );

  server.registerPrompt(
    'triage_issue',
    {
      title: 'Triage an issue',
      description: 'Sorts a bug report; the issue tracker behind it is down, so looking issues up fails',
      argsSchema: {
        issue: required(
          'The number of the issue; its completions fail',
          controlled(controls, () => {
            throw new McpError(ErrorCode.InternalError, 'The issue tracker does not answer');
          }),
        ),
        severity: optional('How bad it looks', from(SEVERITIES)),
      },
    },
    async ({ issue, severity }) => {
      await pause(controls.latencyMs);
      return conversation(
        `Triage issue ${issue}${severity ? `, reported as ${severity}` : ''}: ask for what is missing, ` +
          'then say who should look at it.',
      );
    },
  );

  server.registerPrompt(
    'stand_up',
    { title: 'Stand-up notes', description: 'Turns a day into three lines; takes no arguments' },
    async () => {
      await pause(controls.latencyMs);
      return conversation(
        'Write my stand-up notes: what I did yesterday, what I do today, and what is in the way. Ask me first.',
      );
    },
  );
}

function conversation(request: string, reply?: string): GetPromptResult {
  const asked = { role: 'user' as const, content: { type: 'text' as const, text: request } };
  if (reply === undefined) return { messages: [asked] };
  return { messages: [asked, { role: 'assistant', content: { type: 'text', text: reply } }] };
}
