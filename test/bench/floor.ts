/**
 * The fewest requests that a session can be served with where one answer holds all that matches: who knows the server's
 * rule asks each (argument, context) once, for the empty text, and again when that answer is no longer fresh.
 */
import { answerOf } from './model.js';
import type { Session } from './trace.js';
import { questionKey } from './wire.js';

export function floor(session: Session, freshMs: number): number {
  const askedAt = new Map<string, number>();
  let now = 0;
  let requests = 0;
  for (const { form, gapMs, events } of session.visits) {
    now += gapMs;
    let texts: Record<string, string> = {};
    for (const [gap, field, what, text = ''] of events) {
      now += gap;
      if (what === 'blur') continue;
      if (what !== 'focus') texts = { ...texts, [field]: text };
      const typed = texts[field] ?? '';
      const { values } = answerOf(session.forms[form]![field]!, typed, texts);
      if (what === 'accept' || (values.length === 1 && values[0] === typed)) continue;
      const key = questionKey(form, field, '', texts);
      if (now - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) < freshMs) continue;
      askedAt.set(key, now);
      requests++;
    }
  }
  return requests;
}
