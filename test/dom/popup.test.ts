/** The list that bindInput shows: its rows, its ARIA, and how little of it a new answer touches. */
import { afterEach, describe, expect, test } from 'vitest';
import { activeElementOf, setUp } from './set-up.js';

afterEach(() => document.body.replaceChildren());
const cities = { options: ['Bonn', 'Berlin', 'Bern'] };

describe('rows', () => {
  test('carry the exact value, and the text with the matched part marked', () => {
    const { input, field, rows, texts } = setUp();
    input.focus();
    field.is({ value: 'be', answered: 'be', options: ['Berlin', 'Aber', 'x'] });
    expect(texts()).toEqual(['Berlin', 'Aber', 'x']);
    expect(rows().map((row) => row.dataset.value)).toEqual(['Berlin', 'Aber', 'x']);
    expect(rows().map((row) => row.querySelector('mark')?.textContent)).toEqual(['Be', 'be', undefined]);
    expect(rows().every((row) => row.dir === 'auto')).toBe(true);
  });

  test('B16: regular expressions in the typed text mark literally, and throw nothing', () => {
    const { input, field, rows } = setUp();
    input.focus();
    for (const text of ['(', '[a', 'a+', '\\', '*', '(a+)+$']) {
      field.is({ value: text, answered: text, options: [`x${text}y`] });
      expect(rows()[0]!.querySelector('mark')!.textContent).toBe(text);
    }
  });

  test('B17: markup is text, in the row, the live region and the input', () => {
    const values = ['<img src=x onerror=alert(1)>', '&lt;b&gt;x', '"><svg onload=1>'];
    const { host, input, rows, texts, pass } = setUp({ options: values });
    input.focus();
    pass(1000);
    expect(texts()).toEqual(values);
    expect(host.querySelector('[role=listbox] img, [role=listbox] svg, [role=listbox] b')).toBeNull();
    rows()[0]!.click();
    expect(input.value).toBe(values[0]);
  });

  test('a long value is shortened for display and inserted whole', () => {
    const value = 'x'.repeat(5000);
    const { input, rows, field } = setUp({ options: [value] });
    input.focus();
    expect(rows()[0]!.textContent!.length).toBe(301);
    rows()[0]!.click();
    expect([input.value, field.value]).toEqual([value, value]);
  });

  test('A1, C22: 50 refreshes of 100 rows touch only what changed', async () => {
    const { host, input, field, rows } = setUp();
    const list = Array.from({ length: 100 }, (_, index) => `value ${index}`);
    input.focus();
    field.answer(...list);
    const before = rows();
    const count = host.querySelectorAll('*').length;
    let mutations = 0;
    const observer = new MutationObserver((records) => {
      mutations += records.length;
    });
    observer.observe(host, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let round = 0; round < 50; round++) field.answer(...list);
    await Promise.resolve();
    expect(mutations).toBe(0);
    for (let round = 0; round < 50; round++) {
      list[round] = `changed ${round}`;
      field.answer(...list);
    }
    await Promise.resolve();
    // A changed row: its value, its text node out and in.
    expect(mutations).toBeGreaterThan(0);
    expect(mutations).toBeLessThanOrEqual(150);
    observer.disconnect();
    expect(rows()).toEqual(before);
    expect(host.querySelectorAll('*').length).toBe(count);
  });
});

