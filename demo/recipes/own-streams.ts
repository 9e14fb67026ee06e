// A host with streams of its own: text, siblings and focus come from `fromEvent`, states go wherever the host likes (here a
// `<datalist>`). `complete` is cold: unsubscribing cancels what is under way, and nothing is left behind.
import type { CompletionEngine, CompletionRef } from 'mcp-completion-engine';
import { filter, fromEvent, map, merge, type Subscription, startWith } from 'rxjs';

export function completeInto(
  datalist: HTMLDataListElement,
  form: HTMLFormElement,
  argument: string,
  { engine, ref }: { engine: CompletionEngine; ref: CompletionRef },
): Subscription {
  const input = form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(argument)}"]`)!;
  const typed$ = fromEvent<InputEvent>(form, 'input');
  const state$ = engine.complete({
    ref,
    argument,
    value$: typed$.pipe(
      filter(({ target }) => target === input),
      startWith(undefined),
      map(() => input.value),
    ),
    context$: typed$.pipe(
      startWith(undefined),
      map(() => Object.fromEntries(new FormData(form))),
    ),
    active$: merge(
      fromEvent(input, 'focus').pipe(map(() => true)),
      fromEvent(input, 'blur').pipe(map(() => false)),
    ).pipe(startWith(document.activeElement === input)),
  });
  return state$.subscribe(({ options }) => {
    datalist.replaceChildren(
      ...options.map((option) => Object.assign(document.createElement('option'), { value: option })),
    );
  });
}
