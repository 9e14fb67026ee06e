/** The fold of what a host or a person does into a field's situation. */
import { describe, expect, it } from 'vitest';
import { foldSignal, INITIAL_SITUATION, isGiven, type Signal, type Situation } from '../src/situation.js';

const after = (...signals: Signal[]): Situation => signals.reduce(foldSignal, INITIAL_SITUATION);
const typed = (text: string, composing?: boolean): Signal => ({ type: 'value', text, composing });
const chosen = (text: string, container: 'container' | 'leaf' = 'leaf'): Signal => ({
  type: 'choose',
  text,
  container: container === 'container',
});
const filled = (text: string, context: Record<string, string> = {}): Signal => ({
  type: 'fill',
  text,
  context,
});
const context = (siblings: Record<string, string>): Signal => ({ type: 'context', context: siblings });
const FOCUS: Signal = { type: 'active', active: true };
const BLUR: Signal = { type: 'active', active: false };
const REFRESH: Signal = { type: 'refresh' };
const DISMISS: Signal = { type: 'dismiss' };

describe('typing', () => {
  it('is told apart by what it does to the text', () => {
    expect(after(typed('x'))).toMatchObject({ cause: 'first', text: 'x' });
    expect(after(typed('x'), typed('xy'))).toMatchObject({ cause: 'typed', text: 'xy', shrunk: false });
    expect(after(typed('xy'), typed('x'))).toMatchObject({ shrunk: true });
    expect(after(typed('xy'), typed('x'), typed('x'))).toMatchObject({ shrunk: false });
    expect(after(chosen('xy'), typed('x'))).toMatchObject({ cause: 'edited' });
  });

  it('ends a dismissal and what was given, unless it repeats the given text', () => {
    expect(after(typed('x'), DISMISS, typed('x')).dismissed).toBe(false);
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
    const choice = [FOCUS, chosen('x')];
    expect(isGiven(after(...choice))).toBe(true);
    expect(isGiven(after(...choice, BLUR, FOCUS))).toBe(true);
    expect(isGiven(after(...choice, context({ b: '1' })))).toBe(false);
    expect(isGiven(after(...choice, context({ b: '1' }), context({})))).toBe(true);
    expect(isGiven(after(...choice, REFRESH))).toBe(false);
  });

  it('is not given as a container, whose children are wanted until the text changes', () => {
    const state = after(FOCUS, chosen('x/', 'container'));
    expect([isGiven(state), state.container]).toEqual([false, true]);
    expect(foldSignal(state, typed('x/')).container).toBe(true);
    expect(foldSignal(state, typed('x/a')).container).toBe(false);
    expect(after(FOCUS, chosen('x/', 'container'), chosen('y')).container).toBe(false);
  });

  it('ends composing and a dismissal', () => {
    expect(after(typed('x', true), DISMISS, chosen('y'))).toMatchObject({
      composing: false,
      dismissed: false,
    });
  });
});

describe('what the host filled in', () => {
  it('is given in the siblings that came with it, until focus', () => {
    const state = after(FOCUS, filled('x', { b: '1' }));
    expect(state).toMatchObject({ cause: 'filled', text: 'x', context: { b: '1' } });
    expect(isGiven(state)).toBe(true);
    expect(isGiven(foldSignal(foldSignal(state, BLUR), FOCUS))).toBe(false);
  });

  it('though it was typed before is a change of its siblings, if of anything', () => {
    const state = after(FOCUS, typed('x'), filled('x', { b: '1' }));
    expect(state).toMatchObject({ cause: 'context', text: 'x', context: { b: '1' } });
    expect(isGiven(state)).toBe(false);
  });
});

it('focus ends a dismissal, of a focused field, too', () => {
  expect(after(FOCUS, DISMISS, FOCUS)).toMatchObject({ cause: 'focus', active: true, dismissed: false });
});

describe('signals that change nothing', () => {
  it.each<[string, Signal[], Signal]>([
    ['the same context in another order', [context({ a: '1', b: '2' })], context({ b: '2', a: '1' })],
    ['focus of a focused field', [FOCUS], FOCUS],
    ['blur of a blurred field', [], BLUR],
    ['the text it has, filled in where it was', [typed('x')], filled('x')],
    ['no composing where none was', [], { type: 'composing', composing: false }],
  ])('leave the situation as it is: %s', (_what, before, signal) => {
    const state = after(...before);
    expect(foldSignal(state, signal)).toBe(state);
  });
});

describe('focus and blur', () => {
  it('end a dismissal and composing', () => {
    expect(after(FOCUS, DISMISS, BLUR, FOCUS)).toMatchObject({
      cause: 'focus',
      dismissed: false,
      active: true,
    });
    expect(after(FOCUS, typed('x', true), BLUR)).toMatchObject({
      cause: 'blur',
      composing: false,
      active: false,
    });
  });
});

describe('a reset', () => {
  it('is told apart from a mere change of support, and changes nothing else', () => {
    const state = after(FOCUS, typed('x'));
    expect(foldSignal(state, { type: 'reset', what: 'all' })).toEqual({ ...state, cause: 'reset' });
    expect(foldSignal(state, { type: 'reset', what: 'support' })).toEqual({ ...state, cause: 'support' });
  });
});
