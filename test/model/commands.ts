/** The steps of the model test, as fast-check commands. */
import fc from 'fast-check';
import * as acts from './acts.js';
import { observe } from './check-emissions.js';
import * as connection from './connection.js';
import type { FieldModel } from './fields.js';
import { isInFlight } from './peer.js';
import type { Sent } from './requests.js';
import type { Word } from './server.js';
import { checkSettled, settle } from './settle.js';
import type { World } from './world.js';

type Step = fc.AsyncCommand<World, World>;

/** A step: what it does, and what it is called in a counterexample. */
function step(name: string, run: (world: World) => void | Promise<void>): Step {
  return {
    check: () => true,
    async run(_model, world) {
      await run(world);
      await world.flush();
    },
    toString: () => name,
  };
}

const on = (field: number, name: string, run: (world: World, field: FieldModel) => void): Step =>
  step(`${field === STREAM ? 'stream' : `field ${field}`}: ${name}`, (world) =>
    run(world, fieldOf(world, field)),
  );

/** Stands for the argument over a host's own streams. */
const STREAM = 9;

const fieldOf = ({ fields }: World, field: number): FieldModel =>
  field === STREAM ? fields.at(-1)! : fields[field % (fields.length - 1)]!;

const fieldNumbers = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4, STREAM, STREAM);
const characters = fc.constantFrom('a', 'b', 'A', 'c', '/', '~');
const texts = fc.constantFrom('', 'a', 'ab', 'b', 'abca', 'abcab', 'c~1', 'zzzz');

const typing = fc
  .tuple(fieldNumbers, characters)
  .map(([field, character]) =>
    on(field, `types "${character}"`, (world, it) => acts.type(world, it, it.text + character)),
  );
const deleting = fieldNumbers.map((field) =>
  on(field, 'deletes', (world, it) => acts.type(world, it, it.text.slice(0, -1))),
);
const replacing = fc
  .tuple(fieldNumbers, texts)
  .map(([field, text]) => on(field, `replaced by "${text}"`, (world, it) => acts.type(world, it, text)));
const repeating = fieldNumbers.map((field) =>
  on(field, 'the same text again', (world, it) => acts.type(world, it, it.text)),
);
const spelling = fc
  .tuple(fieldNumbers, fc.nat(11), fc.constantFrom(1, 2, 3, 20))
  .map(([field, place, length]) =>
    on(field, `spells ${length} of option ${place}`, (world, it) => {
      const { options } = it.real.state;
      const option = options[place % options.length];
      if (option !== undefined) acts.type(world, it, option.slice(0, length));
    }),
  );
const composing = fc
  .tuple(fieldNumbers, fc.constantFrom('a', 'b', ''), fc.boolean())
  .map(([field, character, still]) =>
    on(field, `composes "${character}"${still ? '' : ', done'}`, (world, it) =>
      acts.type(world, it, it.text + character, still),
    ),
  );
const accepting = fc.tuple(fieldNumbers, fc.nat(11)).map(([field, place]) =>
  on(field, `accepts option ${place}`, (world, it) => {
    const { options } = it.real.state;
    const option = options[place % options.length];
    if (option !== undefined) acts.accept(world, it, option);
  }),
);
const focusing = fieldNumbers.map((field) => on(field, 'focus', acts.focus));
const hopping = fc.tuple(fieldNumbers, fieldNumbers).map(([from, to]) =>
  step(`from field ${from} to ${to}`, (world) => {
    const { fields } = world;
    acts.blur(world, fields[from % fields.length]!);
    acts.focus(world, fields[to % fields.length]!);
  }),
);
const blurring = fieldNumbers.map((field) => on(field, 'blur', acts.blur));
const dismissing = fieldNumbers.map((field) => on(field, 'dismiss', acts.dismiss));
const refreshing = fieldNumbers.map((field) => on(field, 'refresh', acts.refresh));
const watching = fieldNumbers.map((field) =>
  on(field, 'observed, or no longer', (world, it) => {
    if (it.watch) it.watch.unsubscribe();
    else observe(world, it);
    if (it.watch?.closed) it.watch = undefined;
  }),
);

const filling = fc
  .tuple(fc.nat(1), fc.record({ language: texts, framework: texts, notes: texts }, { requiredKeys: [] }))
  .map(([form, values]) =>
    step(`form ${form}: values ${JSON.stringify(values)}`, (world) =>
      acts.setValues(world, world.forms[form]!, values),
    ),
  );
const contexts = fc
  .record({ language: fc.constantFrom('', 'a', 7), 'a\nb': fc.constantFrom('c', true) }, { requiredKeys: [] })
  .map((context) =>
    step(`stream: context ${JSON.stringify(context)}`, (world) => acts.setContext(world, context)),
  );
const endingStream = fc.constant(step('stream: left', (world) => acts.endForm(world, world.forms[2]!)));
const endingForm = fc.constant(step('form 1: disposed of', (world) => acts.endForm(world, world.forms[1]!)));

