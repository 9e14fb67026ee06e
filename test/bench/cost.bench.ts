/**
 * `npm run bench:cost`: what one key costs on the page's thread, from `setValue` to the new state heard by an observer; beside it
 * query-core doing the same with an observer of its own. Wall-clock figures: compare them within one run.
 */
import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { bench, describe } from 'vitest';
import type { CompletionClient } from '../../src/client.js';
import { createCompletionEngine } from '../../src/engine.js';
import type { CompletionField } from '../../src/field.js';
import { promptTarget } from '../../src/target.js';
import { microtasks } from './clock.js';

const VALUES = Array.from({ length: 100 }, (_, at) => `${at % 2 ? 'p' : 'q'}${String(at).padStart(3, '0')}`);
const starting = (text: string) => VALUES.filter((value) => value.startsWith(text));

/** Answers the given texts at once, and no other, ever. */
function answering(known: (text: string) => boolean): CompletionClient {
  return {
    getServerCapabilities: () => ({ completions: {} }),
    complete: ({ argument: { value } }) =>
      known(value)
        ? Promise.resolve({ completion: { values: starting(value), hasMore: false } })
        : new Promise(() => {}),
  };
}

/** A focused, observed field whose cache holds the answers to `texts`. */
async function liveField(
  client: CompletionClient,
  texts: readonly string[],
  others = 0,
): Promise<CompletionField> {
  const engine = createCompletionEngine(client, { cache: { maxEntries: 2000 } });
  const open = (at: number) => {
    const target = promptTarget({ name: 'form', arguments: [{ name: `argument${at}` }] });
    const field = engine.form(target).field(`argument${at}`);
    field.focus();
    field.state$.subscribe();
    return field;
  };
  for (let at = 1; at <= others; at++) open(at);
  const field = open(0);
  for (const text of texts) {
    field.setValue(text);
    field.refresh();
    await microtasks();
  }
  return field;
}

/** Two texts in turn: every key is a change. */
function keys(field: CompletionField, first: string, second: string): () => void {
  let on = false;
  return () => {
    on = !on;
    field.setValue(on ? first : second);
  };
}

const everything = answering(() => true);
const cached = await liveField(everything, ['', 'p', 'q']);
const emptyOnly = answering((text) => text === '');
const narrowed = await liveField(emptyOnly, ['']);
const amongHundred = await liveField(everything, ['', 'p', 'q'], 99);
const amongThousand = await liveField(everything, ['', 'p', 'q'], 999);
const numbered = Array.from({ length: 500 }, (_, at) => `p${at}`);
const full = await liveField(everything, ['', 'p', 'q', ...numbered]);

const options = { time: 1000, warmupTime: 300 };

describe('one key, the text answered before', () => {
  bench('engine: one live field', keys(cached, 'p', 'q'), options);
  bench('engine: 100 live fields', keys(amongHundred, 'p', 'q'), options);
  bench('engine: 1,000 live fields', keys(amongThousand, 'p', 'q'), options);
  bench('engine: 500 cached entries', keys(full, 'p', 'q'), options);
  bench('query-core: observer.setOptions', queryCore('cached'), options);
});

describe('one key, narrowed from 100 values while the request waits', () => {
  bench('engine', keys(narrowed, 'p', 'q'), options);
  bench('query-core: placeholderData filters', queryCore('narrowed'), options);
});

/** The same keys as a query: the key changes, the observer's listener hears of the result. Fetching and debouncing are left out. */
function queryCore(state: 'cached' | 'narrowed'): () => void {
  const client = new QueryClient();
  client.mount();
  const queryKey = (text: string) => [
    'complete',
    { type: 'ref/prompt', name: 'form' },
    'argument0',
    text,
    {},
  ];
  const known = state === 'cached' ? ['', 'p', 'q'] : [''];
  for (const text of known) client.setQueryData(queryKey(text), starting(text));
  const optionsFor = (text: string) => ({
    queryKey: queryKey(text),
    queryFn: async () => starting(text),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: state === 'cached',
    placeholderData: () =>
      client.getQueryData<string[]>(queryKey(''))?.filter((value) => value.startsWith(text)),
  });
  const observer = new QueryObserver(client, optionsFor('p'));
  observer.subscribe(() => {});
  let on = false;
  return () => {
    on = !on;
    observer.setOptions(optionsFor(on ? 'p' : 'q'));
    observer.getCurrentResult();
  };
}
