/** CompletionInput and its prop getters: from a plain field to a combobox, and whose the text is. */
import { act, type ComponentPropsWithRef, createRef, useState } from 'react';
import { VirtualTimeScheduler } from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CompletionInput, type InputProps, useCombobox } from '../../src/react/index.js';
import { FakeField } from '../dom/fake-field.js';
import { hands, render, setUp, write } from './set-up.js';

afterEach(() => document.body.replaceChildren());
const cities = { options: ['Bonn', 'Berlin', 'Bern'] };

describe('support', () => {
  test('A40, C24: without support it renders the host’s input and nothing else', () => {
    for (const support of ['unsupported', 'unknown'] as const) {
      const { host, focus, key } = setUp(
        { support, ...cities },
        { autoComplete: 'email', role: 'search', id: 'x' },
      );
      const before = host.innerHTML;
      focus();
      for (const name of ['ArrowDown', 'Enter', 'Escape']) expect(key(name).defaultPrevented).toBe(false);
      expect(host.innerHTML).toBe(before);
      expect(host.firstElementChild!.getAttribute('autocomplete')).toBe('email');
      expect(host.children.length).toBe(1);
    }
  });

  test('C24: it turns into a combobox and back as support comes and goes', () => {
    const { host, input, does } = setUp({ support: 'unknown' }, { autoComplete: 'email', list: 'l' });
    does((field) => field.is({ support: 'supported' }));
    expect(input.getAttribute('role')).toBe('combobox');
    expect([input.getAttribute('autocomplete'), input.hasAttribute('list')]).toEqual(['off', false]);
    expect(document.getElementById(input.getAttribute('aria-controls')!)!.getAttribute('role')).toBe(
      'listbox',
    );
    does((field) => field.is({ support: 'unsupported' }));
    expect(input.getAttribute('role')).toBeNull();
    expect([input.getAttribute('autocomplete'), input.getAttribute('list')]).toEqual(['email', 'l']);
    expect(host.children.length).toBe(1);
  });
});

describe('the popup', () => {
  test('is shown while there is a list, and hidden otherwise', () => {
    const { focus, blur, find, does, listbox } = setUp({ options: [] });
    const hidden = () => [find('[part=popup]').hidden, listbox()!.hidden];
    focus();
    expect(hidden()).toEqual([true, true]);
    does((field) => field.is(cities));
    expect(hidden()).toEqual([false, false]);
    blur();
    expect(hidden()).toEqual([true, true]);
  });

  test('and all that belongs to it take another id with their combobox', () => {
    const { again, input, listbox, scheduler } = setUp(cities, { id: 'one' });
    expect([input.getAttribute('aria-controls'), listbox()!.id]).toEqual(['one-listbox', 'one-listbox']);
    again({ combobox: { scheduler, id: 'other' } });
    expect([input.getAttribute('aria-controls'), listbox()!.id]).toEqual(['other-listbox', 'other-listbox']);
  });
});

describe('an uncontrolled input', () => {
  test('shows the field’s text, and what a program makes of it later', () => {
    const { input, does, expanded } = setUp({ value: 'initial', ...cities });
    expect(input.value).toBe('initial');
    does((field) => field.is({ value: 'set' }));
    expect([input.value, expanded()]).toEqual(['set', 'false']);
  });

  test('speaks for itself where it has a text of its own', () => {
    const { input, field } = setUp({ value: 'initial' }, { defaultValue: 'own' });
    expect([input.value, field.value]).toEqual(['own', 'own']);
  });

  test('B30: tells a choice to the host as an edit of its own', () => {
    const onChange = vi.fn((event: { target: { value: string } }) => event.target.value);
    const { input, field, focus, click } = setUp(cities, { onChange });
    focus();
    click(1);
    expect(onChange.mock.results.map(({ value }) => value)).toEqual(['Berlin']);
    expect([input.value, field.told()]).toEqual(['Berlin', ['focus', 'accept("Berlin")']]);
  });
});

