// @vitest-environment node
/** The React skin where there is no DOM: on a server that renders pages. */
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createCompletionEngine, promptTarget } from '../../src/index.js';

test('imports and renders a form without a DOM', async () => {
  expect('document' in globalThis).toBe(false);
  const complaint = vi.spyOn(console, 'error');
  const { CompletionInput, useCompletionForm } = await import('../../src/react/index.js');
  const complete = vi.fn();
  const engine = createCompletionEngine({ getServerCapabilities: () => ({ completions: {} }), complete });
  function Form() {
    const form = useCompletionForm(engine, promptTarget({ name: 'p', arguments: [{ name: 'a' }] }), {
      values: { a: 'x' },
    });
    return <CompletionInput field={form.field('a')} id="a" />;
  }
  expect(renderToString(<Form />)).toBe('<input id="a" value="x"/>');
  expect([complete.mock.calls, complaint.mock.calls]).toEqual([[], []]);
  complaint.mockRestore();
});
