/** renderForm: a target as an accessible form. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type RenderFormOptions, renderForm } from '../../src/dom/index.js';
import { type PromptLike, promptTarget, resourceTemplateTarget } from '../../src/target.js';
import { FakeForm } from './fake-form.js';

afterEach(() => document.body.replaceChildren());

function setUp(form: FakeForm, options: RenderFormOptions = {}) {
  const container = document.body.appendChild(document.createElement('div'));
  container.append('before');
  const onSubmit = vi.fn();
  const binding = renderForm(container, form, { onSubmit, ...options });
  const control = (name: string) =>
    [...container.querySelectorAll<HTMLInputElement>('input, textarea')].find((one) => one.name === name)!;
  const click = (kind: 'submit' | 'reset') =>
    container.querySelector<HTMLElement>(`button[type=${kind}]`)!.click();
  const type = (name: string, text: string) => {
    control(name).value = text;
    control(name).dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  /** The texts of what describes a control. */
  const described = (name: string) =>
    (control(name).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => document.getElementById(id)!.textContent);
  return { container, onSubmit, binding, control, click, type, described };
}

const prompt = (...args: NonNullable<PromptLike['arguments']>) =>
  new FakeForm(promptTarget({ name: 'p', title: 'Prompt', description: 'What it does', arguments: args }));
const template = (uriTemplate: string, initial = {}) =>
  new FakeForm(resourceTemplateTarget({ name: 't', uriTemplate }), initial);