describe('a controlled input', () => {
  function controlled(change: (text: string) => string, initial = '') {
    const field = new FakeField('city', { value: 'field’s', ...cities });
    const scheduler = new VirtualTimeScheduler();
    function Host() {
      const [value, setValue] = useState(initial);
      return (
        <>
          <CompletionInput
            field={field}
            combobox={{ scheduler }}
            value={value}
            onChange={({ target }) => setValue(change(target.value))}
          />
          <button type="button" onClick={() => setValue('set')} />
        </>
      );
    }
    const rendered = render(<Host />);
    return {
      ...hands(rendered.host, scheduler),
      field,
      input: rendered.find<HTMLInputElement>('input'),
      set: () => act(() => rendered.find('button').click()),
    };
  }

  test('starts with the host’s text, and follows it', () => {
    for (const initial of ['', 'host’s']) {
      const { input, field, set, expanded } = controlled((text) => text, initial);
      expect([input.value, field.value]).toEqual([initial, initial]);
      set();
      expect([input.value, field.value, expanded()]).toEqual(['set', 'set', 'false']);
    }
  });

  test('what the host makes of a typed or chosen text is the truth', () => {
    const { input, field, focus, type, click } = controlled((text) => text.toUpperCase());
    focus();
    type('b');
    expect([input.value, field.value]).toEqual(['B', 'B']);
    field.told();
    click(0);
    expect([input.value, field.value]).toEqual(['BONN', 'BONN']);
    // Chosen, not typed: that would open the list again.
    expect(field.told()).toEqual(['accept("Bonn")', 'accept("BONN")']);
  });

  test('B47: a text that its host sets while it is focused opens nothing, and closes what is open', () => {
    const { input, field, focus, set, type, key, expanded } = controlled((text) => text.toUpperCase());
    focus();
    expect(expanded()).toBe('true');
    set();
    expect([input.value, field.value, expanded()]).toEqual(['set', 'set', 'false']);
    expect(field.told().slice(-2)).toEqual(['setValue("set")', 'dismiss']);
    for (const text of ['s', 'se']) {
      type(text);
      expect([input.value, expanded()]).toEqual([text.toUpperCase(), 'true']);
    }
    expect(field.told()).not.toContain('dismiss');
    set();
    key('ArrowDown');
    expect(expanded()).toBe('true');
  });

  test('B47: the echo of what was typed counts as typing, however late it comes', () => {
    const field = new FakeField('city', cities);
    let echo = () => {};
    function Host() {
      const [value, setValue] = useState('');
      return (
        <CompletionInput
          field={field}
          value={value}
          onChange={({ target }) => {
            const { value: text } = target;
            echo = () => setValue(text);
          }}
        />
      );
    }
    const { host, find } = render(<Host />);
    const { focus, type, expanded } = hands(host, new VirtualTimeScheduler());
    focus();
    type('b');
    act(() => echo());
    expect([find<HTMLInputElement>('input').value, field.value, expanded()]).toEqual(['b', 'b', 'true']);
  });

  test('a host that refuses an edit keeps its text', () => {
    const { input, field, focus, type } = controlled(() => 'fixed', 'fixed');
    focus();
    type('fixed?');
    expect([input.value, field.value]).toEqual(['fixed', 'fixed']);
  });

  test('keeps the text of a composition that ends before its input event, and asks once', () => {
    const { input, field, focus, type } = controlled((text) => text);
    focus();
    const send = (name: string) => act(() => void input.dispatchEvent(new Event(name, { bubbles: true })));
    send('compositionstart');
    type('か', { isComposing: true });
    write(input, '歌');
    send('compositionend');
    expect(input.value).toBe('歌');
    type('歌');
    expect(input.value).toBe('歌');
    expect(field.told().filter((call) => call === 'setValue("歌")')).toEqual(['setValue("歌")']);
  });
});

