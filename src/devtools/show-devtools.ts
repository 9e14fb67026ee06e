/** showCompletionDevtools: a panel in the page that shows what an engine does, and why a field is empty. */
import { Subscription } from 'rxjs';
import type { CompletionEngine } from '../engine.js';
import type { CompletionForm } from '../form.js';
import { makeIn } from './elements.js';
import { createTimeline } from './timeline.js';
import { createWatchedFields } from './watched-fields.js';

/** A panel that is shown. */
export interface CompletionDevtools {
  /**
   * Shows the fields of a form: their text, and what they show or why they are empty. Watching subscribes to their
   * `state$`. Returns the function that ends it.
   */
  watch(form: CompletionForm): () => void;
  /** Idempotent. Takes the panel away, and every subscription with it. */
  destroy(): void;
}

/**
 * Shows a panel at the end of `container`: every request of the engine with its context, outcome and duration, every
 * cancellation and cache hit. It asks nothing itself, and is silent to screen readers until they come to it.
 *
 * @param container Default: the page's body.
 *
 * @example
 * const devtools = showCompletionDevtools(engine);
 * devtools.watch(form);
 */
export function showCompletionDevtools(
  engine: Pick<CompletionEngine, 'events$'>,
  container: HTMLElement = document.body,
): CompletionDevtools {
  const make = makeIn(container.ownerDocument);
  const timeline = createTimeline(make);
  const fields = createWatchedFields(make);
  const everything = new Subscription();

  const section = make('section');
  section.className = 'mcp-completion-devtools';
  section.setAttribute('aria-label', 'Completion devtools');
  // What scrolls must be reachable by keyboard.
  section.tabIndex = 0;
  section.append(fields.element, timeline.element);
  container.append(section);

  everything.add(engine.events$.subscribe(timeline.add));
  everything.add(() => section.remove());
  return {
    watch(form) {
      const watching = fields.watch(form);
      everything.add(watching);
      return () => watching.unsubscribe();
    },
    destroy: () => everything.unsubscribe(),
  };
}
