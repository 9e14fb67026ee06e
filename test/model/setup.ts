/** What one run of the model test is about: the engine's options, the forms over it and the server behind it. */
import fc from 'fast-check';
import type { CompletionEngineOptions, CompletionTarget, FormOptions } from '../../src/index.js';
import { promptTarget, resourceTemplateTarget } from '../../src/index.js';
import type { ArgumentModel, Matching } from './server.js';

export interface Setup {
  readonly narrowing: 'display' | 'learned' | 'off';
  readonly debounceMs: number | undefined;
  readonly maxConcurrent: number;
  readonly cache: CompletionEngineOptions['cache'];
  readonly support: 'declared' | 'probe';
  /** The second form: over the first one's target, or over another one. */
  readonly twin: 'same target' | 'template';
  readonly form: FormOptions & { readonly minLength: number };
  /** By the argument's place. */
  readonly models: readonly ArgumentModel[];
  readonly style: { readonly method: 'request' | 'complete'; readonly onAbort: 'rejects' | 'stays open' };
}

const PROMPT = promptTarget({
  name: 'review',
  arguments: [{ name: 'language', required: true }, { name: 'framework' }, { name: 'notes' }],
});
const TEMPLATE = resourceTemplateTarget({ uriTemplate: 'repo://{language}/{+framework}', name: 'files' });

export const targetsOf = ({ twin }: Setup): readonly CompletionTarget[] => [
  PROMPT,
  twin === 'template' ? TEMPLATE : PROMPT,
];

const ARGUMENTS = ['language', 'framework', 'notes', 'branch'];

/** Both targets name their arguments alike, so that a mix-up of refs shows. */
export const modelOf = ({ models }: Setup, argument: string): ArgumentModel =>
  models[ARGUMENTS.indexOf(argument)]!;

const matching: fc.Arbitrary<Matching> = fc.constantFrom(
  'prefix',
  'prefix',
  'ignore-case',
  'substring',
  'fuzzy',
  'ranked',
  'path',
  'silent',
);

const argumentModel: fc.Arbitrary<ArgumentModel> = fc.record({
  matching,
  page: fc.constantFrom(100, 100, 3),
  vouches: fc.boolean(),
  size: fc.constantFrom(12 as const, 12 as const, 130 as const),
});

export const setups: fc.Arbitrary<Setup> = fc.record({
  narrowing: fc.constantFrom('display' as const, 'display' as const, 'learned' as const, 'off' as const),
  debounceMs: fc.constantFrom(undefined, 0, 120),
  maxConcurrent: fc.constantFrom(4, 1, 2, 3),
  cache: fc.constantFrom(
    undefined,
    undefined,
    false as const,
    { maxEntries: 3 },
    { freshMs: 500, maxAgeMs: 3_000 },
  ),
  support: fc.constantFrom('declared' as const, 'declared' as const, 'probe' as const),
  twin: fc.constantFrom('template' as const, 'same target' as const),
  form: fc.record({
    minLength: fc.constantFrom(0, 0, 0, 2),
    prefetch: fc.constantFrom(true, true, false),
    exclude: fc.constantFrom([], [], ['framework']),
    dependsOn: fc.constantFrom(undefined, undefined, { framework: ['language'], notes: [] }),
    values: fc.constantFrom({}, {}, { language: 'a', notes: 5 }),
  }),
  models: fc.tuple(argumentModel, argumentModel, argumentModel, argumentModel),
  style: fc.record({
    method: fc.constantFrom('request' as const, 'request' as const, 'complete' as const),
    onAbort: fc.constantFrom('rejects' as const, 'stays open' as const),
  }),
});
