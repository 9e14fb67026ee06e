/** Rendered on a server: a plain field, the same for every visitor, that the page takes over without a word. */
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { CompletionInput } from '../../src/react/index.js';
import { FakeField } from '../dom/fake-field.js';
import './set-up.js';

afterEach(() => document.body.replaceChildren());

const page = () => (
  <main>
    <CompletionInput field={new FakeField('city', { value: 'Bo', options: ['Bonn'] })} name="city" />
    <CompletionInput field={new FakeField('city', { support: 'unknown' })} name="other" />
  </main>
);

test('B38: a plain field with its text and no list, the same each time, whatever the server knows', () => {
  const html = renderToString(page());
  expect(html).toMatch(
    /^<main><input id="[^"]+" name="city" value="Bo"\/><input id="[^"]+" name="other" value=""\/><\/main>$/,
  );
  expect(renderToString(page())).toBe(html);
});

test('is hydrated without a complaint, and becomes a combobox then', () => {
  const complaint = vi.spyOn(console, 'error');
  const recovered = vi.fn();
  const host = document.body.appendChild(document.createElement('div'));
  host.innerHTML = renderToString(page());
  const input = host.querySelector('input')!;
  act(() => void hydrateRoot(host, page(), { onRecoverableError: recovered }));
  expect(host.querySelector('input')).toBe(input);
  expect([input.getAttribute('role'), input.value]).toEqual(['combobox', 'Bo']);
  act(() => input.focus());
  expect(host.querySelector('[role=option]')!.textContent).toBe('Bonn');
  expect([complaint.mock.calls, recovered.mock.calls]).toEqual([[], []]);
  complaint.mockRestore();
});

test('a text that was typed before the page woke up is kept', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const field = new FakeField('city', { value: '' });
  host.innerHTML = renderToString(<CompletionInput field={field} />);
  host.querySelector('input')!.value = 'early';
  act(() => void hydrateRoot(host, <CompletionInput field={field} />));
  expect([host.querySelector('input')!.value, field.value]).toEqual(['early', 'early']);
});
