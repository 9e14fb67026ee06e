/** The composer: a message field whose "/" and "@" open a picker, or the form of the prompt or resource in hand. */
import { bindInput } from '../src/dom/index.js';
import type { CompletionEngine, CompletionTarget } from '../src/index.js';
import { el } from './elements.js';
import { commandIn, createPickerField } from './picker.js';
import { createTargetForm, type TargetForm } from './target-form.js';

export interface ComposerHost {
  engine(): CompletionEngine;
  /** The form in hand has changed; `undefined` is none. */
  opened(target: CompletionTarget | undefined): void;
  /** Runs the prompt or reads the resource. Resolves with whether it worked. */
  run(form: TargetForm): Promise<'done' | 'failed'>;
  /** Plain words were sent. */
  say(text: string): void;
  /** A command was sent that no prompt or template has. */
  unknownCommand(text: string): void;
}

export interface Composer {
  /** What the picker lists. */
  offer(targets: readonly CompletionTarget[]): void;
  /** Opens a form, and moves the focus to its first field. */
  open(target: CompletionTarget, values?: Readonly<Record<string, string>>): void;
  close(): void;
  readonly target: CompletionTarget | undefined;
  /** The engine is another one: makes the form in hand anew, with its text. */
  rebuild(): void;
  /** The server describes what the form in hand is for otherwise now: the same, with text and focus where they were. */
  renew(target: CompletionTarget): void;
}

export function createComposer(root: HTMLElement, host: ComposerHost): Composer {
  let current: TargetForm | undefined;

  const input = el('input', {
    id: 'message',
    type: 'text',
    autocomplete: 'off',
    placeholder: 'Write, or type / for a prompt, @ for a resource',
  });
  const picker = createPickerField((target) => open(target));
  const message = el(
    'form',
    { class: 'message' },
    el('label', { for: 'message', class: 'sr-only' }, 'Message'),
    el('div', { class: 'message-field' }, input),
    el('button', { type: 'submit' }, 'Send'),
  );
  root.append(message);
  bindInput(input, picker, { label: 'Prompts and resources' });

  message.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '') return;
    const target = picker.find(text);
    if (target) open(target);
    else if (commandIn(text) !== undefined) host.unknownCommand(text);
    else {
      picker.setValue('');
      input.value = '';
      host.say(text);
    }
  });

  function open(target: CompletionTarget, values?: Readonly<Record<string, string>>): void {
    show(target, values);
    current?.focus();
    host.opened(target);
  }

  function show(target: CompletionTarget, values: Readonly<Record<string, string>> | undefined): void {
    current?.destroy();
    current = createTargetForm(host.engine(), target, values, { close, submit });
    root.append(current.element);
    message.hidden = true;
  }

  function close(): void {
    current?.destroy();
    current = undefined;
    message.hidden = false;
    picker.setValue('');
    input.value = '';
    input.focus();
    host.opened(undefined);
  }

  async function submit(form: TargetForm): Promise<void> {
    const result = await host.run(form);
    if (result === 'done' && form === current) close();
  }

  return {
    offer: (targets) => picker.offer(targets),
    open,
    close,
    get target() {
      return current?.target;
    },
    rebuild() {
      if (current) show(current.target, current.form.values);
    },
    renew(target) {
      if (!current || current.target.key === target.key) return;
      const name = current.element.contains(document.activeElement)
        ? document.activeElement?.getAttribute('name')
        : null;
      show(target, current.form.values);
      if (name) root.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
      host.opened(target);
    },
  };
}
