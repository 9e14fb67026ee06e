/** What holds of a bound input after every event, whatever the events are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activeElementOf, attributesOf, setUp } from './set-up.js';

const text = fc.constantFrom('', 'b', 'be', 'x');
const list = fc.subarray(['b', 'be', 'bern', 'berlin', 'x/', '<b>']);
const event = fc.oneof(
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
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

type Scene = ReturnType<typeof setUp>;

function perform({ input, field, key, type, rows, pass }: Scene, event: Event): void {
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
  else if (event.do === 'compose') input.dispatchEvent(new Event('compositionstart'));
  else if (event.do === 'composed') input.dispatchEvent(new Event('compositionend'));
  else input.readOnly = event.do === 'lock';
}

test('B33, B34, C28: ARIA tells the truth after every event, and destroy leaves nothing', () => {
  const html = '<input name="city" role="textbox" autocomplete="name">';
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const scene = setUp({}, { html });
      const { host, input, field, binding, listbox, rows, expanded } = scene;
      for (const event of events) {
        perform(scene, event);
        const active = activeElementOf(input);
        const selected = rows().filter((row) => row.getAttribute('aria-selected') === 'true');
        expect(selected).toEqual(active ? [active] : []);
        if (input.getAttribute('role') === 'combobox') {
          expect(expanded()).toBe(`${rows().length > 0}`);
          expect(listbox()!.hidden).toBe(expanded() === 'false');
          expect(document.getElementById(input.getAttribute('aria-controls')!)).toBe(listbox());
          expect(new Set(rows().map(({ id }) => id)).size).toBe(rows().length);
          if (document.activeElement !== input) expect(expanded()).toBe('false');
          if (field.state.support !== 'supported') expect(expanded()).toBe('false');
        } else {
          expect(host.children.length).toBe(1);
        }
        expect(field.value).toBe(input.value);
      }
      binding.destroy();
      const { readonly: _, ...attributes } = attributesOf(input);
      expect(attributes).toEqual({ name: 'city', role: 'textbox', autocomplete: 'name' });
      expect([host.children.length, field.state$.observed]).toEqual([1, false]);
      expect(scene.scheduler.actions.filter((action) => !action.closed)).toEqual([]);
      host.remove();
    }),
    { numRuns: 300 },
  );
});
