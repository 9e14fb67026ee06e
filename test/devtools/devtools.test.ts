/** The devtools panel: what an engine did, and why a field is empty. */
import { VirtualTimeScheduler } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { showCompletionDevtools } from '../../src/devtools/index.js';
import { type CompleteParams, createCompletionEngine, promptTarget } from '../../src/index.js';

afterEach(() => document.body.replaceChildren());

const prompt = {
  name: 'trip',
  title: 'Trip',
  arguments: [{ name: 'city', title: 'City' }, { name: 'street' }],
};

/** A server that answers when told to. */
function setUp(capabilities: object = { completions: {} }) {
  const scheduler = new VirtualTimeScheduler();
  scheduler.maxFrames = 0;
  const pending: { argument: string; answer(result: unknown): void; fail(error: unknown): void }[] = [];
  const client = {
    getServerCapabilities: () => capabilities,
    complete: ({ argument }: CompleteParams) =>
      new Promise<unknown>((answer, fail) => pending.push({ argument: argument.name, answer, fail })),
  };
  const engine = createCompletionEngine(client, { scheduler, debounceMs: 0 });
  const form = engine.form(promptTarget(prompt), { prefetch: false });
  const devtools = showCompletionDevtools(engine);
  const table = (caption: RegExp) =>
    [...document.querySelectorAll('table')].find((one) =>
      caption.test(one.querySelector('caption')!.textContent!),
    )!;
  const texts = (caption: RegExp) =>
    [...table(caption).querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
  return {
    engine,
    form,
    devtools,
    pass(ms: number) {
      scheduler.maxFrames = scheduler.now() + ms;
      scheduler.schedule(() => {}, ms);
      scheduler.flush();
    },
    settle: async (how: 'answer' | 'fail', what: unknown) => {
      pending.shift()![how](what);
      await new Promise(process.nextTick);
      await Promise.resolve();
    },
    timeline: () => texts(/^Requests/),
    fields: () => texts(/^Fields/),
    fieldTable: () => table(/^Fields/),
  };
}
const values = (...values: string[]) => ({ completion: { values, hasMore: false } });

describe('the timeline', () => {
  test('shows requests with their context, what became of them and how long they took', async () => {
    const { form, timeline, settle, pass } = setUp();
    const [city, street] = [form.field('city'), form.field('street')];
    city.focus();
    expect(timeline()).toEqual([['0.00', 'trip › city', '""', '', 'under way', '']]);
    pass(40);
    await settle('answer', values('Bonn', 'Bern'));
    expect(timeline()[0]!.slice(4)).toEqual(['2 values', '40 ms']);
    city.accept('Bonn');
    city.blur();
    street.focus();
    pass(1000);
    expect(timeline()[0]!.slice(1, 5)).toEqual(['trip › street', '""', 'city=Bonn', 'under way']);
    await settle('fail', { code: -32603, message: 'no streets today' });
    expect(timeline()[0]!.slice(4)).toEqual(['server: no streets today', '1000 ms']);
  });

  test('shows cancellations, malformed answers and cache hits', async () => {
    const { engine, form, timeline, settle } = setUp();
    const city = form.field('city');
    city.focus();
    engine.invalidate();
    expect(timeline().map((row) => row[4])).toEqual(['under way', 'cancelled']);
    await settle('answer', values('too late'));
    await settle('answer', { completion: 'nonsense' });
    expect(timeline()[0]![4]).toBe('malformed answer');
    city.refresh();
    await settle('answer', values('Bonn'));
    city.blur();
    city.focus();
    expect(timeline()[0]![4]).toBe('from the cache, fresh');
    expect(timeline().length).toBe(4);
  });

  test('can be sifted by field, and cleared', async () => {
    const { form, settle, timeline } = setUp();
    form.field('city').focus();
    form.field('street').focus();
    await settle('answer', values('Bonn'));
    const filter = document.querySelector('select')!;
    expect([...filter.options].map(({ text }) => text)).toEqual(['all', 'trip › city', 'trip › street']);
    filter.value = 'trip › city';
    filter.dispatchEvent(new Event('change'));
    const shown = [...document.querySelectorAll<HTMLElement>('tbody tr')].filter(({ hidden }) => !hidden);
    expect(shown.map((row) => row.children[1]!.textContent)).toEqual(['trip › city']);
    document.querySelector('button')!.click();
    expect(timeline()).toEqual([]);
    await settle('answer', values('Main Street'));
    expect(timeline()).toEqual([]);
  });

  test('keeps the latest 200 rows', async () => {
    const { form, timeline, settle } = setUp();
    const city = form.field('city');
    city.focus();
    await settle('answer', values('Bonn'));
    for (let round = 0; round < 250; round++) {
      city.blur();
      city.focus();
    }
    expect(timeline().length).toBe(200);
    expect(timeline().every((row) => row[4] === 'from the cache, fresh')).toBe(true);
  });
});

describe('watched fields', () => {
  test('say why they are empty, and what they show', async () => {
    const { devtools, form, fields, fieldTable, settle } = setUp();
    expect(fieldTable().hidden).toBe(true);
    const stop = devtools.watch(form);
    expect(fields()).toEqual([
      ['Trip › City', '""', 'inactive: the field is not in use'],
      ['Trip › street', '""', 'inactive: the field is not in use'],
    ]);
    const city = form.field('city');
    city.focus();
    expect(fields()[0]![2]).toBe('a request is under way');
    await settle('answer', { completion: { values: ['Bonn', 'Bern'], total: 9, hasMore: true } });
    expect(fields()[0]).toEqual(['Trip › City', '""', '2 options, of 9']);
    city.setValue('x');
    city.refresh();
    await settle('answer', values());
    expect(fields()[0]).toEqual([
      'Trip › City',
      '"x"',
      'no-values: the server has nothing for this text and these siblings',
    ]);
    city.refresh();
    await settle('fail', { code: -32603, message: 'no cities today' });
    expect(fields()[0]![2]).toMatch(/^failing: .*, server: no cities today$/);
    stop();
    expect([fields(), fieldTable().hidden]).toEqual([[], true]);
  });

  test('say that the server completes nothing', () => {
    const { devtools, form, fields } = setUp({});
    devtools.watch(form);
    expect(fields()[0]![2]).toBe('not-declared: the server does not declare the completions capability');
  });
});

test('markup in a server’s words is text', async () => {
  const { form, settle, timeline } = setUp();
  form.field('city').focus();
  await settle('fail', { code: -32603, message: '<img src=x onerror=alert(1)>' });
  expect(timeline()[0]![4]).toBe('server: <img src=x onerror=alert(1)>');
  expect(document.querySelector('img')).toBeNull();
});

test('stands at the end of its container, is named and can be reached, and destroy leaves nothing', () => {
  const { engine, form, devtools } = setUp();
  const aside = document.body.appendChild(document.createElement('aside'));
  const second = showCompletionDevtools(engine, aside);
  const panel = aside.lastElementChild as HTMLElement;
  expect([panel.getAttribute('aria-label'), panel.tabIndex]).toEqual(['Completion devtools', 0]);
  second.watch(form);
  second.destroy();
  second.destroy();
  devtools.destroy();
  expect([aside.children.length, document.querySelectorAll('section').length]).toEqual([0, 0]);
  form.field('city').focus();
  expect(panel.querySelectorAll('tbody tr').length).toBe(0);
});