describe('what is rendered', () => {
  test('each argument has its label, its description and a control of its name', () => {
    const { container, control, described } = setUp(
      prompt(
        { name: 'lang', title: 'Language', description: 'To write in', required: true },
        { name: 'tone' },
      ),
    );
    const labels = [...container.querySelectorAll('label')];
    expect(labels.map(({ htmlFor }) => document.getElementById(htmlFor))).toEqual([
      control('lang'),
      control('tone'),
    ]);
    expect(labels.map(({ textContent }) => textContent)).toEqual(['Language (required)', 'tone']);
    expect(described('lang')).toEqual(['To write in']);
    expect(control('lang').getAttribute('aria-required')).toBe('true');
    expect(control('tone').hasAttribute('aria-required')).toBe(false);
    expect(container.querySelector('form')!.getAttribute('aria-label')).toBe('Prompt');
    expect(container.textContent).toContain('What it does');
  });

  test('all that is to be read of a field stands before its control: the list opens over what comes after', () => {
    const { click, control, described, container } = setUp(
      prompt({ name: 'lang', description: 'To write in', required: true }),
    );
    click('submit');
    expect(described('lang')).toEqual(['To write in', 'Please fill in lang']);
    const field = container.querySelector('.mcp-completion-field')!;
    expect([...field.querySelectorAll('label, p, input')].map(({ className }) => className)).toEqual(
      ['label', 'description', 'error', 'input'].map((part) => `mcp-completion-${part}`),
    );
    expect(field.contains(control('lang'))).toBe(true);
  });

  test('B16: a server’s words reorder nothing, keep their length and lines, and have a direction of their own', () => {
    const long = `${'long '.repeat(100)}\nexe.\u202egnp`;
    const form = new FakeForm(
      promptTarget({
        name: 'p',
        description: 'form \u2066x',
        arguments: [{ name: 'a', title: '\u202egnp.exe', description: long, required: true }],
      }),
    );
    const { container, click, described } = setUp(form);
    click('submit');
    const shown = long.replace('\u202e', '\ufffd');
    expect(described('a')).toEqual([shown, 'Please fill in \ufffdgnp.exe']);
    expect(container.querySelector('.mcp-completion-form-description')!.textContent).toBe('form \ufffdx');
    expect(container.textContent).not.toMatch(/[\u202e\u2066]/);
    const prose = [...container.querySelectorAll<HTMLElement>('label, p')];
    expect(prose.map(({ dir }) => dir)).toEqual(prose.map(() => 'auto'));
  });

  test('A20, C10: a group of which one is enough stands together, once per variable', () => {
    const { container, control } = setUp(template('x{?q}/{a,b}/{c}{?a}'));
    const group = container.querySelector('fieldset')!;
    expect(group.querySelector('legend')!.textContent).toBe('At least one of these');
    expect([...group.querySelectorAll('input')]).toEqual([control('a'), control('b')]);
    expect([...container.querySelectorAll('input')].map(({ name }) => name)).toEqual(['q', 'a', 'b', 'c']);
    expect(control('a').hasAttribute('aria-required')).toBe(false);
  });

  test('a multi-line argument is a plain text area that keeps its line breaks', () => {
    const form = prompt({ name: 'code', description: 'Source' });
    form.field('code').is({ support: 'supported', options: ['x'] });
    const { control, type, described } = setUp(form, { multiline: (name) => name === 'code' });
    expect(control('code').localName).toBe('textarea');
    control('code').focus();
    type('code', 'a\nb');
    expect(form.field('code').value).toBe('a\nb');
    expect(control('code').hasAttribute('role')).toBe(false);
    expect(described('code')).toEqual(['Source']);
    expect(form.field('code').told()).toEqual(['setValue("a\\nb")']);
    form.setValues({ code: 'c\nd' });
    expect(control('code').value).toBe('c\nd');
  });

  test('A16: every other argument becomes a combobox named by its title', () => {
    const form = prompt({ name: 'lang', title: 'Language' });
    const { container, control } = setUp(form);
    form.field('lang').is({ support: 'supported', options: ['en'] });
    control('lang').focus();
    expect(control('lang').getAttribute('aria-expanded')).toBe('true');
    expect(container.querySelector('[role=listbox]')!.getAttribute('aria-label')).toBe('Language');
  });

  test('a malformed template says why there is nothing to fill in', () => {
    const { container } = setUp(template('x/{unclosed'));
    expect(container.querySelector('.mcp-completion-problem')!.textContent).toMatch(/malformed/);
    expect(container.querySelector('input, button, output')).toBeNull();
  });

  test('C2: a template without variables previews and submits its URI', () => {
    const { container, click, onSubmit } = setUp(template('x://plain'));
    expect(container.querySelector('output')!.textContent).toBe('x://plain');
    click('submit');
    expect(onSubmit).toHaveBeenCalledWith({ kind: 'resource', uri: 'x://plain' });
  });

  test('the preview follows the values, without being read aloud at every key', () => {
    const { container, type } = setUp(template('x://{path}', { path: 'a' }));
    const output = container.querySelector('output')!;
    expect([output.textContent, output.getAttribute('aria-live')]).toEqual(['x://a', 'off']);
    type('path', 'b/c');
    expect(output.textContent).toBe('x://b%2Fc');
  });
});

describe('values', () => {
  test('B47: set or reset by a program, they show and open nothing', () => {
    const form = template('x://{a}', { a: 'initial' });
    form.field('a').is({ support: 'supported', options: ['o'] });
    const { control, click, type } = setUp(form);
    expect(control('a').value).toBe('initial');
    form.setValues({ a: 'set' });
    expect([control('a').value, control('a').getAttribute('aria-expanded')]).toEqual(['set', 'false']);
    type('a', 'typed');
    click('reset');
    expect([control('a').value, form.values.a]).toEqual(['initial', 'initial']);
  });

  test('B21: a submitted prompt leaves empty arguments out', () => {
    const { type, click, onSubmit } = setUp(prompt({ name: 'a', required: true }, { name: 'b' }));
    type('a', 'x');
    click('submit');
    expect(onSubmit.mock.calls).toEqual([[{ kind: 'prompt', name: 'p', promptArguments: { a: 'x' } }]]);
  });
});

