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
      "ref.type === 'ref/prompt' ? [ref.type, ref.name] : [ref.type, ref.uri]",
      "ref.type === 'ref/prompt' ? [ref.name] : [ref.uri]",
    ],
    [
      'stale answers are fresh for ever',
      'return this.#now() - entry.at < this.#limits.freshMs;',
      'return true;',
    ],
    [
      'nothing is ever too old',
      'return age < (entry.invalid ? this.#limits.freshMs : this.#limits.maxAgeMs);',
      'return age >= 0;',
    ],
    [
      'age counts from the last use',
      'if (this.#alive(found.entry)) return found.entry;',
      'if (this.#alive(found.entry)) return Object.assign(found.entry, { at: this.#now() });',
    ],
    ['the cache is not bounded', 'maxSize: this.#limits.maxEntries,', 'maxSize: 1e6,'],
    [
      'evicted answers stay ancestors',
      'onEviction: (_key, { group, entry }) => this.#unindex(group, entry),',
      '',
    ],
    ['a refused text is an ancestor', 'this.#alive(entry) && !entry.invalid) as', 'this.#alive(entry)) as'],
    ['the farthest ancestor comes first', 'lengths.sort((a, b) => b - a);', 'lengths.sort((a, b) => a - b);'],
    ['invalidate of one ref drops all', 'if (refKey !== undefined && group.refKey !== refKey) continue;', ''],
  ),
  ...mutantsOf(
    'knowledge.ts',
    [
      'an error is cached as an empty answer',
      "if (failure.kind === 'invalid-params') {",
      'if (failure.kind) {',
    ],
    ['a refused text is asked again at once', "this.cache.set(query, EMPTY_ANSWER, 'invalid');", ''],
    [
      'a ref that has answered is latched all the same',
      "this.support.refused(query.refKey) === 'ordinary'",
      "this.support.refused(query.refKey) === 'never'",
    ],
    [
      'an opaque argument is narrowed',
      'if (rule === undefined)\n      return {',
      'if (rule === undefined && false)\n      return {',
    ],
    ['merging goes beyond total', 'Math.min(MAX_VALUES, total ?? MAX_VALUES)', 'MAX_VALUES'],
    ['merging goes beyond a hundred', 'Math.min(MAX_VALUES, total ?? MAX_VALUES)', 'total ?? Infinity'],
    [
      'values of other texts are merged whether they match or not',
      'narrow(entry.answer.values, query.value, rule)) {',
      'entry.answer.values) {',
    ],
    ['complete answers are added to', 'partial && rule ?', 'rule ?'],
    [
      "known values come before the server's own",
      'return merged.size === own.length ? own : [...merged];',
      'return [...merged].sort();',
    ],
    [
      'hasMore is lost',
      'hasMore: partial && (total === undefined || total > options.length)',
      'hasMore: false',
    ],
    [
      'a narrowed list is not marked provisional',
      'listing: { answered: query.value, options, provisional: true, hasMore }',
      'listing: { answered: query.value, options, provisional: false, hasMore }',
    ],
    ['narrowing off narrows', "if (this.#narrowing === 'off') return NOTHING;", ''],
    [
      'display replaces requests',
      "if (this.#narrowing !== 'learned' || !this.cache.isFresh(complete)) return undefined;",
      '',
    ],
    ['a stale answer predicts', ' || !this.cache.isFresh(complete)', ''],
    ['what was learned outlives an invalidation', 'this.rules.drop(belongs);', ''],
    ['the cache outlives an invalidation', 'this.cache.drop(refKey);', ''],
    ['a quiet argument stays so after an invalidation', 'this.quiet.drop(belongs);', ''],
    ['the latch outlives a new connection', 'this.support.drop(refKey);', ''],
  ),
  ...mutantsOf(
    'narrowing.ts',
    [
      'predictions without proofs',
      'learned.proofs < PROOFS_NEEDED) return undefined;',
      'false) return undefined;',
    ],
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
    [
      'a struck rule keeps its proofs',
      'if (learned.rules.length < before.length) learned.proofs = learned.rankings = 0;',
      '',
    ],
    ['a skipped request is never verified', 'if (learned.replaced >= VERIFY_EVERY) return false;', ''],
    [
      'the loosest rule displays',
      'learned?.tested ? learned.rules[0] : DEFAULT_RULE',
      'learned?.tested ? learned.rules.at(-1) : DEFAULT_RULE',
    ],
    [
      'case counts before any evidence',
      "const DEFAULT_RULE: MatchRule = 'prefix-i';",
      "const DEFAULT_RULE: MatchRule = 'prefix';",
    ],
  ),
  ...mutantsOf(
    'support.ts',
    ['null declares the capability', 'completions !== null && ', ''],
    ['false declares the capability', ' && completions !== false', ''],
    ['other capabilities count', "if (this.#mode === 'declared') return NOT_DECLARED;", ''],
    ['-32601 latches nothing', "this.#refs.set(refKey, 'refused');", ''],
    [
      'an explicit request does not forgive',
      "return this.#refs.get(refKey) === 'refused' && this.#refs.delete(refKey);",
      'return false;',
    ],
    ['one empty answer makes quiet', 'const QUIET_AFTER = 3;', 'const QUIET_AFTER = 1;'],
    ['short texts make quiet', 'silence.text.length >= QUIET_LENGTH &&', ''],
    [
      'quiet holds in another context',
      'silence.groupKey === query.groupKey &&\n      silence.empties',
      'silence.empties',
    ],
    ['quiet holds for any text', '&&\n      query.value.startsWith(silence.text)', ''],
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
    ['null values are malformed', "member(completion, 'values') ?? []", "member(completion, 'values')"],
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
    ['an error is never cleared', "reason: 'no-values',\n        error: undefined,", "reason: 'no-values',"],
    [
      'a failure takes the list away',
      "case 'failed':\n      return next(state, {",
      "case 'failed':\n      return next(state, { ...listed(NO_LIST),",
    ],
    [
      'every event makes a new state',
      'if (keys.every((key) => merged[key] === state[key])) return state;',
      '',
    ],
    [
      'an equal list is a new list',
      'if (sameList(state.options, merged.options)) merged.options = state.options;',
      '',
    ],
    ['a reason stands beside options', 'if (merged.options?.length) merged.reason = undefined;', ''],
  ),
];
