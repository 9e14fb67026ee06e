/** What must hold of the requests: each one as it is sent, and all that are under way after every step. */
import { equal, must } from './assert.js';
import { type FieldModel, type Look, PATIENCE_MS } from './fields.js';
import type { RequestEvent, Sent } from './requests.js';
import { keyOf } from './server.js';
import { refId, type World } from './world.js';

/** Typing is asked after no less than this by default. */
const LEAST_PAUSE_MS = 100;
const COMPOSING_MS = 1_000;

/** A request has just been made: may it be? */
export function checkCall(world: World, sent: Sent, announced: RequestEvent): void {
  const { question, peer } = sent;
  const what = `asked "${question.text}" of ${question.argument}`;
  const { ref, argument, value, context } = announced.query;
  equal(
    `${what}: the event`,
    [ref, argument, value, { ...context }],
    [question.ref, question.argument, question.text, question.context],
  );
  const empty = Object.keys(question.context).length === 0;
  must(!empty || !('context' in sent.call.params), `${what}: an empty context`);

  must(!world.disposed, `${what}: after dispose`);
  must(peer === world.peer, `${what}: on an old connection`);
  const { capabilities } = peer;
  must(capabilities, `${what}: while not connected`);
  must(capabilities.completions || world.setup.support === 'probe', `${what}: completions are not declared`);
  must(world.refs.get(refId(question.ref)) !== 'refused', `${what}: of a ref that has refused`);
  must(!world.setup.form.exclude?.includes(question.argument), `${what}: it is excluded`);
  must(question.text.length >= world.setup.form.minLength, `${what}: too short`);
  const others = world.inFlight.filter((other) => other !== sent);
  must(others.length < world.setup.maxConcurrent, `${what}: too many at once`);
  must(!others.some(({ key }) => key === sent.key), `${what}: that is under way already`);

  if (sent.prefetch) {
    const isNext = question.text === '' && world.fields.some((field) => isAbout(world, field, sent));
    must(isNext || hasOnly(world, sent), `${what}: fetched ahead for no reason`);
    must(
      others.every(({ group }) => group === sent.group),
      `${what}: fetched ahead beside other requests`,
    );
    return;
  }
  const active = world.fields.filter(isActive);
  // While someone deletes, the whole list is fetched ahead: lists on the way back follow from it.
  if (active.some((field) => isRootOf(world, field, sent))) return;
  const askers = active.filter((field) => isAbout(world, field, sent));
  must(askers.length > 0, `${what}: no active field asks this`);
  must(
    askers.some((field) => isDue(world, field)),
    `${what}: too early after a key`,
  );
  must(
    askers.some(({ explicit }) => explicit) || world.failures.heldUntil(question) <= world.clock.now(),
    `${what}: while backing off`,
  );
}

/** What is under way is wanted, and what is not wanted was cancelled, once, in time. */
export function checkCalls(world: World, looks: readonly Look[]): void {
  must(world.requests.isTold, 'a request was made, or told of, alone');
  for (const { call, question } of world.requests.all) {
    const what = `the request for "${question.text}" of ${question.argument}`;
    must(call.cancelled.length <= 1, `${what} was cancelled twice`);
    must(!call.cancelled.includes('settled'), `${what} was cancelled after it had settled`);
  }
  for (const peer of world.peers) peer.checkWire?.();
  const perField = world.setup.narrowing === 'off' ? 1 : 2;
  const { inFlight } = world;
  must(inFlight.length <= world.setup.maxConcurrent, `${inFlight.length} requests at once`);
  for (const sent of inFlight) {
    const { question, prefetch } = sent;
    const what = `the request for "${question.text}" of ${question.argument}`;
    must(!world.disposed, `${what} outlived the engine`);
    must(question.data === world.dataOf(question.ref), `${what} outlived what it was about`);
    const wanted = looks.some((look) => isKin(world, look, sent) || (prefetch && leadsTo(look, sent)));
    must(wanted, `${what} is wanted by no field and was not cancelled`);
    if (prefetch) continue;
    const sharing = looks.filter(({ group }) => group === sent.group);
    const beside = inFlight.filter(({ group, prefetch }) => group === sent.group && !prefetch);
    must(beside.length <= perField * sharing.length, `${what} is one of ${beside.length}`);
  }
}

const isActive = (field: FieldModel): boolean => field.focused && !field.dismissed && !field.form.ended;

const isAbout = (world: World, field: FieldModel, { key }: Sent): boolean =>
  !field.form.ended && keyOf(world.question(field)) === key;

/** Whether a request is the field's own question, or with narrowing one for a beginning of its text. */
function isKin(world: World, { field, key, group }: Look, sent: Sent): boolean {
  if (field.form.ended) return false;
  if (world.setup.narrowing === 'off') return key === sent.key;
  return group === sent.group && field.text.startsWith(sent.question.text);
}

/** Whether what was fetched ahead is still on the list, or on the way to the text. */
function leadsTo({ field, group, state }: Look, { group: ahead, question }: Sent): boolean {
  if (field.form.ended || group !== ahead) return false;
  return state.options.includes(question.text) || field.text.startsWith(question.text);
}

/** Whether a field in use has nothing but this container on its list: its children were fetched ahead. */
function hasOnly(world: World, { key, question: { text } }: Sent): boolean {
  return (
    text.endsWith('/') &&
    world.fields.some((field) => {
      if (!isActive(field) || keyOf({ ...world.question(field), text }) !== key) return false;
      const { options } = field.real.state;
      return options.length === 1 && options[0] === text;
    })
  );
}

function isRootOf(world: World, field: FieldModel, { key, question: { text } }: Sent): boolean {
  const { narrowing, debounceMs, form } = world.setup;
  if (narrowing === 'off' || debounceMs !== undefined || form.minLength > 0) return false;
  return text === '' && field.text !== '' && keyOf({ ...world.question(field), text }) === key;
}

function isDue(world: World, field: FieldModel): boolean {
  const since = (at: number | undefined) => world.clock.now() - (at ?? Number.NEGATIVE_INFINITY);
  if (field.composing && field.composedAt !== undefined && !field.explicit)
    return since(field.composedAt) >= COMPOSING_MS;
  const { debounceMs, narrowing, cache } = world.setup;
  const isPatient = debounceMs === undefined && narrowing !== 'off' && cache !== false;
  if (isPatient && since(field.typingSince) >= PATIENCE_MS) return true;
  return field.urgent || since(field.typedAt) >= (debounceMs ?? LEAST_PAUSE_MS);
}
