/** The fold of what a host or a person does into a field's situation. */
import { describe, expect, it } from 'vitest';
import {
  beside,
  blurred,
  chosen,
  composed,
  dismissed,
  filled,
  focused,
  INITIAL_SITUATION,
  isGiven,
  refreshed,
  reset,
  type Signal,
  type Situation,
  typed,
} from '../src/situation.js';

const after = (...signals: Signal[]): Situation =>
  signals.reduce((now, signal) => signal(now), INITIAL_SITUATION);
const opened = (text: string) => chosen(text, true);

describe('typing', () => {
  it('is told apart by what it does to the text', () => {
    expect(after(typed('x'))).toMatchObject({ cause: 'first', text: 'x' });
    expect(after(typed('x'), typed('xy'))).toMatchObject({ cause: 'typed', text: 'xy', shrunk: false });
    expect(after(typed('xy'), typed('x'))).toMatchObject({ shrunk: true });
    expect(after(typed('xy'), typed('x'), typed('x'))).toMatchObject({ shrunk: false });
    expect(after(chosen('xy'), typed('x'))).toMatchObject({ cause: 'edited' });
  });

  it('ends a dismissal and what was given, unless it repeats the given text', () => {
    expect(after(typed('x'), dismissed, typed('x')).dismissed).toBe(false);
    expect(isGiven(after(chosen('x'), typed('x')))).toBe(true);
    expect(isGiven(after(chosen('x'), typed('xy')))).toBe(false);
    expect(isGiven(after(chosen('x'), typed('xy'), typed('x')))).toBe(false);
  });

  it('goes on composing until told otherwise', () => {
    expect(after(typed('x', true), typed('xy')).composing).toBe(true);
    expect(after(typed('x', true), typed('xy', false)).composing).toBe(false);
  });
});

describe('what was chosen', () => {
  it('is given in its context, through leaving and coming back, until an explicit request', () => {
    const choice = [focused, chosen('x')];
    expect(isGiven(after(...choice))).toBe(true);
    expect(isGiven(after(...choice, blurred, focused))).toBe(true);
    expect(isGiven(after(...choice, beside({ b: '1' })))).toBe(false);
    expect(isGiven(after(...choice, beside({ b: '1' }), beside({})))).toBe(true);
    expect(isGiven(after(...choice, refreshed))).toBe(false);
  });

  it('is not given as a container, whose children are wanted until the text changes', () => {
    const state = after(focused, opened('x/'));
    expect([isGiven(state), state.container]).toEqual([false, true]);
    expect(typed('x/')(state).container).toBe(true);
    expect(typed('x/a')(state).container).toBe(false);
    expect(after(focused, opened('x/'), chosen('y')).container).toBe(false);
  });

  it('ends composing and a dismissal', () => {
    expect(after(typed('x', true), dismissed, chosen('y'))).toMatchObject({
      composing: false,
      dismissed: false,
    });
  });
});

describe('what the host filled in', () => {
  it('is given in the siblings that came with it, until focus', () => {
    const state = after(focused, filled('x', { b: '1' }));
    expect(state).toMatchObject({ cause: 'filled', text: 'x', context: { b: '1' } });
    expect(isGiven(state)).toBe(true);
    expect(isGiven(focused(blurred(state)))).toBe(false);
  });

  it('though it was typed before is a change of its siblings, if of anything', () => {
    const state = after(focused, typed('x'), filled('x', { b: '1' }));
    expect(state).toMatchObject({ cause: 'context', text: 'x', context: { b: '1' } });
    expect(isGiven(state)).toBe(false);
  });
});

it('focus ends a dismissal, of a focused field, too', () => {
  expect(after(focused, dismissed, focused)).toMatchObject({
    cause: 'focus',
    active: true,
    dismissed: false,
  });
});

describe('signals that change nothing', () => {
  it.each<[string, Signal[], Signal]>([
    ['the same context in another order', [beside({ a: '1', b: '2' })], beside({ b: '2', a: '1' })],
    ['focus of a focused field', [focused], focused],
    ['blur of a blurred field', [], blurred],
    ['the text it has, filled in where it was', [typed('x')], filled('x', {})],
    ['no composing where none was', [], composed(false)],
  ])('leave the situation as it is: %s', (_what, before, signal) => {
    const state = after(...before);
    expect(signal(state)).toBe(state);
  });
});

describe('focus and blur', () => {
  it('end a dismissal and composing', () => {
    expect(after(focused, dismissed, blurred, focused)).toMatchObject({
      cause: 'focus',
      dismissed: false,
      active: true,
    });
    expect(after(focused, typed('x', true), blurred)).toMatchObject({
      cause: 'blur',
      composing: false,
      active: false,
    });
  });
});

describe('a reset', () => {
  it('is told apart from a mere change of support, and changes nothing else', () => {
    const state = after(focused, typed('x'));
    expect(reset('reset')(state)).toEqual({ ...state, cause: 'reset' });
    expect(reset('support')(state)).toEqual({ ...state, cause: 'support' });
  });
});
