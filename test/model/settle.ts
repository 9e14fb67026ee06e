/** When the dust has settled an active field lists what the server would answer. */
import { refresh, type } from './acts.js';
import { equal, must } from './assert.js';
import type { FieldModel } from './fields.js';
import type { World } from './world.js';

/** More rounds than any chain of answers and timers in one run can take. */
const ROUNDS = 500;

/** Everything under way is answered truthfully, and every timer runs out. */
export async function settle(world: World): Promise<void> {
  await world.flush();
  for (let round = 0; round < ROUNDS; round++) {
    const { inFlight } = world;
    for (const sent of inFlight) world.answer(sent);
    await world.flush();
    // What went out as its connection closed cannot be answered: it times out.
    if (world.inFlight.some((sent) => !inFlight.includes(sent))) continue;
    const [next] = world.clock.actions;
    if (next) await world.advance(Math.max(0, next.delay - world.clock.now()));
    else if (world.inFlight.length === 0) return;
  }
  throw new Error('the dust does not settle');
}

/** Why a field that is done may show nothing, or what it showed before. */
const EXCUSES = ['chosen', 'quiet', 'too-short', 'invalid-params', 'malformed'];

export async function checkSettled(world: World): Promise<void> {
  await settle(world);
  for (const field of active(world)) {
    const { reason, error } = field.real.state;
    const excused = field.dismissed || error !== undefined || EXCUSES.includes(reason ?? '');
    if (!excused) checkTruth(world, field, 'settled');
  }
  for (const field of active(world)) {
    type(world, field, `${field.text}a`);
    await settle(world);
    const { reason } = field.real.state;
    if (!EXCUSES.includes(reason ?? '')) checkTruth(world, field, 'after a key');
  }
  for (const field of active(world)) {
    refresh(world, field);
    must(
      isOnItsWay(world, field),
      `${field.label}: an explicit request is not under way but ${field.real.state.activity}`,
    );
    await settle(world);
    if (field.real.state.reason !== 'too-short') checkTruth(world, field, 'after an explicit request');
  }
}

/** Fields that a list can be expected of. */
function active(world: World): readonly FieldModel[] {
  const exclude = world.setup.form.exclude ?? [];
  const { completions } = world.peer?.capabilities ?? {};
  if (world.disposed || world.untold || !completions) return [];
  return world.fields.filter(
    ({ focused, form, name, real }) =>
      focused && !form.ended && !exclude.includes(name) && real.state.support === 'supported',
  );
}

function isOnItsWay(world: World, field: FieldModel): boolean {
  const { activity, reason } = field.real.state;
  if (reason === 'too-short' || activity === 'loading' || activity === 'slow') return true;
  return activity === 'waiting' && world.inFlight.length === world.setup.maxConcurrent;
}

function checkTruth(world: World, field: FieldModel, when: string): void {
  const what = `${field.label}, ${when}`;
  const { options, provisional, activity, error, answered } = field.real.state;
  const word = world.server.word(world.question(field));
  must(activity === 'idle', `${what}: ${activity}`);
  must(error === undefined, `${what}: ${error?.message}`);
  must(!provisional && answered === field.text, `${what}: only the list of "${answered}"`);
  const own = word.partial ? options.slice(0, word.values.length) : options;
  equal(what, own, word.values);
}
