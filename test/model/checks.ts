/** What must hold after every step: each field's state against what was done to it and what the server said. */

import { equal, must } from './assert.js';
import { checkCalls } from './check-calls.js';
import type { Look } from './fields.js';
import { couldMatch, MAX_VALUES, type Word } from './server.js';
import { refId, type World } from './world.js';

/** After this a request is slow. */
const SLOW_MS = 400;

/** Reasons that stand though the field's own question may be under way still, for other fields or for the cache. */
const IDLE_ALL_THE_SAME = ['chosen', 'too-short', 'invalid-params', 'quiet'];

export function checkEverything(world: World): void {
  const [objection] = world.objections;
  if (objection) throw objection;
  const looks = world.look();
  checkCalls(world, looks);
  for (const look of looks) {
    // A stream that ended tells nothing more.
    if (look.field.form.stream && (look.field.form.ended || world.disposed)) continue;
    checkSnapshot(world, look);
    checkSupport(world, look);
    checkActivity(world, look);
    checkList(world, look);
  }
  for (const form of world.forms) equal('form values', { ...form.real.values }, { ...form.values });
}

function checkSnapshot(world: World, { field: { real, text, label }, state }: Look): void {
  // A look at one field may be how the engine learns what nobody told it, and others hear of it.
  must(real.state === state || world.untold, `${label}: two looks, two snapshots`);
  must(real.value === text && state.value === text, `${label}: the text is "${text}", not "${state.value}"`);
  if (state.reason !== undefined)
    must(state.options.length === 0, `${label}: ${state.reason} beside options`);
  if (state.options.length === 0 && state.activity === 'idle')
    must(state.reason !== undefined, `${label}: empty, idle, and no reason given`);
}

function checkSupport(world: World, { field, state }: Look): void {
  const { support, options, activity, error } = state;
  const { label } = field;
  // Only a probe may fail where nothing is known yet.
  const probing = support === 'unknown' && world.setup.support === 'probe';
  if (support !== 'supported' && !world.untold)
    must(options.length === 0 && (!error || probing), `${label}: options or an error though ${support}`);
  if (field.form.ended || world.disposed) {
    must(activity === 'idle' && options.length === 0, `${label}: not inert after the end`);
    return;
  }
  if (world.untold) return;
  const expected = expectedSupport(world, field);
  must(support === expected, `${label}: ${support}, not ${expected}`);
}

function expectedSupport(world: World, field: Look['field']): string {
  if (!field.form.stream && world.setup.form.exclude?.includes(field.name)) return 'unsupported';
  const capabilities = world.peer?.capabilities;
  if (!capabilities) return 'unknown';
  const known = world.refs.get(refId(field.form.ref));
  if (known === 'refused') return 'unsupported';
  if (capabilities.completions) return 'supported';
  if (world.setup.support === 'declared') return 'unsupported';
  return known === 'answered' ? 'supported' : 'unknown';
}

function checkActivity(world: World, { field, state, question, key }: Look): void {
  const { activity, reason } = state;
  const { label } = field;
  // Over one target two forms share requests: one joins late, or leaves, and the other's goes on.
  const shared = world.setup.twin === 'same target' && !field.form.stream;
  const own = world.inFlight.find((sent) => sent.key === key);
  if (!field.focused || field.dismissed) must(activity === 'idle', `${label}: ${activity} though not in use`);
  if (activity === 'loading' || activity === 'slow') {
    must(own, `${label}: ${activity}, but nothing is under way for "${field.text}"`);
    const age = world.clock.now() - own.at;
    if (activity === 'slow') must(age >= SLOW_MS, `${label}: slow after ${age} ms`);
    // One that returns to its own request is told in a moment; one that joins what was fetched ahead has waited less.
    else
      must(
        age <= SLOW_MS || shared || own.prefetch || isDueNow(world),
        `${label}: still loading after ${age} ms`,
      );
  }
  if (activity === 'waiting')
    must(
      world.clock.actions.length > 0 || world.inFlight.length === world.setup.maxConcurrent,
      `${label}: waiting for nothing`,
    );
  const held = world.failures.heldUntil(question) > world.clock.now() || isDueNow(world);
  must(reason !== 'backing-off' || held, `${label}: still backing off`);
  const wants = field.focused && !field.dismissed && state.support === 'supported';
  if (activity !== 'idle' || !wants || own === undefined || own.prefetch) return;
  const final = world.words.has(own.key) && !state.provisional && state.answered === field.text;
  must(
    shared || final || IDLE_ALL_THE_SAME.includes(reason ?? ''),
    `${label}: idle while "${field.text}" is under way`,
  );
}

const isDueNow = ({ clock }: World): boolean => clock.actions.some(({ delay }) => delay <= clock.now());

function checkList(world: World, { field, state, question: now, group }: Look): void {
  const { options, provisional, answered, value, total, hasMore } = state;
  const { label } = field;
  must(options.length <= MAX_VALUES, `${label}: ${options.length} options`);
  must(new Set(options).size === options.length, `${label}: the same option twice`);
  if (total !== undefined) must(options.length <= total, `${label}: ${options.length} options of ${total}`);
  if (options.length === 0) return;

  const question = { ...now, text: answered };
  const stray = options.find((option) => !world.server.owns(question, option));
  must(stray === undefined, `${label}: "${stray}" belongs to another question`);
  const odd = options.find((option) => !couldMatch(option, answered));
  must(odd === undefined, `${label}: "${odd}" does not match "${answered}"`);
  const { composing } = field;
  if (provisional) {
    must(world.setup.narrowing !== 'off', `${label}: provisional though nothing is narrowed`);
    const kin = value.startsWith(answered) || answered.startsWith(value);
    must(kin || composing, `${label}: the list of "${answered}" for "${value}"`);
  } else must(answered === value || composing, `${label}: the list of "${answered}" for "${value}"`);

  const word = world.words.get(`${group} ${answered}`);
  const seen = world.seen.get(group);
  const own = word && !provisional ? word.values.length : 0;
  const known = world.setup.narrowing === 'learned' || options.every((option) => seen?.has(option));
  must(known, `${label}: an option that was never answered here`);
  if (provisional) return;
  const { matching, vouches } = world.server.model(field.name);
  if (world.setup.narrowing === 'learned' && (matching === 'ranked' || !vouches)) return;
  const all = world.server.matching(question);
  if (word === undefined) {
    // Predicted, in place of a request.
    must(world.setup.narrowing === 'learned', `${label}: the list of "${answered}", which was not answered`);
    equal(`${label}: predicted`, options, all);
    return;
  }
  equal(`${label}: the server's own`, options.slice(0, own), word.values);
  must(options.length === own || word.partial, `${label}: options added to a complete answer`);
  must(hasMore === hasMoreAfter(word, options.length), `${label}: hasMore is ${hasMore}`);
}

function hasMoreAfter({ partial, total }: Word, shown: number): boolean {
  return partial && (total === undefined || total > shown);
}
