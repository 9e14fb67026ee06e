/** The lists of prompts and resource templates beside the chat. */
import type { CompletionTarget } from '../src/index.js';
import { el } from './elements.js';

export interface Catalogue {
  readonly prompts: readonly CompletionTarget[];
  readonly templates: readonly CompletionTarget[];
}

export interface CatalogueView {
  /** Nothing to list while there is no connection. */
  show(catalogue: Catalogue | undefined): void;
  /** Marks the target whose form is open. */
  mark(key: string | undefined): void;
}

export function createCatalogueView(
  root: HTMLElement,
  choose: (target: CompletionTarget) => void,
): CatalogueView {
  let marked: string | undefined;

  const item = (target: CompletionTarget) => {
    const button = el(
      'button',
      { type: 'button', 'data-key': target.key },
      el('strong', { dir: 'auto' }, target.title),
      el('code', {}, target.ref.type === 'ref/prompt' ? `/${target.ref.name}` : target.ref.uri),
      ...(target.description ? [el('span', { dir: 'auto' }, target.description)] : []),
    );
    button.addEventListener('click', () => choose(target));
    return el('li', {}, button);
  };

  const list = (title: string, none: string, targets: readonly CompletionTarget[]) => [
    el('h2', {}, title),
    targets.length > 0 ? el('ul', {}, ...targets.map(item)) : el('p', { class: 'none' }, none),
  ];

  const mark = () => {
    for (const button of root.querySelectorAll('button')) {
      if (button.dataset.key === marked) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  };

  return {
    show(catalogue) {
      if (!catalogue) {
        root.replaceChildren(
          el('p', { class: 'none' }, 'Prompts and resources appear once a server is connected.'),
        );
        return;
      }
      const { prompts, templates } = catalogue;
      root.replaceChildren(
        ...list('Prompts', 'This server has no prompts.', prompts),
        ...list('Resources', 'This server has no resource templates.', templates),
      );
      mark();
    },
    mark(key) {
      marked = key;
      mark();
    },
  };
}