describe('validation', () => {
  test('says what is missing only once submitting was tried, focuses the first, and follows the typing', () => {
    const form = prompt(
      { name: 'opt' },
      { name: 'a', title: 'A', required: true },
      { name: 'b', required: true },
    );
    const { container, control, click, type, described, onSubmit } = setUp(form);
    const alert = () =>
      [...container.querySelector('[role=alert]')!.childNodes].map(({ textContent }) => textContent);
    type('opt', 'x');
    expect([described('a'), alert()]).toEqual([[], []]);
    click('submit');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(control('a'));
    expect([described('a'), described('b')]).toEqual([['Please fill in A'], ['Please fill in b']]);
    expect(control('a').getAttribute('aria-invalid')).toBe('true');
    expect(alert()).toEqual(['Please fill in A', 'Please fill in b']);
    type('a', 'x');
    expect(alert()).toEqual(['Please fill in b']);
    expect([described('a'), control('a').hasAttribute('aria-invalid')]).toEqual([[], false]);
    type('b', 'x');
    expect(alert()).toEqual([]);
    click('submit');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('what is filled in leaves the alert without a word: nothing is added to it', async () => {
    const { container, click, type } = setUp(
      prompt({ name: 'a', required: true }, { name: 'b', required: true }),
    );
    click('submit');
    let added = 0;
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) added += addedNodes.length;
    });
    const options = { childList: true, characterData: true, subtree: true };
    observer.observe(container.querySelector('[role=alert]')!, options);
    type('a', 'x');
    type('b', 'x');
    await Promise.resolve();
    expect(added).toBe(0);
    type('b', '');
    click('submit');
    await Promise.resolve();
    expect(added).toBe(1);
    observer.disconnect();
  });

  test('C10: either member satisfies a group', () => {
    const { click, type, described, control, onSubmit } = setUp(template('x/{a,b}'));
    click('submit');
    expect([described('a'), described('b')]).toEqual([['Please fill in a or b'], ['Please fill in a or b']]);
    expect(document.activeElement).toBe(control('a'));
    type('b', 'x');
    expect([described('a'), described('b')]).toEqual([[], []]);
    click('submit');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('resetting forgives', () => {
    const { click, described } = setUp(prompt({ name: 'a', required: true }));
    click('submit');
    click('reset');
    expect(described('a')).toEqual([]);
  });
});

test('A14: arguments named like members of a form or of Object break nothing', () => {
  const names = [
    'submit',
    'action',
    'elements',
    'reset',
    'append',
    'addEventListener',
    'removeEventListener',
  ];
  names.push('remove', 'parentNode', 'id', '__proto__', 'constructor', 'toString', 'hasOwnProperty');
  const form = prompt(...names.map((name) => ({ name, required: name === 'action' })));
  const { container, control, type, click, binding, onSubmit } = setUp(form);
  for (const name of names) expect(control(name).name).toBe(name);
  click('submit');
  expect(document.activeElement).toBe(control('action'));
  for (const name of names) type(name, `v ${name}`);
  click('submit');
  const { promptArguments } = onSubmit.mock.calls[0]![0];
  expect(Object.entries(promptArguments)).toEqual(names.map((name) => [name, `v ${name}`]));
  binding.destroy();
  expect(container.innerHTML).toBe('before');
});

test('B48: destroy leaves the container as it was, and no field observed', () => {
  const form = prompt({ name: 'a' }, { name: 'code' });
  const { container, binding } = setUp(form, { multiline: (name) => name === 'code' });
  form.field('a').is({ support: 'supported' });
  const observed = () => form.fields.map(({ state$ }) => state$.observers.length);
  expect(observed()).toEqual([2, 2]);
  binding.destroy();
  binding.destroy();
  // The form's own subscription is left.
  expect(observed()).toEqual([1, 1]);
  expect(form.values$.observed).toBe(false);
  expect(container.innerHTML).toBe('before');
});
