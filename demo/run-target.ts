/** Runs what a form is for: `prompts/get` or `resources/read`, with the answer in the transcript. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CompletionForm } from '../src/index.js';
import type { Transcript } from './transcript.js';

/** Never throws: what goes wrong is in the transcript too. `again` reopens the form as it was. */
export async function runTarget(
  client: Client | null,
  form: CompletionForm,
  transcript: Transcript,
  again: () => void,
): Promise<'done' | 'failed'> {
  const { ref } = form.target;
  try {
    if (!client) throw new Error('There is no connection.');
    if (ref.type === 'ref/prompt') {
      const values = form.promptArguments();
      transcript.addCall('prompts/get', ref.name, values, again);
      const { messages } = await client.getPrompt({ name: ref.name, arguments: values });
      transcript.addMessages(messages);
    } else {
      const uri = form.uri();
      transcript.addCall('resources/read', uri, {}, again);
      const { contents } = await client.readResource({ uri });
      transcript.addContents(contents);
    }
    return 'done';
  } catch (error) {
    transcript.addError(error instanceof Error ? error.message : String(error));
    return 'failed';
  }
}
