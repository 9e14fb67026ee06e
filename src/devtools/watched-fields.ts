/** The watched forms' fields: what each shows, and why one is empty. */
import { Subscription } from 'rxjs';
import { displayText } from '../combobox/index.js';
import type { CompletionForm } from '../form.js';
import { type Make, makeRow, makeTable } from './elements.js';
import { explain } from './words.js';

export interface WatchedFields {
  readonly element: HTMLElement;
  watch(form: CompletionForm): Subscription;
}

export function createWatchedFields(make: Make): WatchedFields {
  const { table, body } = makeTable(make, 'Fields, and why one is empty', ['Field', 'Text', 'Shows']);
  table.hidden = true;
  return {
    element: table,
    watch(form) {
      const subscription = new Subscription();
      table.hidden = false;
      for (const field of form.fields) {
        const row = makeRow(make, `${form.target.title} › ${field.title ?? field.name}`, '', '');
        const [, text, shows] = row.children;
        body.append(row);
        subscription.add(
          field.state$.subscribe((state) => {
            text!.textContent = displayText(JSON.stringify(state.value));
            shows!.textContent = displayText(explain(state));
          }),
        );
        subscription.add(() => {
          row.remove();
          table.hidden = body.childElementCount === 0;
        });
      }
      return subscription;
    },
  };
}