const waiting = fc
  .constantFrom(0, 1, 50, 100, 120, 150, 250, 300, 400, 1_000, 2_000, 5_000, 10_000, 30_000, 300_000)
  .map((ms) => step(`${ms} ms`, (world) => world.advance(ms)));

/** Ends one request, whether it is still wanted or not. */
const ending = (name: string, end: (world: World, sent: Sent) => void) =>
  fc.nat(5).map((place) =>
    step(`request ${place}: ${name}`, (world) => {
      const { open } = world;
      const sent = open[open.length - 1 - (place % open.length)];
      if (sent) end(world, sent);
    }),
  );

const answering = ending('answered', (world, sent) => world.answer(sent));
const answeringOddly = fc
  .constantFrom<[string, (word: Word) => object]>(
    ['with duplicates', ({ values }) => ({ values: [...values, ...values.slice(0, 1)] })],
    [
      'with nulls',
      ({ values }) => ({ values: values.length > 0 ? values : null, total: null, hasMore: null }),
    ],
    ['with odd values', ({ values }) => ({ values: [7, ...values.map((value) => ({ value })), null] })],
  )
  .chain(([name, shape]) =>
    ending(`answered ${name}`, (world, sent) => {
      const plainest = sent.peer.strict || world.server.model(sent.question.argument).vouches;
      if (plainest) world.answer(sent);
      else world.answer(sent, shape);
    }),
  );
const malforming = fc
  .constantFrom<unknown>({}, { completion: null }, { completion: { values: 'abc' } }, { values: ['a'] })
  .chain((result) =>
    ending(`answered ${JSON.stringify(result)}`, (world, sent) => world.malform(sent, result)),
  );
const failing = fc
  .constantFrom(
    { code: -32603, message: 'Internal error' },
    { code: -32603, message: 'Internal error' },
    { code: -32602, message: 'Invalid params' },
    { code: -32601, message: 'Method not found' },
    { code: -32603, message: 'Slow down', data: { retryAfter: 7 } },
  )
  .chain((error) =>
    ending(`fails with ${error.code}${error.data ? ', retry later' : ''}`, (world, sent) =>
      world.fail(sent, error),
    ),
  );
const answeringAll = fc.boolean().map((backwards) =>
  step(`all answered${backwards ? ', backwards' : ''}`, (world) => {
    const all = world.open.filter(({ call }) => isInFlight(call));
    for (const sent of backwards ? all.reverse() : all) world.answer(sent);
  }),
);
const settling = fc.constant(step('the dust settles', settle));
const checking = fc.constant(step('the dust settles, and lists are right', checkSettled));

const invalidating = fc
  .tuple(fc.constantFrom(undefined, 0, 1), fc.constantFrom('call' as const, 'stream' as const))
  .map(([form, how]) =>
    step(`invalidate ${form ?? 'all'} by ${how}`, (world) =>
      acts.invalidate(world, form === undefined ? undefined : world.forms[form]!.ref, how),
    ),
  );
const disconnecting = fc
  .constantFrom('first' as const, 'late' as const, 'never' as const)
  .map((close) => step(`disconnect, closed ${close}`, (world) => connection.disconnect(world, close)));
const capabilities = fc.constantFrom<object | undefined>(
  { completions: {} },
  { completions: {} },
  {},
  undefined,
);
const reconnecting = capabilities.map((declared) =>
  step(`reconnect with ${JSON.stringify(declared)}`, (world) => connection.reconnect(world, declared)),
);
const returning = fc.constant(step('the same client again', connection.reconnectSame));
const changing = fc
  .tuple(capabilities, fc.constantFrom('told' as const, 'told' as const, 'untold' as const))
  .map(([declared, news]) =>
    step(`capabilities ${JSON.stringify(declared)}, ${news}`, (world) =>
      connection.change(world, declared, news),
    ),
  );
const hangingUp = fc.constant(step('the connection closes', connection.hangUp));
const disposing = fc.constant(step('engine disposed of', acts.dispose));

const often = <T>(times: number, it: T): T[] => Array.from({ length: times }, () => it);

/** How often each kind of step comes up, against the others. */
export const steps = [
  ...often(8, typing),
  ...often(3, deleting),
  ...often(2, replacing),
  repeating,
  ...often(3, spelling),
  ...often(2, composing),
  ...often(3, accepting),
  ...often(4, focusing),
  ...often(4, hopping),
  blurring,
  ...often(2, dismissing),
  ...often(2, refreshing),
  ...often(2, watching),
  ...often(2, filling),
  contexts,
  ...often(10, waiting),
  ...often(6, answering),
  ...often(2, answeringOddly),
  malforming,
  ...often(3, failing),
  ...often(4, answeringAll),
  ...often(2, settling),
  checking,
  ...often(2, invalidating),
  disconnecting,
  reconnecting,
  ...often(2, returning),
  changing,
  hangingUp,
];

/** Rare: nothing more happens to what has ended. */
export const endings = [endingForm, endingStream, disposing];
