/** Whatever is called from within whatever is heard: no throw, no request too many, and everyone knows the newest. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Act, contextOf, Host, MAX_CONCURRENT, type Place, rest, WHATS } from './reentrant.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ENDINGS = ['endForm', 'endEngine'];
const WRITING = ['type', 'accept', 'setValues', 'reset'];
const what = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...WHATS.filter((one) => !ENDINGS.includes(one))) },
  { weight: 1, arbitrary: fc.constantFrom(...WHATS) },
);
const act: fc.Arbitrary<Act> = fc.record({
  what,
  which: fc.nat(5),
  text: fc.constantFrom('', 'x', 'xy', 'y', 'x/'),
});
const acts = fc.array(act, { maxLength: 30, size: 'max' });
const meddling: fc.Arbitrary<Record<Place, Act[]>> = fc.record({
  event: acts,
  state: acts,
  values: acts,
  call: acts,
  // No texts: a client that sets one while it is looked at may come before the call that looks, or after it.
  capabilities: acts.map((all) => all.filter(({ what }) => !WRITING.includes(what))),
});
const endings = fc.array(
  fc.constantFrom('answers' as const, 'answers' as const, 'fails' as const, 'hangs' as const),
  {
    maxLength: 20,
  },
);
const steps = fc.array(fc.tuple(act, fc.constantFrom(0, 0, 20, 150, 400, 2_000)), {
  minLength: 5,
  maxLength: 25,
});

it('keeps its promises to a host that meddles in everything it hears of', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(meddling, endings, steps, async (told, ends, doing) => {
      const host = new Host(told, ends);
      for (const [one, pause] of doing) {
        host.do(one);
        checkFields(host);
        await rest(pause);
        checkFields(host);
      }
      await rest(60_000);
      checkFields(host);
      host.end();
      await rest(0);
      checkEnd(host);
    }),
    { numRuns: 250, endOnFailure: false },
  );
});

function checkFields(host: Host): void {
  host.meddles = false;
  checkQuiet(host);
  host.meddles = true;
}

function checkQuiet({ fields, forms, texts, heard, ...host }: Host): void {
  expect(host.faults).toEqual([]);
  expect(host.mostAtOnce).toBeLessThanOrEqual(MAX_CONCURRENT);
  expect(host.askedTwice).toBeUndefined();
  const states = fields.map(({ state }) => state);
  const values = fields.map(({ value }) => value);
  expect(values.slice(0, heard.length)).toEqual(texts.slice(0, heard.length));
  expect(forms.flatMap((form) => Object.values(form.values))).toEqual(values);
  expect(states.map(({ value }) => value)).toEqual(values);
  expect(heard.every((state, at) => state === 'the end' || state === states[at])).toBe(true);
  for (const [at, { options }] of states.entries()) {
    const form = forms.find(({ fields: own }) => own.includes(fields[at]! as never))!;
    const siblings = Object.entries(form.values).filter(
      ([name, value]) => name !== fields[at]!.name && value !== '',
    );
    const context = contextOf(Object.fromEntries(siblings));
    for (const option of options) expect(option.endsWith(` in ${context}`) ? context : option).toBe(context);
  }
}

/** Each request was told of before its end, and ended once. */
function checkEnd({ events, clients, inFlight, faults, endedWithin }: Host): void {
  const open = new Set<number>();
  const ended = new Set<number>();
  for (const event of events) {
    if (event.type === 'hit') continue;
    if (event.type === 'request') open.add(event.id);
    else {
      expect(open.delete(event.id) && !ended.has(event.id)).toBe(true);
      ended.add(event.id);
    }
  }
  if (!endedWithin) expect([...open]).toEqual([]);
  expect(inFlight).toEqual([]);
  expect(clients.map(({ lateCancellations }) => lateCancellations)).toEqual([0, 0, 0]);
  expect(faults).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
}
