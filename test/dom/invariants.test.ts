/** What holds of a bound input after every event, whatever the events are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perform, randomEvent } from './random-events.js';
import { activeElementOf, attributesOf, setUp } from './set-up.js';

test('B33, B34, C28: ARIA tells the truth after every event, and destroy leaves nothing', {
  timeout: 60_000,
}, () => {
  const html = '<input name="city" role="textbox" autocomplete="name">';
  fc.assert(
    fc.property(fc.array(randomEvent, { maxLength: 40 }), (events) => {
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
