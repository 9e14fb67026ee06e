/** Mutants of what is remembered, learned and shown. */
import { mutantsOf } from './mutant.js';

export const KNOWING = [
  ...mutantsOf(
    'cache.ts',
    [
      'the context is dropped from the key',
      'const groupKey = `${argumentKey}\\n${contextKeyOf(context)}`;',
      'const groupKey = argumentKey;',
    ],
    [
      'the argument is dropped from the key',
      'const argumentKey = `${refKey}\\n${JSON.stringify(argument)}`;',
      'const argumentKey = `${refKey}\\n`;',
    ],
    ['the order of the context counts', 'Object.keys(context).sort()', 'Object.keys(context)'],
    [
      'contexts collide',
      'JSON.stringify(names.map((name) => [name, context[name]]))',
      "names.map((name) => name + context[name]).join('')",
    ],
    [
      'a prompt and a resource of one name collide',
      'JSON.stringify([ref.type, idOf(ref)])',
      'JSON.stringify([idOf(ref)])',
    ],
    [
      'stale answers are fresh for ever',
      'return this.#isYounger(entry, this.#limits.freshMs);',
      'return true;',
    ],
    ['nothing is ever too old', 'entry.invalid ? this.#limits.freshMs : this.#limits.maxAgeMs', '1e12'],
    ['a clock that is set back keeps answers young', 'age >= 0 && age < ms', 'age < ms'],
    [
      'age counts from the last use',
      'return entry && this.#isAlive(entry) ? entry : undefined;',
      'return entry && this.#isAlive(entry) ? Object.assign(entry, { at: this.#clock.now() }) : undefined;',
    ],
    ['the cache is not bounded', 'maxSize: limits.maxEntries || 1,', 'maxSize: 1e6,'],
    ['evicted answers stay ancestors', 'onEviction: (_key, entry) => this.#unindex(entry),', ''],
    ['a refused text is an ancestor', '!entry.invalid && this.#isAlive(entry)', 'this.#isAlive(entry)'],
    [
      'the farthest ancestor comes first',
      '.sort((a, b) => b.text.length - a.text.length)',
      '.sort((a, b) => a.text.length - b.text.length)',
    ],
    [
      'invalidate of one ref drops all',
      'if (refKey === undefined || entry.query.refKey === refKey) this.#delete(entry);',
      'this.#delete(entry);',
    ],
  ),
  ...mutantsOf(
    'knowledge.ts',
    ['an error is cached as an empty answer', "if (failure.kind !== 'invalid-params') return outcome;", ''],
    ['a refused text is asked again at once', "this.cache.set(query, EMPTY_ANSWER, 'invalid');", ''],
    [
      'a ref that has answered is latched all the same',
      "failure.kind === 'method-not-found' && !this.support.refused(query.refKey)",
      "failure.kind === 'method-not-found' && !this.support.refused(query.refKey) && false",
    ],
    ['an opaque argument is narrowed', 'if (!rule)\n      return {', 'if (!rule && false)\n      return {'],
    ['merging goes beyond total', 'Math.min(MAX_VALUES, total)', 'MAX_VALUES'],
    ['merging goes beyond a hundred', 'Math.min(MAX_VALUES, total)', 'total > MAX_VALUES ? total : Infinity'],
    [
      'values of other texts are merged whether they match or not',
      'for (const value of narrow(answer.values, query.value, rule))',
      'for (const value of answer.values)',
    ],
    ['complete answers are added to', 'this.narrows && partial ?', 'this.narrows ?'],
    [
      "known values come before the server's own",
      'return merged.size === own.length ? own : [...merged];',
      'return [...merged].sort();',
    ],
    [
      'hasMore is lost',
      'const hasMore = partial && (total === undefined || total > options.length);',
      'const hasMore = false;',
    ],
    [
      'a narrowed list is not marked provisional',
      'listing: { answered: value, options, provisional: true, hasMore }',
      'listing: { answered: value, options, provisional: false, hasMore }',
    ],
    ['narrowing off narrows', "if (!this.narrows) return { cover: 'none' };", ''],
    [
      'display replaces requests',
      'if (!this.replaces || !this.cache.isFresh(complete)) return undefined;',
      '',
    ],
    ['a stale answer predicts', ' || !this.cache.isFresh(complete)', ''],
    ['what was learned outlives an invalidation', 'this.rules.drop(refKey);', ''],
    ['the cache outlives an invalidation', 'this.cache.drop(refKey);', ''],
    ['a quiet argument stays so after an invalidation', 'this.quiet.drop(refKey);', ''],
    ['the latch outlives a new connection', 'this.support.drop(refKey);', ''],
  ),
  ...mutantsOf(
    'narrowing.ts',
    ['predictions without proofs', 'proofs < PROOFS_NEEDED) return undefined;', 'false) return undefined;'],
    ['a prediction may contain the text itself', "value !== '' && text.startsWith(value)", 'false'],
    ['an empty list is predicted', 'values.length === 0 || !this.isSettled', '!this.isSettled'],
    [
      'rules that disagree predict',
      'return narrow(complete.answer.values, text, loosest).length === values.length;',
      'return true;',
    ],
    ['a partial answer is complete', "return answer.completeness === 'stated'", 'return true'],
    ['a silent page is complete', 'if (learned.pages.has(count)) return false;', ''],
    [
      'a full page that comes twice is complete',
      'count < learned.largest || learned.texts.get(count) !== null',
      'true',
    ],
    ['no rule is ever struck', 'learned.rules = rules;', ''],
    [
      'the order is no evidence',
      'values.every((value, i) => value === predicted[i])',
      'values.every((value) => predicted.includes(value))',
    ],
    ['a struck rule keeps its proofs', 'if (isStruck) learned.proofs = learned.rankings = 0;', ''],
    ['a skipped request is never verified', 'if (learned.replaced >= VERIFY_EVERY) return false;', ''],
    ['the loosest rule displays', 'tested ? rules[0] : DEFAULT_RULE', 'tested ? rules.at(-1) : DEFAULT_RULE'],
    [
      'case counts before any evidence',
      "const DEFAULT_RULE: MatchRule = 'prefix-i';",
      "const DEFAULT_RULE: MatchRule = 'prefix';",
    ],
  ),
  ...mutantsOf(
    'support.ts',
    [
      'null declares the capability',
      '(capabilities.completions ?? false) !== false',
      'capabilities.completions !== undefined && capabilities.completions !== false',
    ],
    [
      'false declares the capability',
      '(capabilities.completions ?? false) !== false',
      '(capabilities.completions ?? null) !== null',
    ],
    ['other capabilities count', "if (this.#mode === 'declared') return NOT_DECLARED;", ''],
    ['-32601 latches nothing', "this.set(refKey, 'refused');", ''],
    [
      'an explicit request does not forgive',
      "return this.get(refKey) === 'refused' && this.delete(refKey);",
      'return false;',
    ],

    ['short texts make quiet', 'text.length >= QUIET_LENGTH &&', ''],
    ['quiet holds in another context', 'groupKey === query.groupKey &&\n      text.length', 'text.length'],
    ['quiet holds for any text', '&&\n      query.value.startsWith(text)', ''],
    ['an argument that spoke falls quiet', 'if (silence?.spoke) return;', ''],
  ),
  ...mutantsOf(
    'protocol.ts',
    [
      'a string counts as values',
      'if (!Array.isArray(raw)) return undefined;',
      "if (!Array.isArray(raw) && typeof raw !== 'string') return undefined;",
    ],
    ['a hundred and one values are kept', '.slice(0, MAX_VALUES)', ''],
    ['null values are malformed', 'completion.values ?? []', 'completion.values'],
    [
      'duplicates are kept',
      'const values = [...unique].slice(0, MAX_VALUES);',
      "const values = (raw as string[]).filter((one) => typeof one === 'string').slice(0, MAX_VALUES);",
    ],
    [
      'numbers are values',
      "if (typeof item === 'string') return item;",
      "if (typeof item !== 'object') return String(item);",
    ],
    ['an impossible total is believed', ' && total >= count', ''],
    ['a fraction is a total', 'Number.isSafeInteger(total)', 'Number.isFinite(total)'],
    [
      'a full answer without a word is complete',
      '(hasMore !== false && total === undefined && values.length === MAX_VALUES)',
      'false',
    ],
    ['endless values are kept', ' || value.length > MAX_VALUE_LENGTH', ''],
  ),
  ...mutantsOf(
    'state.ts',
    ['an error is never cleared', 'if (list !== undefined && change.reason) next.error = undefined;', ''],
    [
      'a failure takes the list away',
      'if (list !== undefined) Object.assign(',
      'if (list !== undefined || change.error) Object.assign(',
    ],
    ['every event makes a new state', 'if (keys.every((key) => next[key] === state[key])) return state;', ''],
    [
      'an equal list is a new list',
      'if (sameList(state.options, next.options)) next.options = state.options;',
      '',
    ],
    ['a reason stands beside options', 'if (next.options?.length) next.reason = undefined;', ''],
  ),
  ...mutantsOf('figures.ts', ['one empty answer makes quiet', 'QUIET_AFTER = 3;', 'QUIET_AFTER = 1;']),
  ...mutantsOf(
    'book.ts',
    [
      'an invalidation of one ref forgets the others',
      'if (refKey === undefined || `${key}\\n`.startsWith(`${refKey}\\n`)) this.delete(key);',
      'this.delete(key);',
    ],
    [
      'an invalidation of one ref forgets what begins like it',
      '`${key}\\n`.startsWith(`${refKey}\\n`)',
      'key.startsWith(refKey)',
    ],
  ),
];
