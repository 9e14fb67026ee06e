/** What the panel says: why a field shows what it shows, and what became of a request. */
import type { CompletionEvent, CompletionQuery } from '../events.js';
import type { CompletionState, EmptyReason } from '../state.js';

const reasons: Readonly<Record<EmptyReason, string>> = {
  'not-connected': 'no client is connected',
  'not-declared': 'the server does not declare the completions capability',
  'method-not-found': 'the server does not complete this prompt or template (-32601)',
  inactive: 'the field is not in use',
  'too-short': 'the text is shorter than minLength',
  'too-long': 'the text is longer than the engine sends',
  composing: 'an input method is composing',
  chosen: 'the text was just chosen',
  'no-values': 'the server has nothing for this text and these siblings',
  'invalid-params': 'the server refused this request as invalid (-32602)',
  malformed: 'the server’s answer made no sense',
  quiet: 'taken for free text: the server kept answering with nothing',
  failing: 'the last request failed',
  'backing-off': 'several requests failed in a row; the next one waits',
};

const activities: Readonly<Record<CompletionState['activity'], string>> = {
  idle: 'nothing was asked yet',
  waiting: 'a request is due, once typing rests',
  loading: 'a request is under way',
  slow: 'a request is under way, and slow',
};

/** One line on a field: how many options it has and where they are from, or why it has none. */
export function explain(state: CompletionState): string {
  const { options, provisional, hasMore, total, reason, activity, error } = state;
  const parts =
    options.length === 0
      ? [reason ? `${reason}: ${reasons[reason]}` : activities[activity]]
      : [
          `${options.length} option${options.length === 1 ? '' : 's'}`,
          ...(hasMore ? [`of ${total ?? 'many'}`] : []),
          ...(provisional ? ['narrowed from an earlier answer'] : []),
        ];
  if (error) parts.push(`${error.kind}: ${error.message}`);
  return parts.join(', ');
}

/** What happened, in a few words. */
export function outcomeOf(event: CompletionEvent): string {
  switch (event.type) {
    case 'request':
      return event.prefetch ? 'fetching ahead' : 'under way';
    case 'answer': {
      const { values, completeness, total } = event.answer;
      return `${values.length} value${values.length === 1 ? '' : 's'}${completeness === 'partial' ? ` of ${total ?? 'many'}` : ''}`;
    }
    case 'malformed':
      return 'malformed answer';
    case 'error':
      return `${event.failure.kind}: ${event.failure.message}`;
    case 'cancel':
      return 'cancelled';
    case 'hit':
      return event.source === 'learned' ? 'not asked: predicted' : `from the cache, ${event.source}`;
  }
}

/** A field by its prompt or template, and its argument. */
export function fieldOf({ ref, argument }: CompletionQuery): string {
  return `${ref.type === 'ref/prompt' ? ref.name : ref.uri} › ${argument}`;
}
