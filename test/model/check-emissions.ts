/** What must hold of every state as a field emits it. */
import type { CompletionState } from '../../src/index.js';
import { must } from './assert.js';
import type { FieldModel } from './fields.js';
import type { World } from './world.js';

/** Looks at every state of a field from now on. */
export function observe(world: World, field: FieldModel): void {
  let before: CompletionState | undefined;
  field.watch = field.real.state$.subscribe({
    next: (state) => {
      try {
        checkEmission(world, field, before, state);
      } catch (error) {
        world.objections.push(error as Error);
      }
      before = state;
    },
    complete: () => {
      field.watch = undefined;
    },
  });
}

/** A state may be told of only if it differs, and holds nothing that belongs elsewhere. */
function checkEmission(
  world: World,
  field: FieldModel,
  before: CompletionState | undefined,
  state: CompletionState,
): void {
  const where = `emitted by ${field.label}`;
  if (before) {
    must(differ(before, state), `${where}: the same state twice`);
    const same = `${before.options}` === `${state.options}`;
    must(!same || before.options === state.options, `${where}: another list of the same options`);
  }
  const question = world.question(field);
  if (state.reason === 'backing-off' && before?.reason !== 'backing-off')
    must(world.failures.heldUntil(question) > world.clock.now(), `${where}: backing off for no failure`);
  const stray = state.options.find((option) => !world.server.owns(question, option));
  must(stray === undefined, `${where}: "${stray}" belongs to another question`);
}

function differ(a: CompletionState, b: CompletionState): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof CompletionState>;
  return [...names].some((name) => a[name] !== b[name]);
}
