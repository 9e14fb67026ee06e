/** Waiting for a field's state, where time is real. The test's own time limit ends what never comes. */
import { filter, firstValueFrom } from 'rxjs';
import type { CompletionField, CompletionState } from '../../src/index.js';

export function until(
  field: CompletionField,
  condition: (state: CompletionState) => boolean,
): Promise<CompletionState> {
  return firstValueFrom(field.state$.pipe(filter(condition)));
}

/** Nothing more is on its way for the text. */
export function settled(field: CompletionField): Promise<CompletionState> {
  return until(
    field,
    ({ activity, value, answered, error, reason }) =>
      activity === 'idle' && (answered === value || error !== undefined || reason !== undefined),
  );
}
