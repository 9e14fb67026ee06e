/** The transcript: what was asked of the server and what it answered. Announced politely, as a log. */
import type { GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { el } from './elements.js';

type Content = GetPromptResult['messages'][number]['content'];

export interface Transcript {
  /** The person's own words. */
  addText(text: string): void;
  /** What was run, with what: the name of a prompt and its arguments, or a URI; and how to do it again. */
  addCall(method: string, subject: string, values: Readonly<Record<string, string>>, again: () => void): void;
  addMessages(messages: GetPromptResult['messages']): void;
  addContents(contents: ReadResourceResult['contents']): void;
  addNotice(text: string): void;
  addError(text: string): void;
}

export function createTranscript(root: HTMLElement): Transcript {
  const add = (kind: string, who: string, ...body: readonly (Node | string)[]) => {
    root.append(el('article', { class: `entry ${kind}` }, el('h3', {}, who), ...body));
    root.scrollTop = root.scrollHeight;
  };

  return {
    addText: (text) => add('user', 'You', ...paragraphs(text)),
    addCall(method, subject, values, again) {
      const edit = el('button', { type: 'button', class: 'quiet' }, 'Edit and run again');
      edit.addEventListener('click', again);
      const pairs = Object.entries(values).map(([name, value]) =>
        el('div', {}, el('dt', {}, name), el('dd', { dir: 'auto' }, value)),
      );
      add(
        'call',
        method,
        el('code', { class: 'subject' }, subject),
        ...(pairs.length > 0 ? [el('dl', {}, ...pairs)] : []),
        edit,
      );
    },
    addMessages(messages) {
      for (const { role, content } of messages)
        add(
          role === 'user' ? 'user' : 'assistant',
          role === 'user' ? 'User' : 'Assistant',
          ...render(content),
        );
      if (messages.length === 0) add('notice', 'Note', el('p', {}, 'The prompt has no messages.'));
    },
    addContents(contents) {
      for (const content of contents)
        add(
          'resource',
          content.uri,
          ...('text' in content ? [code(content.text)] : [el('p', {}, sizeOf(content))]),
        );
      if (contents.length === 0) add('notice', 'Note', el('p', {}, 'The resource is empty.'));
    },
    addNotice: (text) => add('notice', 'Note', el('p', {}, text)),
    addError: (text) => add('error', 'Error', el('p', { dir: 'auto' }, text)),
  };
}

function render(content: Content): readonly Node[] {
  switch (content.type) {
    case 'text':
      return paragraphs(content.text);
    case 'image':
      return [
        el('img', {
          src: `data:${content.mimeType};base64,${content.data}`,
          alt: 'An image from the server',
        }),
      ];
    case 'resource':
      return 'text' in content.resource
        ? [code(content.resource.text)]
        : [el('p', {}, sizeOf(content.resource))];
    case 'resource_link':
      return [el('p', {}, 'A resource: ', el('code', {}, content.uri))];
    default:
      return [code(JSON.stringify(content, null, 2))];
  }
}

/** Splits a text at its fenced blocks. The only markup that the transcript knows. */
function paragraphs(text: string): readonly Node[] {
  return text
    .split(/^```[^\n]*\n([\s\S]*?)\n?^```$/m)
    .map((part, index) => (index % 2 === 1 ? code(part) : part.trim()))
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? el('p', { dir: 'auto' }, part) : part));
}

function code(text: string): HTMLElement {
  return el('pre', { tabindex: 0, 'aria-label': 'Text' }, el('code', {}, text));
}

function sizeOf(content: { mimeType?: string | undefined; blob?: string }): string {
  const bytes = Math.floor(((content.blob?.length ?? 0) * 3) / 4);
  return `${bytes.toLocaleString('en')} bytes of ${content.mimeType ?? 'an unnamed type'}`;
}
