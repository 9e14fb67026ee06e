/** The React skin has no behaviour of its own: after any events it shows and tells what the DOM skin does. */
import fc from 'fast-check';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { perform, type RandomEvent, randomEvent, type Scene } from '../dom/random-events.js';
import { setUp as setUpDom } from '../dom/set-up.js';
import { setUp as setUpReact } from './set-up.js';

afterEach(() => document.body.replaceChildren());

/** Ids differ, attributes may come in another order, and React keeps an input's `value` attribute. */
function outline(element: Element): unknown {
  const attributes = [...element.attributes]
    .filter(
      ({ name, value }) => !(element.localName === 'input' && /^(id|value)$/.test(name)) && value !== '',
    )
    .map(({ name, value }) => {
      const text =
        name === 'style'
          ? value
              .split(';')
              .map((rule) => rule.trim())
              .filter(Boolean)
              .sort()
              .join(';')
          : value;
      return `${name}=${text.replaceAll(/\b(dom|react)-/g, '')}`;
    });
  const children = [...element.childNodes].map((node) =>
    node instanceof Element ? outline(node) : node.textContent,
  );
  return [element.localName, attributes.sort(), children.filter((child) => child !== '')];
}

function record(scene: Scene & { host: Element }, events: readonly RandomEvent[]): unknown[] {
  return events.map((event) => {
    act(() => perform(scene, event));
    return {
      event,
      page: [...scene.host.children].map(outline),
      text: scene.input.value,
      told: scene.field.told(),
    };
  });
}

test('the same elements, the same text, the same calls, over random events', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(randomEvent, { maxLength: 40 }), (events) => {
      const dom = setUpDom({}, { id: 'dom', html: '<input name="city">' });
      const ofDom = record(dom, events);
      dom.binding.destroy();
      dom.host.remove();
      const react = setUpReact({}, { name: 'city', id: 'react' });
      const ofReact = record(react, events);
      react.unmount();
      react.host.remove();
      for (const [index, one] of ofReact.entries()) expect(one).toEqual(ofDom[index]);
    }),
    { numRuns: 200 },
  );
});
