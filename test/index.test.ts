/** The public names of the core, one by one: a name that appears or goes is a decision. */
import { describe, expect, it } from 'vitest';
import * as core from '../src/index.js';

describe('the core', () => {
  it('exports these values and no other', () => {
    expect(Object.keys(core).sort()).toEqual([
      'CompletionError',
      'createCompletionEngine',
      'isCompletionError',
      'promptTarget',
      'resourceTemplateTarget',
    ]);
  });
});
