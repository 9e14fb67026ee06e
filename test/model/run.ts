/** One run of the model test, to its end. */
import fc from 'fast-check';
import * as acts from './acts.js';
import { must } from './assert.js';
import { endings, steps } from './commands.js';
import type { Connect } from './peer.js';
import { checkSettled } from './settle.js';
import { type Setup, setups } from './setup.js';
import { World } from './world.js';

/** Steps in one run, at most. */
const MAX_STEPS = 70;

/** The engine, against everything that may happen to it, over the clients that `connect` makes. */
export function modelProperty(connect: (setup: Setup) => Connect) {
  const weighted = [...Array.from({ length: 4 }, () => steps).flat(), ...endings];
  const sequences = fc.commands(weighted, { maxCommands: MAX_STEPS, size: 'max' });
  return fc.asyncProperty(setups, sequences, async (setup, commands) => {
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', onRejection);
    try {
      const world = await World.open(setup, connect(setup));
      await fc.asyncModelRun(() => ({ model: world, real: world }), commands);
      await checkSettled(world);
      await checkEnd(world);
      must(rejections.length === 0, `unhandled: ${rejections[0]}`);
    } finally {
      process.off('unhandledRejection', onRejection);
    }
  });
}

/** Nothing is left of an engine that was disposed of. */
async function checkEnd(world: World): Promise<void> {
  acts.dispose(world);
  acts.dispose(world);
  await world.flush();
  must(world.inFlight.length === 0, 'a request outlived the engine');
  must(world.clock.actions.length === 0, `${world.clock.actions.length} timers outlived the engine`);
  must(!world.client$.observed, 'the client stream is still observed');
  must(!world.invalidate$.observed, 'the invalidation stream is still observed');
  must(
    world.fields.every(({ watch }) => watch === undefined),
    'a state stream has not completed',
  );
  must(!world.forms.some(({ stream }) => stream?.isHeld), "a host's stream is still observed");
  throws(() => world.engine.form(world.forms[0]!.real.target), 'form() after dispose');

  for (const sent of world.open) world.answer(sent);
  for (const field of world.fields) {
    acts.focus(world, field);
    acts.type(world, field, 'kept');
    acts.refresh(world, field);
    field.real.state$.subscribe().unsubscribe();
  }
  await world.flush();
  must(world.clock.actions.length === 0, 'a timer was started after the end');
}

function throws(work: () => unknown, what: string): void {
  try {
    work();
  } catch {
    return;
  }
  throw new Error(`${what} does not throw`);
}
