/**
 * Run with --expose-gc: leaves forms behind without disposing of them, and an engine that was disposed of, and prints as
 * JSON how many of each are still there after collection. The engine of the forms lives on.
 */
import { BehaviorSubject } from 'rxjs';
import {
  type CompletionClient,
  type CompletionForm,
  createCompletionEngine,
  promptTarget,
} from '../../src/index.js';
import { BenchClock, microtasks } from '../bench/clock.js';
import { FakeClient, rpcError } from '../support/fake-client.js';

const collect = globalThis.gc;
if (!collect) throw new Error('Run with node --expose-gc.');

const FORMS = 50;
const TARGET = promptTarget({ name: 'p', arguments: ['a', 'b', 'c'].map((name) => ({ name })) });
const clock = new BenchClock();
const rest = (ms: number) => clock.advance(ms, () => {});
const client = new FakeClient(({ value, answer, fail }) => {
  if (value.startsWith('x')) fail(rpcError(-32603));
  else if (!value.startsWith('silent')) answer([value]);
});
const engine = createCompletionEngine(client, { scheduler: clock, timeoutMs: 5_000 });
engine.events$.subscribe();

/** What was done with a form before it was left behind. */
const LIVES: Record<string, (form: CompletionForm) => Promise<void> | void> = {
  /** The control: a form in use is the engine's business. */
  'still focused': (form) => form.field('a').focus(),
  'made and never touched': () => {},
  'filled by its host': (form) => form.setValues({ a: 'ab', b: 'b' }),
  async 'typed into and left'(form) {
    const field = form.field('a');
    field.focus();
    field.setValue('ab');
    await rest(1_000);
    field.blur();
  },
  async 'chosen in'(form) {
    form.field('a').focus();
    form.field('a').accept('ab');
    await rest(1_000);
    form.field('a').blur();
  },
  async 'observed for a while'(form) {
    const subscription = form.field('a').state$.subscribe();
    subscription.add(form.values$.subscribe());
    form.field('a').setValue('ab');
    await rest(1_000);
    subscription.unsubscribe();
  },
  async 'left while its request was under way'(form) {
    form.field('a').focus();
    form.field('a').setValue('silent');
    await rest(1_000);
    form.field('a').blur();
  },
  async 'left while it was backing off'(form) {
    form.field('a').focus();
    for (const text of ['x', 'xx', 'xxx']) {
      form.field('a').setValue(text);
      await rest(300);
    }
    form.field('a').blur();
  },
  async 'invalidated meanwhile'(form) {
    form.field('a').focus();
    engine.invalidate();
    await rest(1_000);
    form.field('a').blur();
  },
};

async function leaveForms(live: (form: CompletionForm) => Promise<void> | void): Promise<WeakRef<object>[]> {
  const left: WeakRef<object>[] = [];
  for (let at = 0; at < FORMS; at++) {
    const form = engine.form(TARGET);
    await live(form);
    left.push(new WeakRef(form));
  }
  return left;
}

/** An engine that was disposed of must hold neither its client nor its forms. */
async function leaveClients(): Promise<{ clients: WeakRef<object>[]; engines: object[] }> {
  const clients: WeakRef<object>[] = [];
  const engines: object[] = [];
  for (let at = 0; at < FORMS; at++) {
    const own = new FakeClient(({ answer }) => answer(['a']));
    const source = new BehaviorSubject<CompletionClient | null>(own);
    const disposed = createCompletionEngine(at % 2 ? own : source, { scheduler: clock });
    disposed.form(TARGET).field('a').focus();
    await rest(500);
    disposed.dispose();
    source.next(null);
    clients.push(new WeakRef(own));
    engines.push(disposed);
  }
  return { clients, engines };
}

async function survivors(left: readonly WeakRef<object>[]): Promise<number> {
  let alive = left.length;
  // A reference read in one turn of the event loop is kept until its end; a few rounds settle what earlier ones queued.
  for (let round = 0; round < 20 && alive > 0; round++) {
    await microtasks();
    await new Promise(setImmediate);
    collect!();
    alive = left.filter((one) => one.deref() !== undefined).length;
  }
  return alive;
}

const alive: Record<string, number> = {};
for (const [name, live] of Object.entries(LIVES)) {
  const left = await leaveForms(live);
  await rest(60_000);
  alive[name] = await survivors(left);
}
const { clients, engines } = await leaveClients();
alive['clients of engines that were disposed of'] = await survivors(clients);
console.log(JSON.stringify({ left: FORMS, engines: engines.length, alive }));
engine.dispose();
