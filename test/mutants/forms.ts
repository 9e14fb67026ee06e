/** Mutants of fields, forms and the engine's life. */
import { mutantsOf } from './mutant.js';

export const FORMS = [
  ...mutantsOf(
    'context.ts',
    ['unset siblings are sent as ""', 'if (text && (', 'if (text !== undefined && ('],
    ['the own argument is in the context', 'name === argument || ', ''],
    ['excluded siblings are sent', 'exclude?.includes(name) || ', ''],
    ['dependsOn is ignored', ' || (dependsOn && !dependsOn.includes(name))', ''],
    ['numbers are dropped', 'Number.isFinite(value)', 'false'],
    ['a document goes along', 'if (text && (text.length <= MAX_SIBLING_LENGTH || dependsOn))', 'if (text)'],
    [
      '__proto__ is lost',
      'return Object.fromEntries(entries);',
      'const context: Record<string, string> = {};\n  for (const [name, text] of entries) context[name] = text;\n  return context;',
    ],
  ),
  ...mutantsOf(
    'pipeline.ts',
    [
      "a stream's own entry counts as a sibling",
      'resolvedContext(context ?? {}, argument)',
      "resolvedContext(context ?? {}, '')",
    ],
    ['a stream is active whatever its host says', 'active$ ?? of(true)', 'of(true)'],
    ['a stream hears of no explicit request', 'refresh$ ?? NEVER', 'NEVER'],
  ),
  ...mutantsOf(
    'situation.ts',
    ['typing leaves the list dismissed', 'dismissed: false,\n      given:', 'given:'],
    [
      'a filled-in text is asked for',
      "const given = { by: 'fill', contextKey } as const;",
      'const given = undefined;',
    ],
    ['a chosen container counts as done', 'const given = container ? undefined :', 'const given ='],
    [
      'focus keeps a filled-in text unasked',
      "const given = now.given?.by === 'choice' ? now.given : undefined;",
      'const { given } = now;',
    ],
    [
      'blur leaves the composition on',
      "cause: 'blur', active: false, composing: false }",
      "cause: 'blur', active: false }",
    ],
    [
      'a choice stands in any context',
      'return given?.contextKey === contextKey;',
      'return given !== undefined && contextKey !== undefined;',
    ],
    ['a repeated context is a change', 'contextKey === now.contextKey ? now : {', 'false ? now : {'],
    [
      'an explicit request leaves a choice unasked',
      "cause: 'refresh',\n  dismissed: false,\n  given: undefined,",
      "cause: 'refresh',\n  dismissed: false,",
    ],
  ),
  ...mutantsOf(
    'answering.ts',
    ['an outdated list is kept after an invalidation', "if (now.cause === 'reset') shown = undefined;", ''],
    [
      'a childless container stays open',
      'const childless = situation?.container && ',
      'const childless = false && ',
    ],
    [
      'siblings of a forgiven ref stay plain',
      "if (forgiven) engine.reset$.next({ cause: 'support', refKey });",
      '',
    ],
    [
      'the end of the text leaves the result open',
      'if (ended && !asking.awaited) subscriber.complete();',
      '',
    ],
    ['leaving a pipeline leaves its requests', 'subscriber.add(() => asking.stop());', ''],
    [
      "a stale hit is told at each of its beginnings' answers",
      "moment === 'signal' && !isAwaited)",
      "moment === 'signal')",
    ],
    [
      'a repeated client drops an explicit request from view',
      "now.cause === 'support' && situation?.cause === 'refresh' && asking.awaited",
      'false',
    ],
    [
      'a repeated client repeats an explicit request',
      "situation?.cause === 'refresh' && asking.awaited",
      "situation?.cause === 'refresh'",
    ],
    ['hits are not told of', 'if (hit && mine === turn', 'if (false && mine === turn'],
  ),
  ...mutantsOf(
    'field.ts',
    ['siblings are not told', 'this.readContext();\n    // A list still stands', '// A list still stands'],
    [
      'a field that was blurred keeps its old question',
      'this.#focused = false;\n    this.#signals.next(blurred',
      'this.#focused = this.used = false;\n    this.#signals.next(blurred',
    ],
    [
      'every field that was ever used reads the context for ever',
      'this.used = this.#focused || this.#state.options.length > 0;',
      '',
    ],
    [
      'a focused field hears of one change only',
      'this.used = this.#focused || this.#state.options.length > 0;',
      'this.used = false;',
    ],
    [
      'a choice in a field out of focus stands in an old context',
      'chosen(option, container, this.#host.context())',
      'chosen(option, container)',
    ],
    ['composing does not end with a plain text', '{ composing = false }', '{ composing }'],
    [
      'an unobserved field misses an invalidation',
      "revision === this.#revision ? 'support' : 'reset'",
      "'support'",
    ],
    ['an abandoned field holds the engine', 'if (!this.#isLive) this.#resets.unsubscribe();', ''],
    ['state$ does not complete', 'this.#told.complete();', ''],
  ),
  ...mutantsOf(
    'form.ts',
    ['the next field is fetched though excluded', 'this.#ended || isExcluded(name, options)', 'this.#ended'],
    [
      'the next field is fetched though filled',
      "if (next?.value === '') this.#fetchAhead",
      'if (next) this.#fetchAhead',
    ],

    ['prefetch cannot be switched off', 'options.prefetch === false || this.#ended', 'this.#ended'],
    ['a form leaves what it fetched ahead', 'this.#prefetch.stop();\n    this.#engine', 'this.#engine'],
    [
      'a rest timer outlives the use of the field',
      'if (!field.focused || this.#options.prefetch === false) return;',
      'if (this.#options.prefetch === false) return;',
    ],
    ['a form ends without its fields', 'for (const field of this.fields) field.end();', ''],
    ['what was fetched ahead outlives its context', 'this.#prefetch.keepOnly(texts);', ''],
    [
      'setValues clears what it does not name',
      'if (text !== undefined && (text !== value || text !== this.#values[name])) changed.set(name, text);',
      "if (text !== value) changed.set(name, text ?? '');",
    ],
    [
      'a change of no account is taken for a new context',
      '&& keyFor(name, texts) !== keyFor(name, before)',
      '',
    ],

    [
      'setValues undoes what it set off',
      "this.field(name).fill(this.#values[name] ?? '')",
      "this.field(name).fill(changed.get(name) ?? '')",
    ],
    ['empty arguments are handed over', ".filter(([, text]) => text !== '')", ''],
  ),
  ...mutantsOf(
    'engine.ts',
    [
      "the old client's answers are kept",
      'current = next;\n      forget();',
      "current = next;\n      reset$.next({ cause: 'support' });",
    ],
    ['an invalidation keeps what is under way', 'requests.drop(refKey);', ''],
    ['an invalidation keeps the back-off', 'backoff.drop(refKey);', ''],
    ['nobody hears of an invalidation', "reset$.next({ cause: 'reset', refKey });", ''],
    [
      'a finished handshake goes unnoticed',
      "if (next === current) reset$.next({ cause: 'support' });",
      'if (next === current) return;',
    ],
    ['dispose keeps listening to its inputs', '      inputs.unsubscribe();\n', ''],
    ['dispose leaves requests under way', 'current = null;\n      forget();', ''],
    [
      'a latch is not told of',
      "if (verdict(refKey) !== before) reset$.next({ cause: 'support', refKey });",
      '',
    ],
    [
      'an error of the client stream is thrown',
      'error: () => attach()',
      'error: (error) => { throw error; }',
    ],
    [
      'a disposed engine makes forms',
      'form(target, options = {}) {\n      assertUsable();',
      'form(target, options = {}) {',
    ],
  ),
  ...mutantsOf('form.ts', [
    'the next field waits for the word on a list that is surely right',
    "activity === 'waiting' || (activity === 'idle' && !provisional)",
    "activity === 'idle' && !provisional",
  ]),
  ...mutantsOf(
    'prefetch.ts',
    ['the next field is fetched though failing', 'backoff.isFailing(query) || ', ''],
    ['the next field is fetched though known', 'if (known && cache.isFresh(known)) return;', ''],
    [
      "prefetch shares a person's priority",
      "requests.ask(query, 'prefetch')",
      "requests.ask(query, 'person')",
    ],
    [
      'what was fetched ahead outlives the text that led to it',
      'if (!field.state.options.includes(ahead.value)) this.stop();',
      'if (!field.state.options.includes(ahead.value)) return;',
    ],
  ),
  ...mutantsOf('form-options.ts', [
    "a host's error in isContainer stops the typing",
    'new Observable(() => {\n    container = options.isContainer?.(option, name) === true;\n  }).subscribe();',
    'container = options.isContainer(option, name) === true;',
  ]),
];