describe('ARIA', () => {
  test('B33: aria-activedescendant resolves after every event', () => {
    const { input, field, binding, key, type, rows } = setUp(cities);
    const check = () => activeElementOf(input);
    input.focus();
    key('ArrowUp');
    expect(check()).toBe(rows()[2]);
    field.answer('Bern');
    expect(check()).toBe(rows()[0]);
    field.answer('other');
    expect(check()).toBeUndefined();
    key('ArrowDown');
    expect(check()).toBe(rows()[0]);
    type('x');
    expect(check()).toBeUndefined();
    key('ArrowDown');
    key('Escape');
    expect(check()).toBeUndefined();
    key('ArrowDown');
    field.answer();
    expect(check()).toBeUndefined();
    field.answer('a');
    key('ArrowDown');
    key('Enter');
    expect(check()).toBeUndefined();
    binding.destroy();
    expect(input.hasAttribute('aria-activedescendant')).toBe(false);
  });

  test('B34, B35: expanded and the listbox follow the options, and aria-controls always points at it', () => {
    const { host, input, field, listbox, expanded } = setUp();
    input.focus();
    const seen = [['a'], [], ['b']].map((options) => {
      field.answer(...options);
      expect(document.getElementById(input.getAttribute('aria-controls')!)).toBe(listbox());
      return [expanded(), listbox()!.hidden];
    });
    expect(seen).toEqual([
      ['true', false],
      ['false', true],
      ['true', false],
    ]);
    field.answer();
    const status = host.querySelector('[part=status]')!;
    expect(status.textContent).toBe('no suggestions');
    expect(listbox()!.contains(status)).toBe(false);
  });

  test('C28: exactly the active option is selected', () => {
    const { input, key, rows } = setUp(cities);
    const selected = () => rows().filter((row) => row.getAttribute('aria-selected') === 'true');
    input.focus();
    expect(selected()).toEqual([]);
    key('ArrowDown');
    expect(selected()).toEqual([rows()[0]]);
    rows()[2]!.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    rows()[2]!.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
    expect(selected()).toEqual([rows()[0]]);
  });

  test('B37, C27: the live region stands before its first text, and moving changes nothing in it', () => {
    const { input, key, pass, region } = setUp(cities);
    expect(region()).toBe('');
    input.focus();
    pass(1000);
    expect(region()).toBe('3 suggestions');
    key('ArrowDown');
    pass(1000);
    expect(region()).toBe('3 suggestions');
  });

  test('B38, B9: two lists of the same argument have ids of their own, whatever the values are', () => {
    const values = ['a b', 'a"b', '#x'];
    const all = [setUp({ options: values }), setUp({ options: values })].flatMap(
      ({ input, rows, listbox }) => {
        input.focus();
        return [listbox()!, ...rows()].map((element) => {
          expect(document.getElementById(element.id)).toBe(element);
          return element.id;
        });
      },
    );
    expect(new Set(all).size).toBe(8);
    for (const id of all) expect(id).toMatch(/^\S+$/);
  });

  test('C16: the list is no tab stop', () => {
    const { host } = setUp(cities);
    const stops = [...host.querySelectorAll<HTMLElement>('*')].filter((element) => element.tabIndex >= 0);
    expect(stops.map(({ localName }) => localName)).toEqual(['input']);
  });

  test('an answer that is still to come is seen to be so, beside an old list or without one; nothing is hidden', () => {
    const { host, input, field } = setUp(cities);
    const pending = () => host.querySelector('[part=popup]')!.hasAttribute('data-pending');
    const status = () => host.querySelector('[part=status]')!.textContent;
    input.focus();
    field.is({ activity: 'loading' });
    expect([pending(), status()]).toEqual([false, '']);
    field.is({ provisional: true });
    expect([pending(), status()]).toEqual([true, '']);
    // Nothing is under way yet, and where the list is surely right nothing may be for seconds.
    field.is({ activity: 'waiting' });
    expect([pending(), status()]).toEqual([false, '']);
    field.is({ activity: 'slow' });
    expect([pending(), status()]).toEqual([true, '']);
    field.is({ options: [], provisional: false });
    expect([pending(), status()]).toEqual([true, 'slow - still waiting']);
    // Some readers hide what is busy, and the old list is there to be used.
    expect(host.querySelector('[aria-busy]')).toBe(null);
    field.answer('x');
    expect([pending(), status()]).toEqual([false, '']);
    // After a failure nothing is to come.
    field.is({ provisional: true, reason: 'failing' });
    expect(pending()).toBe(false);
  });
});

describe('where it stands', () => {
  test('beside the input, in its own root, and never in the body', () => {
    const { host, input } = setUp(cities, { html: '<p><input></p><i></i>' });
    expect([...input.parentElement!.children].length).toBe(3);
    expect(host.parentElement!.children.length).toBe(1);
  });

  test('beside the input again where the page has taken it elsewhere', () => {
    const { host, input, rows } = setUp(cities);
    const dialog = host.appendChild(document.createElement('dialog'));
    dialog.append(input);
    input.focus();
    expect([...dialog.children].map((child) => child.getAttribute('part'))).toEqual([
      null,
      'popup',
      'announcer',
    ]);
    expect(dialog.contains(rows()[0]!)).toBe(true);
  });

  test('not inside of a label, whose text would then name the input', () => {
    const { host } = setUp(cities, { html: '<label>City <input></label>' });
    expect(host.querySelector('label')!.textContent).toBe('City ');
    expect(host.querySelector('label + div [role=listbox]')).not.toBeNull();
  });

  test('B52: in a shadow root, a press elsewhere in it or in the page closes, one in the list does not', () => {
    const outer = document.body.appendChild(document.createElement('div'));
    for (const mode of ['open', 'closed'] as const) {
      const root = outer.appendChild(document.createElement('div')).attachShadow({ mode });
      root.append(document.createElement('button'));
      const { host, input, key, rows, expanded } = setUp(cities);
      root.append(host);
      const press = (target: EventTarget) =>
        target.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }));
      input.focus();
      key('ArrowDown');
      expect(activeElementOf(input)).toBe(rows()[0]);
      press(rows()[0]!);
      press(input);
      expect(expanded()).toBe('true');
      press(root.querySelector('button')!);
      expect(expanded()).toBe('false');
      key('ArrowDown');
      expect(expanded()).toBe('true');
      press(document.body);
      expect(expanded()).toBe('false');
      key('ArrowDown');
      rows()[1]!.click();
      expect(input.value).toBe('Berlin');
    }
  });

  test('with class names of the host’s own beside the library’s', () => {
    const { input, rows } = setUp(cities, { classNames: { option: 'mine' } });
    input.focus();
    expect(rows()[0]!.className).toBe('mcp-completion-option mine');
    expect(rows()[0]!.getAttribute('part')).toBe('option');
  });
});
