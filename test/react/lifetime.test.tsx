/** Mounting, unmounting, Strict Mode, Activity and renders that React throws away. */
import { Activity, act, Suspense, startTransition, use, useEffect, useState } from 'react';
import { Observable } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type CompleteParams,
  type CompletionClient,
  type CompletionEngine,
  type CompletionForm,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { CompletionInput, useCompletionForm, useFormValues } from '../../src/react/index.js';
import { FakeField } from '../dom/fake-field.js';
import { render, setUp } from './set-up.js';

afterEach(() => document.body.replaceChildren());
const cities = { options: ['Bonn', 'Berlin', 'Bern'] };

describe('an input', () => {
  test('B49: unmounted while in use, it leaves no subscription, no timer, and a field that was left', () => {
    const { field, focus, type, does, unmount, scheduler } = setUp(cities);
    focus();
    type('x');
    does((one) => one.answer('xy'));
    expect(scheduler.actions.filter((action) => !action.closed).length).toBeGreaterThan(0);
    field.told();
    unmount();
    expect(field.told()).toEqual(['blur']);
    expect(field.state$.observed).toBe(false);
    expect(scheduler.actions.filter((action) => !action.closed)).toEqual([]);
  });

  test('B48: listeners are added and removed in pairs, over 30 rounds', () => {
    const { input, unmount } = setUp(cities);
    unmount();
    let target = Object.getPrototypeOf(input) as EventTarget;
    while (!Object.hasOwn(target, 'addEventListener')) target = Object.getPrototypeOf(target);
    const add = vi.spyOn(target, 'addEventListener');
    const remove = vi.spyOn(target, 'removeEventListener');
    const ours = ([type]: unknown[]) =>
      ['keydown', 'focus', 'pointerdown', 'touchstart', 'change'].includes(`${type}`);
    for (let round = 0; round < 30; round++) {
      const one = setUp(cities);
      one.focus();
      const elements = new Set([one.input, document, one.host.querySelector('.mcp-completion-popup')]);
      one.unmount();
      const count = (spy: typeof add) =>
        spy.mock.calls.filter(
          (call, index) => ours(call) && elements.has(spy.mock.contexts[index] as Element),
        ).length;
      expect(count(add)).toBeGreaterThan(0);
      expect(count(remove as typeof add)).toBe(count(add));
      add.mockClear();
      remove.mockClear();
    }
    vi.restoreAllMocks();
  });

  test('another field: its text and its list, and the old one is left', () => {
    const first = new FakeField('city', { ...cities, value: 'one' });
    const second = new FakeField('city', { options: ['two a', 'two b'], value: 'two' });
    const { show, find, host } = render(<CompletionInput field={first} />);
    act(() => find('input').focus());
    first.told();
    show(<CompletionInput field={second} />);
    expect(first.told()).toEqual(['blur']);
    expect(first.state$.observed).toBe(false);
    expect(second.told()).toContain('focus');
    expect([...host.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'two a',
      'two b',
    ]);
  });

  test('C25: mounting moves no focus, and an input that has it is attended at once', () => {
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    const { does } = setUp(cities);
    does((field) => field.answer('x'));
    expect(document.activeElement).toBe(other);
    const { expanded } = setUp(cities, { autoFocus: true });
    expect(expanded()).toBe('true');
  });

  test('a render that is never finished subscribes to nothing', async () => {
    const field = new FakeField('city', cities);
    const never = new Promise<string>(() => {});
    const Waits = () => use(never);
    let begin = () => {};
    function Host() {
      const [begun, setBegun] = useState(false);
      begin = () => startTransition(() => setBegun(true));
      return (
        <Suspense fallback="waits">
          {begun && (
            <>
              <CompletionInput field={field} />
              <Waits />
            </>
          )}
        </Suspense>
      );
    }
    const { unmount } = render(<Host />);
    await act(async () => begin());
    expect([field.state$.observed, field.told()]).toEqual([false, []]);
    unmount();
    expect(field.state$.observed).toBe(false);
  });
});

