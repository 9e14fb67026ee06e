/** Random scripts for the hostile server and a random person, as plain data, so that a counterexample can be read. */
import fc from 'fast-check';
import { type Asked, complete } from './server.js';
import type { Session } from './session.js';

/** Every value names the question it answers, so that a list in the wrong place gives itself away. */
export function markedValues({ params: { argument, context } }: Asked, count: number): string[] {
  const siblings = JSON.stringify(Object.entries(context?.arguments ?? {}));
  return Array.from(
    { length: count },
    (_, index) => `${argument.value}|${argument.name}|${siblings}|${index}`,
  );
}

/** What a marked value says; undefined for any other. */
export function readMark(option: string): { value: string; argument: string; siblings: string } | undefined {
  const [, value, argument, siblings] = /^(.*)\|(\w+)\|(\[.*\])\|\d+$/s.exec(option) ?? [];
  if (value === undefined || argument === undefined || siblings === undefined) return undefined;
  return { value, argument, siblings };
}

const more = fc.record({
  total: fc.oneof(fc.integer(), fc.double(), fc.constant(null)),
  hasMore: fc.oneof(fc.boolean(), fc.constant(null)),
});

const rpcError = fc.record({
  code: fc.constantFrom(-32700, -32602, -32603, -32000, -32001, 429, 0),
  message: fc.string(),
  data: fc.jsonValue(),
});

const answer = fc.oneof(
  { weight: 6, arbitrary: fc.record({ give: fc.constant('values' as const), count: fc.nat(120) }) },
  { weight: 2, arbitrary: fc.record({ give: fc.constant('three values' as const), more }) },
  { weight: 2, arbitrary: fc.record({ give: fc.constant('result' as const), json: fc.jsonValue() }) },
  { weight: 2, arbitrary: fc.record({ give: fc.constant('odd values' as const), json: fc.jsonValue() }) },
  { weight: 2, arbitrary: fc.record({ give: fc.constant('error' as const), json: rpcError }) },
  { weight: 1, arbitrary: fc.record({ give: fc.constant('error' as const), json: fc.jsonValue() }) },
  { weight: 1, arbitrary: fc.record({ give: fc.constant('message' as const), json: fc.jsonValue() }) },
  {
    weight: 1,
    arbitrary: fc.record({ give: fc.constant('stray' as const), id: fc.integer({ min: 1_000_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ give: fc.constant('twice' as const) }) },
);

export type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

export function give(asked: Asked, answer: Answer): void {
  if (answer.give === 'values') asked.answer(complete(markedValues(asked, answer.count)));
  else if (answer.give === 'three values') asked.answer(complete(markedValues(asked, 3), answer.more));
  else if (answer.give === 'result') asked.answer(answer.json);
  else if (answer.give === 'odd values') asked.answer(complete(answer.json));
  else if (answer.give === 'error') asked.fail(answer.json);
  else if (answer.give === 'message') asked.raw(answer.json);
  else if (answer.give === 'stray') asked.raw({ jsonrpc: '2.0', id: answer.id, result: complete(['stray']) });
  else {
    asked.answer(complete(markedValues(asked, 2)));
    asked.answer(complete(['second answer']));
  }
}

const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'A', ' '),
  fc.string({ maxLength: 4, unit: 'binary' }),
);

const deed = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set sibling' as const), text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('accept' as const), at: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('compose', 'blur', 'focus', 'focus', 'dismiss', 'refresh', 'invalidate', 'reset'),
    }),
  },
);

export type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

export function perform({ field, form, engine }: Session, deed: Deed): void {
  if ('text' in deed) {
    if (deed.do === 'type') field.setValue(deed.text);
    else form.setValues({ framework: deed.text });
  } else if ('at' in deed) {
    const { options } = field.state;
    const option = options[deed.at % (options.length || 1)];
    if (option !== undefined) field.accept(option);
  } else if (deed.do === 'compose') field.setValue(`${field.value}x`, { composing: true });
  else if (deed.do === 'blur') field.blur();
  else if (deed.do === 'focus') field.focus();
  else if (deed.do === 'dismiss') field.dismiss();
  else if (deed.do === 'refresh') field.refresh();
  else if (deed.do === 'invalidate') engine.invalidate();
  else form.reset();
}

/** In milliseconds; null is never. */
const delay = fc.oneof(fc.constant(0), fc.nat(300), fc.integer({ min: 300, max: 20_000 }), fc.constant(null));

const step = fc.record({
  deed,
  pause: fc.nat(400),
  answers: fc.array(fc.record({ answer, delay }), { minLength: 1, maxLength: 4 }),
});

export const script = fc.record({
  narrowing: fc.constantFrom('off' as const, 'display' as const, 'learned' as const),
  steps: fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
});

export type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;
