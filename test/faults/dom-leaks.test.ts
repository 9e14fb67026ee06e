// @vitest-environment happy-dom
/** A destroyed binding leaves the page as it was: a thousand times bound, used and let go, in each skin. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showCompletionDevtools } from '../../src/devtools/index.js';
import { bindInput, renderForm } from '../../src/dom/index.js';
import { createCompletionEngine, promptTarget } from '../../src/index.js';
import { BenchClock } from '../bench/clock.js';
import { pick, type Random, seeded } from '../bench/random.js';
import { FakeClient, rpcError } from '../support/fake-client.js';

const ROUNDS = 1_000;
const TARGET = promptTarget({ name: 'p', arguments: [{ name: 'a', required: true }, { name: 'b' }] });

/** Where an element, or the window, has its listening methods from: not the global EventTarget in every DOM. */
function ownerOf(target: EventTarget): EventTarget {
  let owner: EventTarget = target;
  while (!Object.hasOwn(owner, 'addEventListener')) owner = Object.getPrototypeOf(owner);
  return owner;
}

/** The listeners that are on, of any target. */
const listeners = new Map<EventTarget, Map<string, Set<unknown>>>();
const keyOf = (type: string, options?: boolean | EventListenerOptions) =>
  `${type} ${typeof options === 'object' ? options.capture === true : options === true}`;

function watch(owner: EventTarget): () => void {
  const { addEventListener, removeEventListener } = owner;
  owner.addEventListener = function (this: EventTarget, type, listener, options) {
    const mine = listeners.get(this) ?? new Map<string, Set<unknown>>();
    const key = keyOf(type, options);
    listeners.set(this, mine.set(key, (mine.get(key) ?? new Set()).add(listener)));
    addEventListener.call(this, type, listener, options);
  };
  owner.removeEventListener = function (this: EventTarget, type, listener, options) {
    listeners.get(this)?.get(keyOf(type, options))?.delete(listener);
    removeEventListener.call(this, type, listener, options);
  };
  return () => Object.assign(owner, { addEventListener, removeEventListener });
}

let unwatch: (() => void)[] = [];
beforeEach(() => {
  unwatch = [...new Set([ownerOf(document.body), ownerOf(window)])].map(watch);
});
afterEach(() => {
  for (const undo of unwatch) undo();
  listeners.clear();
  document.body.replaceChildren();
});

/** What is listened to now, but for what the client hears of its own requests. */
const listening = () =>
  [...listeners].flatMap(([target, types]) =>
    target instanceof Node || target === window
      ? [...types].filter(([, set]) => set.size > 0).map(([type]) => `${target.constructor.name} ${type}`)
      : [],
  );

/** Does something that a person does with an input. */
function use(input: HTMLInputElement, random: Random): void {
  const key = (name: string) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  pick(random, [
    () => input.focus(),
    () => input.blur(),
    () => {
      input.value += pick(random, ['a', 'b']);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    () => input.dispatchEvent(new CompositionEvent('compositionstart')),
    () => key('ArrowDown'),
    () => key('Enter'),
    () => key('Escape'),
    () =>
      document.querySelector('[role=option]')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })),
    () => document.querySelector<HTMLElement>('[role=option]')?.click(),
    () => document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true })),
  ])();
}

function setUp() {
  const clock = new BenchClock();
  const random = seeded(3);
  const client = new FakeClient(({ value, answer, fail }) => {
    if (random() < 0.1) fail(rpcError(-32603));
    else if (random() < 0.8) answer([`${value}1`, `${value}2`]);
  });
  const engine = createCompletionEngine(client, { scheduler: clock, timeoutMs: 2_000 });
  return { clock, random, engine };
}

describe(`${ROUNDS} times`, { timeout: 120_000 }, () => {
  it('an input bound, used and let go keeps no attribute, listener, node or timer', async () => {
    const { clock, random, engine } = setUp();
    const input = document.createElement('input');
    document.body.append(input);
    const before = document.body.innerHTML;
    for (let round = 0; round < ROUNDS; round++) {
      const form = engine.form(TARGET);
      const binding = bindInput(input, form.field('a'), { scheduler: clock });
      for (let deed = 0; deed < 8; deed++) {
        use(input, random);
        if (random() < 0.5) await clock.advance(300, () => {});
      }
      expect(listening()).toContain('HTMLInputElement input false');
      binding.destroy();
      form.dispose();
      input.blur();
      input.value = '';
      expect({ round, left: listening(), timers: clock.actions.length }).toEqual({
        round,
        left: [],
        timers: 0,
      });
      expect(document.body.innerHTML).toBe(before);
    }
  });

  it('a form and the devtools beside it, shown, used and taken away, keep nothing', async () => {
    const { clock, random, engine } = setUp();
    for (let round = 0; round < ROUNDS / 4; round++) {
      const form = engine.form(TARGET);
      const rendered = renderForm(document.body, form, { scheduler: clock });
      const devtools = showCompletionDevtools(engine);
      devtools.watch(form);
      const inputs = [...document.querySelectorAll('input')];
      for (let deed = 0; deed < 8; deed++) {
        use(pick(random, inputs), random);
        if (random() < 0.5) await clock.advance(300, () => {});
      }
      expect(listening()).toContain('HTMLFormElement submit false');
      devtools.destroy();
      rendered.destroy();
      form.dispose();
      // What stands in the panel's own elements goes with them.
      const left = listening().filter((one) => !/HTML(Select|Button)Element/.test(one));
      expect({ round, left, timers: clock.actions.length }).toEqual({ round, left: [], timers: 0 });
      expect(document.body.innerHTML).toBe('');
      listeners.clear();
    }
  });
});