describe('useCompletionForm', () => {
  const client = {
    getServerCapabilities: () => ({ completions: {} }),
    complete: async ({ argument }: CompleteParams) => ({ completion: { values: [`${argument.value}!`] } }),
  };
  const target = (name: string) => promptTarget({ name, arguments: [{ name: 'a' }, { name: 'b' }] });

  let shown: CompletionForm | undefined;

  function Form({ engine, name }: { engine: ReturnType<typeof createCompletionEngine>; name: string }) {
    const form = useCompletionForm(engine, target(name), { values: { a: 'first' } });
    const values = useFormValues(form);
    shown = form;
    return (
      <form>
        {form.fields.map((field) => (
          <CompletionInput key={field.name} field={field} name={field.name} />
        ))}
        <output>{Object.values(values).join('|')}</output>
        <button type="button" onClick={() => form.setValues({ a: 'x', b: 'y' })} />
        <button type="button" title="reset" onClick={() => form.reset()} />
      </form>
    );
  }

  test('one form for equal targets; another for another; for another engine a new one with the same text', () => {
    const engine = createCompletionEngine(client);
    const made = vi.spyOn(engine, 'form');
    const { show, find } = render(<Form engine={engine} name="p" />);
    const forms = () => made.mock.results.length;
    act(() => find('button').click());
    expect(find('output').textContent).toBe('x|y');
    const before = forms();
    show(<Form engine={engine} name="p" />);
    expect([find('output').textContent, forms()]).toEqual(['x|y', before]);
    show(<Form engine={engine} name="q" />);
    expect(find('output').textContent).toBe('first|');
    expect(find<HTMLInputElement>('input').value).toBe('first');
    act(() => find('button').click());
    const next = createCompletionEngine(client);
    const madeNext = vi.spyOn(next, 'form');
    show(<Form engine={next} name="q" />);
    // A new connection costs nobody what they typed.
    expect(find('output').textContent).toBe('x|y');
    expect(madeNext.mock.results.map(({ value }) => value)).toContain(shown);
  });

  test('is alive in Strict Mode, resets to its initial values, and ends with its component', async () => {
    const engine = createCompletionEngine(client, { debounceMs: 0 });
    const { find, unmount, host } = render(<Form engine={engine} name="p" />);
    await act(async () => find('input').focus());
    expect(host.querySelector('[role=option]')!.textContent).toBe('first!');
    act(() => find('button').click());
    act(() => find('[title=reset]').click());
    expect(find('output').textContent).toBe('first|');
    const ended = vi.fn();
    shown!.values$.subscribe({ complete: ended });
    expect(ended).not.toHaveBeenCalled();
    unmount();
    expect(ended).toHaveBeenCalled();
  });

  test('the values are watched while their component is mounted, and no longer', () => {
    let watching = 0;
    const values = { a: 'x' };
    const values$ = new Observable<typeof values>((subscriber) => {
      watching++;
      subscriber.next(values);
      return () => watching--;
    });
    const Values = ({ form }: { form: CompletionForm }) => <output>{useFormValues(form).a}</output>;
    const { find, unmount } = render(<Values form={{ values, values$ } as unknown as CompletionForm} />);
    expect([find('output').textContent, watching]).toEqual(['x', 1]);
    unmount();
    expect(watching).toBe(0);
  });

  test('a form that <Activity> hid comes back with its text', () => {
    const engine = createCompletionEngine(client);
    const node = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <Form engine={engine} name="p" />
      </Activity>
    );
    const { show, find } = render(node('visible'));
    act(() => find('button').click());
    show(node('hidden'));
    show(node('visible'));
    expect(find('output').textContent).toBe('x|y');
    act(() => find('[title=reset]').click());
    expect(find('output').textContent).toBe('first|');
    expect(find<HTMLInputElement>('input').value).toBe('first');
  });

  /** As README has it: an effect makes the engine, keeps it in state, and disposes of the one it made. */
  function Connected({ to, mode = 'visible' }: { to: CompletionClient; mode?: 'visible' | 'hidden' }) {
    return (
      <Activity mode={mode}>
        <Host to={to} />
      </Activity>
    );
  }
  function Host({ to }: { to: CompletionClient }) {
    const [engine, setEngine] = useState<CompletionEngine>();
    useEffect(() => {
      const made = createCompletionEngine(to, { debounceMs: 0 });
      setEngine(made);
      return () => made.dispose();
    }, [to]);
    return engine && <Form engine={engine} name="p" />;
  }

  test('an engine that an effect makes and disposes of is alive in Strict Mode, and over a change of client', async () => {
    const { show, find, host, unmount } = render(<Connected to={client} />);
    const list = () => [...host.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
    await act(async () => find('input').focus());
    expect(list()).toEqual(['first!']);
    act(() => find('button').click());
    const complete = async () => ({ completion: { values: ['another server’s'] } });
    await act(async () => show(<Connected to={{ ...client, complete }} />));
    expect(find('output').textContent).toBe('x|y');
    await act(async () => find('input').blur());
    await act(async () => find('input').focus());
    expect(list()).toEqual(['another server’s']);
    const ended = vi.fn();
    shown!.values$.subscribe({ complete: ended });
    unmount();
    expect(ended).toHaveBeenCalled();
  });

  test('so it is when <Activity> hides and shows it: the engine is another one, the text is the same', async () => {
    const { show, find, host } = render(<Connected to={client} />);
    act(() => find('button').click());
    show(<Connected to={client} mode="hidden" />);
    show(<Connected to={client} />);
    expect(find('output').textContent).toBe('x|y');
    await act(async () => find('input').focus());
    expect(host.querySelector('[role=option]')!.textContent).toBe('x!');
  });
});