describe('the host’s own props', () => {
  test('handlers are called, and refs too: once per element, however often they are handed in anew', () => {
    const seen: string[] = [];
    const made: unknown[] = [];
    const props: InputProps = {
      onInput: () => seen.push('input'),
      onKeyDown: () => seen.push('keydown'),
      onFocus: () => seen.push('focus'),
      onBlur: () => seen.push('blur'),
      onCompositionEnd: () => seen.push('compositionend'),
      className: 'mine',
      ref: (element) => void made.push(element),
    };
    const { input, focus, key, type, blur, again, unmount } = setUp(cities, props);
    const mounted = made.splice(0);
    again({ ref: (element) => void made.push(element) });
    again({ ref: (element) => void made.push(element) });
    focus();
    key('ArrowDown');
    type('x');
    act(() => void input.dispatchEvent(new Event('compositionend', { bubbles: true })));
    blur();
    expect(seen).toEqual(['focus', 'keydown', 'input', 'compositionend', 'blur']);
    expect(input.className).toBe('mine');
    unmount();
    expect([mounted.at(-1), made]).toEqual([input, [null]]);
  });

  test('a ref object holds the element while it is there', () => {
    const ref = createRef<HTMLInputElement>();
    const { input, unmount } = setUp(cities, { ref });
    expect(ref.current).toBe(input);
    unmount();
    expect(ref.current).toBeNull();
  });

  test('a ref callback sees the element, and its undo function or null at the end', () => {
    const calls: unknown[] = [];
    const { input, unmount } = setUp(cities, { ref: (element) => void calls.push(element) });
    expect(calls.at(-1)).toBe(input);
    unmount();
    expect(calls.at(-1)).toBeNull();
    const undo = vi.fn();
    setUp(cities, { ref: () => undo }).unmount();
    expect(undo).toHaveBeenCalled();
  });

  test('any markup will do: options of the host’s own, a label, styles and class names', () => {
    const field = new FakeField('city', { ...cities, value: 'be', answered: 'be' });
    const scheduler = new VirtualTimeScheduler();
    function Host() {
      const city = useCombobox(field, { label: 'Cities', scheduler });
      const list = city.getListboxProps({ className: 'mine' }) as ComponentPropsWithRef<'ul'>;
      const row = (index: number) =>
        city.getOptionProps(index, { children: `no. ${index}`, style: { color: 'red' } });
      return (
        <>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: its getter has the input's id */}
          <label {...city.getLabelProps()}>City</label>
          <input {...city.getInputProps()} />
          <div {...city.getPopupProps()}>
            <ul {...list}>
              {city.open &&
                city.options.map((option, index) => (
                  <li key={option} {...(row(index) as ComponentPropsWithRef<'li'>)} />
                ))}
            </ul>
          </div>
        </>
      );
    }
    const { host, find } = render(<Host />);
    const { focus, click, texts } = hands(host, scheduler);
    focus();
    expect(find<HTMLLabelElement>('label').htmlFor).toBe(find('input').id);
    expect(find('ul').className).toBe('mcp-completion-listbox mine');
    expect(find('ul').getAttribute('aria-label')).toBe('Cities');
    expect(texts()).toEqual(['no. 0', 'no. 1', 'no. 2']);
    expect(find('li').style.color).toBe('red');
    click(2);
    expect(find<HTMLInputElement>('input').value).toBe('Bern');
  });

  test('B38: ids are the component’s own, several times over', () => {
    const { host } = render(
      <>
        <CompletionInput field={new FakeField('city')} />
        <CompletionInput field={new FakeField('city')} />
      </>,
    );
    const ids = [...host.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.length).toBe(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('B16, B17: an option’s own text is harmless, with the matched part marked', () => {
    const { host, focus, rows, click, input } = setUp({
      value: '<b',
      answered: '<b',
      options: ['<b>\u202ex</b>'],
    });
    focus();
    expect(rows()[0]!.textContent).toBe('<b>\ufffdx</b>');
    expect(rows()[0]!.dataset.value).toBe('<b>\u202ex</b>');
    expect(host.querySelector('mark')!.textContent).toBe('<b');
    expect(host.querySelector('b')).toBeNull();
    click(0);
    expect(input.value).toBe('<b>\u202ex</b>');
  });
});
