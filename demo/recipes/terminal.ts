// A terminal host: no page, Node's readline, and Tab completes as in a shell. Each Tab is one pipeline over a text that has
// already ended, so its last state is the answer, or what the cache knew.
import { createInterface } from 'node:readline/promises';
import type { CompletionEngine, CompletionTarget } from 'mcp-completion-engine';
import { lastValueFrom, of } from 'rxjs';

/** Asks for one argument after the other; the answers so far are the context of the next. */
export async function askArguments(
  engine: CompletionEngine,
  target: CompletionTarget,
  {
    input = process.stdin,
    output = process.stdout,
  }: { input?: NodeJS.ReadableStream; output?: NodeJS.WritableStream } = {},
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  let argument = '';

  async function completer(line: string): Promise<[string[], string]> {
    const question = { ref: target.ref, argument, value$: of(line), context$: of(answers) };
    const { options } = await lastValueFrom(engine.complete(question));
    return [[...options], line];
  }

  const terminal = createInterface({ input, output, terminal: true, completer });
  for (const { name, title = name } of target.arguments) {
    argument = name;
    answers[name] = await terminal.question(`${title}: `);
  }
  terminal.close();
  return answers;
}
