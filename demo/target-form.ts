/** The form of one prompt or resource template in the composer: a head with its command and a way out, and the fields. */
import { renderForm } from '../src/dom/index.js';
import type { CompletionEngine, CompletionForm, CompletionTarget } from '../src/index.js';
import { el } from './elements.js';

export interface TargetForm {
  readonly target: CompletionTarget;
  readonly form: CompletionForm;
  readonly element: HTMLElement;
  focus(): void;
  destroy(): void;
}

export interface TargetFormHost {
  close(): void;
  /** A person submitted, and nothing required is missing. Never rejects. */
  submit(form: TargetForm): Promise<void>;
}

/** Arguments whose text has lines: they get a text area, which completes nothing. */
const MULTILINE = /^(code|text|content|body|snippet|diff)$/i;

export function createTargetForm(
  engine: CompletionEngine,
  target: CompletionTarget,
  values: Readonly<Record<string, string>> | undefined,
  host: TargetFormHost,
): TargetForm {
  const form = engine.form(target, { values });
  const { ref } = target;
  const close = el('button', { type: 'button', class: 'close', 'aria-label': `Close ${target.title}` }, '×');
  close.addEventListener('click', () => host.close());

  const element = el(
    'div',
    { class: 'target' },
    el(
      'div',
      { class: 'target-head' },
      el('h3', { dir: 'auto' }, target.title),
      el('code', {}, ref.type === 'ref/prompt' ? `/${ref.name}` : ref.uri),
      close,
    ),
  );
  let running = false;
  const binding = renderForm(element, form, {
    multiline: (argument) => MULTILINE.test(argument),
    formMessages: { submit: ref.type === 'ref/prompt' ? 'Run prompt' : 'Read resource' },
    onSubmit() {
      // A second Enter while the server works is the first one, pressed twice.
      if (running) return;
      running = true;
      void host.submit(self).finally(() => {
        running = false;
      });
    },
  });

  const self: TargetForm = {
    target,
    form,
    element,
    focus: () => (element.querySelector<HTMLElement>('input, textarea, [type=submit]') ?? close).focus(),
    destroy() {
      binding.destroy();
      form.dispose();
      element.remove();
    },
  };
  return self;
}
