/** Mutants of when and how often the server is asked. */
import { mutantsOf } from './mutant.js';

export const ASKING = [
  ...mutantsOf(
    'asking.ts',
    [
      'an ancestor is never cancelled',
      'if (!this.#isKin(this.#ancestor, query)) this.#cancelAncestor();',
      '',
    ],
    ['a third request leaves the one between under way', 'third?.subscription.unsubscribe();', ''],
    [
      'a third request takes the place of the first',
      '(isOverdue ? this.#ancestor : this.#newest)',
      'this.#ancestor',
    ],
    [
      'a request that got lost starves the field',
      '(isOverdue ? this.#ancestor : this.#newest)',
      'this.#newest',
    ],
    ['keys without a pause put a question off for ever', 'Math.min(ask.delayMs, left)', 'ask.delayMs'],
    ['each key has its own patience', 'this.#waiting?.deadline ?? Infinity', 'Infinity'],
    ['patience asks for text after text at once', '!deadline || this.#newest || this.#ancestor', '!deadline'],
    [
      'the end of a back-off has the patience of the keys before it',
      "this.#wait({ ask }, heldUntil - now, 'backing-off')",
      "this.#wait({ ask, deadline }, heldUntil - now, 'backing-off')",
    ],
    [
      'the ancestor outlives the newest answer',
      'outdated?.subscription.unsubscribe();\n  }\n\n  /** The newest',
      '}\n\n  /** The newest',
    ],
    [
      'a request is kept for a text that no longer extends its own',
      'query.key.startsWith(running.query.key)',
      'running.query.groupKey === query.groupKey',
    ],
    [
      'a request is kept for another context',
      'query.key.startsWith(running.query.key)',
      'query.value.startsWith(running.query.value)',
    ],
    [
      'blur keeps the debounce',
      '#leave(): void {\n    this.#turn++;\n    this.#stopWaiting();',
      '#leave(): void {\n    this.#turn++;',
    ],
    [
      'a queued request goes out after blur',
      'if (this.#newest?.sentAt === undefined) this.#cancelNewest();\n    this.#retain',
      'this.#retain',
    ],
    [
      'a queued request is let out by its own ancestor',
      "// The newest first: it may be queued for the slot that the ancestor's cancellation frees.\n",
      'if (!this.#isKin(this.#ancestor, query)) this.#cancelAncestor();\n',
    ],
    ['refresh respects back-off', 'explicit ? undefined : this.#options.backoff', 'this.#options.backoff'],
    [
      'a back-off is ignored',
      'else if (heldUntil !== undefined)',
      'else if (heldUntil !== undefined && false)',
    ],
    [
      'the same key again starts the pause anew',
      'if (delayMs > 0 && isSame(ask, this.#waiting?.ask)) return;',
      '',
    ],
    [
      'a back-off that ended is waited for',
      'if (backoff.heldUntil(what.ask.query) === undefined) over();',
      '',
    ],
    [
      "the end of another's wait ends every wait",
      'if (backoff.heldUntil(what.ask.query) === undefined) over();',
      'over();',
    ],
    [
      'nothing is ever slow',
      "scheduler.schedule(() => listener.tell({ activity: 'slow' }), left)",
      'scheduler.schedule(() => {}, left)',
    ],
    [
      'a slow request stays loading when the text returns to it',
      'sentAt + SLOW_MS - scheduler.now()',
      'SLOW_MS',
    ],
    [
      'the end of the text leaves the debounce running',
      'if (!this.#wanted || this.#newest?.sentAt === undefined) this.stop();\n    else ',
      '',
    ],
    [
      'a withdrawn request leaves its field loading',
      'if (this.#forget(running)) listener.due();',
      'this.#forget(running);',
    ],
  ),
  ...mutantsOf(
    'requests.ts',
    ['maxConcurrent is ignored', ' || this.#running >= this.#options.maxConcurrent', ''],
    [
      'two requests for one key',
      'const flight = this.#flights.get(key) ?? this.#enqueue(query);',
      'const flight = this.#enqueue(query);',
    ],
    [
      'a prefetch goes out beside others',
      'if ([...this.#flights.values()].some(isElsewhere)) return subscriber.complete();',
      '',
    ],
    [
      'a prefetch is not cancelled for a person',
      'this.#end((flight) => isGuess(flight) && flight.query.key !== key && (isFull || isElsewhere(flight)));',
      'void isFull;',
    ],
    [
      'a prefetch that a person joined is cancelled as a guess',
      'return askers.explicit + askers.person === 0;',
      'return askers.prefetch > 0;',
    ],
    ['an abandoned request is not cancelled', 'request.unsubscribe();\n    this.#pump', 'this.#pump'],
    [
      'a freed slot is not filled',
      'backoff.succeeded(query);\n    this.#pump();',
      'backoff.succeeded(query);',
    ],
    ['an empty context is sent', 'Object.keys(context).length > 0 && ', ''],
    [
      'a queued request ignores a back-off',
      'askers.explicit === 0 && this.#options.backoff.heldUntil(query) !== undefined',
      'false',
    ],
    [
      'failures back off nothing',
      'heldUntil = backoff.failed(query, outcome.failure, flight.sentAfter)',
      'heldUntil = undefined',
    ],
    ['a back-off never resets', 'if (!isFault(outcome)) backoff.succeeded(query);', ''],
    [
      "what a client's own call sets off goes out beside it",
      'this.#withheld(() =>\n      request.add(',
      '(<T>(work: () => T) => work())(() =>\n      request.add(',
    ],
    [
      'a question withdrawn at its turn goes out',
      'if (this.#flights.get(query.key) !== flight) continue;',
      '',
    ],
    [
      'a request takes as long as the clock says',
      'Math.min(Math.max(0, scheduler.now() - flight.sentAt), timeoutMs)',
      'scheduler.now() - flight.sentAt',
    ],
    [
      'an answer that was dropped while it settled is told',
      'this.#settling.delete(flight);\n        flight.progress.complete();',
      '',
    ],
  ),
  ...mutantsOf(
    'client.ts',
    ['a cancellation is forgotten', 'if (inFlight) controller.abort();\n    });', '});'],
    [
      'a settled request is cancelled',
      'subscriber.add(() => {\n      if (inFlight) controller.abort();',
      'subscriber.add(() => {\n      controller.abort();',
    ],
    [
      'an answer on its way to us is cancelled',
      'const schema = passThrough(() => {\n      inFlight = false;\n    });',
      'const schema = passThrough(() => {});',
    ],
    ['the SDK times out with us', 'timing.timeoutMs + SDK_TIMEOUT_MARGIN_MS', 'timing.timeoutMs'],
    [
      'a timeout leaves the request open on the wire',
      'if (inFlight) controller.abort();\n        const',
      'const',
    ],
    ['requests never time out', '}, timing.timeoutMs),', '}, 1e9),'],
    ["the SDK's strict schema decides", "typeof client.request === 'function'", '!client'],
  ),
  ...mutantsOf(
    'backoff.ts',
    ['the first failure already backs off', 'failures < 2 ? 0 :', ''],
    ['the waits do not grow', '* 2 ** (failures - 2)', ''],
    [
      'the waits grow without end',
      'Math.min(FIRST_WAIT_MS * 2 ** (failures - 2), LONGEST_WAIT_MS)',
      'FIRST_WAIT_MS * 2 ** (failures - 2)',
    ],
    ["the server's hint is ignored", 'Math.max(wait, hint)', 'wait'],
    [
      'failures under way together count as a row',
      'before && sentAfter < before.nth ? before.failures :',
      '',
    ],
    ['a lost connection concerns one argument only', "failure.kind === 'disconnected' || ", ''],
    ['those who wait for a back-off do not hear of its end', 'if (isHeld) this.lifted$.next();', ''],
    [
      'every success is told as the end of a wait',
      'if (isHeld) this.lifted$.next();',
      'this.lifted$.next();',
    ],
    [
      'a clock that is set back holds for as long',
      'failing && failing.since <= this.#clock.now()',
      'failing',
    ],
    ['a success leaves the connection backing off', 'this.delete(CONNECTION);', ''],
  ),
  ...mutantsOf(
    'pace.ts',
    ['a steady typist is asked for every key', 'Math.ceil(REST_FACTOR * this.#median())', '0'],
    [
      'a slow typist waits as long as their gaps',
      'this.#median())), MAX_UNCOVERED_MS)',
      'this.#median())), 1e6)',
    ],
    [
      'patience ends under a plain debounce',
      "this.isAdaptive && (cover === 'none' || cover === 'part')",
      "(cover === 'none' || cover === 'part')",
    ],
    ['what often proved right waits no longer', 'SURE_MS * trust', 'SURE_MS'],
    ['a plain debounce is not taken', "if (typeof option === 'number') return option;", ''],
    [
      'a stream of changes is asked change by change',
      "return isStream ? Math.min(this.delay('none'), MAX_UNCOVERED_MS) : 0;",
      'return 0;',
    ],
  ),
  ...mutantsOf(
    'plan.ts',
    ['the debounce is skipped', 'delayMs: waits ? pace.delay(wait, trust) : 0', 'delayMs: 0'],
    [
      'focus waits like a key',
      'lead: root } : { delayMs: 0 };',
      'lead: root } : { delayMs: pace.delay(cover) };',
    ],
    [
      'minLength is ignored',
      "if (Array.from(text).length < grounds.minLength) return settled('too-short', null);",
      '',
    ],
    [
      'minLength counts UTF-16 units',
      'Array.from(text).length < grounds.minLength',
      'text.length < grounds.minLength',
    ],
    [
      'a pasted document is asked',
      "if (text.length > MAX_ASKED_LENGTH) return settled('too-long', null);",
      '',
    ],
    ['a chosen option is asked for again', "if (isGiven(situation)) return settled('chosen', null);", ''],
    ['composing asks at once', 'delayMs: grounds.composingMs,', 'delayMs: 0,'],
    [
      'a quiet argument is asked anyway',
      "if (cause === 'typed' && from !== 'stale' && knowledge.quiet.isQuiet(query))",
      'if (false)',
    ],
    [
      'a quiet argument is never asked again',
      "if (cause === 'typed' && from !== 'stale' && knowledge.quiet",
      "if (from !== 'stale' && knowledge.quiet",
    ],
    ['an inactive field asks', "if (!situation.active) return settled('inactive', unmoved, 'release');", ''],
    [
      'a dismissed list reopens on a late answer',
      "if (situation.dismissed) return settled('inactive', unmoved, 'release');",
      '',
    ],
    [
      'a server without the capability is asked',
      'if (verdict.reason) return settled(verdict.reason, null);',
      '',
    ],
    ['refresh takes the cache for an answer', 'if (!explicit) {', 'if (true) {'],
  ),
];
