/** Random events of a person and a server, to hold a skin to what must be true after every one of them. */
import fc from 'fast-check';
import type { FakeField } from './fake-field.js';

const text = fc.constantFrom('', 'b', 'be', 'x');
const list = fc.subarray(['b', 'be', 'bern', 'berlin', 'x/', '<b>']);
export const randomEvent = fc.oneof(
  fc.record({
    do: fc.constant('key' as const),
    key: fc.constantFrom('ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab'),
  }),
  fc.record({ do: fc.constant('type' as const), text }),
  fc.record({ do: fc.constant('answer' as const), list }),
  fc.record({
    do: fc.constant('support' as const),
    support: fc.constantFrom('supported', 'unsupported', 'unknown'),
  }),
  fc.record({ do: fc.constant('click' as const), row: fc.nat(5) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(50, 500) }),
  fc.record({
    do: fc.constantFrom('focus', 'blur', 'press', 'outside', 'compose', 'composed', 'lock', 'unlock'),
  }),
);
export type RandomEvent = typeof randomEvent extends fc.Arbitrary<infer E> ? E : never;

/** What a scene of any skin offers. */
export interface Scene {
  readonly input: HTMLInputElement;
  readonly field: FakeField;
  key(name: string): unknown;
  type(text: string): void;
  rows(): HTMLElement[];
  pass(ms: number): void;
}

export function perform({ input, field, key, type, rows, pass }: Scene, event: RandomEvent): void {
  if ('key' in event) key(event.key);
  else if ('text' in event) type(event.text);
  else if ('list' in event) field.answer(...event.list);
  else if ('support' in event) field.is({ support: event.support });
  else if ('row' in event) rows()[event.row]?.click();
  else if ('ms' in event) pass(event.ms);
  else if (event.do === 'focus') input.focus();
  else if (event.do === 'blur') input.blur();
  else if (event.do === 'press') rows()[0]?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  else if (event.do === 'outside') document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  else if (event.do === 'compose') input.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  else if (event.do === 'composed') input.dispatchEvent(new Event('compositionend', { bubbles: true }));
  else input.readOnly = event.do === 'lock';
}
