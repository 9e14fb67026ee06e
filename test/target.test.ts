// What a form is for, read from what a server listed: prompts and resource templates, well-formed or not.
import type { Prompt as PromptV2, ResourceTemplateType } from '@modelcontextprotocol/client';
import type { Prompt as PromptV1, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PromptLike,
  promptTarget,
  type ResourceTemplateLike,
  resourceTemplateTarget,
} from '../src/target.js';

const template = (uriTemplate: string) => resourceTemplateTarget({ uriTemplate, name: 't' });
/** What came over the wire is only promised to be the type. */
const prompt = (listed: unknown) => promptTarget(listed as PromptLike);

describe('a prompt', () => {
  it('A16: is referred to by its name, and shown by its title', () => {
    const target = promptTarget({ name: 'code_review', title: 'Code Review', description: 'Reviews code' });
    expect(target.ref).toEqual({ type: 'ref/prompt', name: 'code_review' });
    expect(target.title).toBe('Code Review');
    expect(target.description).toBe('Reviews code');
  });

  it('without a title is shown by its name', () => {
    expect(promptTarget({ name: 'p' }).title).toBe('p');
    expect(promptTarget({ name: 'p', title: '' }).title).toBe('p');
  });

  it('lists its arguments in order, each required one a group of its own', () => {
    const target = promptTarget({
      name: 'p',
      arguments: [
        { name: 'a', required: true, title: 'A', description: 'first' },
        { name: 'b' },
        { name: 'c', required: true },
      ],
    });
    expect(target.arguments).toEqual([
      { name: 'a', title: 'A', description: 'first', required: true },
      { name: 'b', required: false },
      { name: 'c', required: true },
    ]);
    expect(target.required).toEqual([['a'], ['c']]);
    expect(target).not.toHaveProperty('problem');
  });

  it('counts an argument that is listed twice once, and required if either is', () => {
    const target = promptTarget({
      name: 'p',
      arguments: [
        { name: 'a', title: 'one' },
        { name: 'b' },
        { name: 'a', title: 'two', description: 'd', required: true },
        { name: 'c', required: true },
        { name: 'c' },
      ],
    });
    expect(target.arguments).toEqual([
      { name: 'a', title: 'one', description: 'd', required: true },
      { name: 'b', required: false },
      { name: 'c', required: true },
    ]);
    expect(target.required).toEqual([['a'], ['c']]);
  });

  it('A14: takes arguments named like members of Object.prototype', () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'];
    const target = promptTarget({ name: 'p', arguments: names.map((name) => ({ name })) });
    expect(target.arguments.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['no list', { name: 'p' }],
    ['null', { name: 'p', arguments: null }],
    ['an object', { name: 'p', arguments: { a: {} } }],
    ['a text', { name: 'p', arguments: 'abc' }],
    [
      'entries that are no arguments',
      { name: 'p', arguments: [null, 5, 'x', {}, { name: 7 }, { name: '' }] },
    ],
  ])('has no arguments when the server sent %s', (_what, listed) => {
    expect(prompt(listed)).toMatchObject({ title: 'p', arguments: [], required: [] });
  });

  it('drops titles and descriptions that are no text, and takes only true for required', () => {
    const target = prompt({
      name: 'p',
      title: 5,
      description: null,
      arguments: [{ name: 'a', title: {}, description: 1, required: 'yes' }],
    });
    expect(target).not.toHaveProperty('description');
    expect(target.title).toBe('p');
    expect(target.arguments).toEqual([{ name: 'a', required: false }]);
  });

  it.each([{}, { name: null }, { name: 5 }, { name: '' }])(
    'without a name has a problem and no fields: %j',
    (listed) => {
      const target = prompt({ ...listed, arguments: [{ name: 'a', required: true }] });
      expect(target).toMatchObject({ arguments: [], required: [], problem: 'The prompt has no name.' });
    },
  );
});

describe('a resource template', () => {
  it.each([
    'file:///{path}',
    'HTTP://Host/{+p}',
    'users://search?q={query}&page={page}',
    'x://%7Ba%7d/{é%20}',
  ])('A15: is referred to byte for byte: %s', (uriTemplate) => {
    expect(template(uriTemplate).ref).toEqual({ type: 'ref/resource', uri: uriTemplate });
  });

  it('is shown by title, then name, then the template itself', () => {
    const uriTemplate = 'x://{a}';
    expect(resourceTemplateTarget({ uriTemplate, name: 'n', title: 'T' }).title).toBe('T');
    expect(resourceTemplateTarget({ uriTemplate, name: 'n' }).title).toBe('n');
    expect(resourceTemplateTarget({ uriTemplate, name: '' }).title).toBe(uriTemplate);
  });

  it('A17, A18: names its variables without operators and modifiers', () => {
    expect(template('x://{id:3}{/seg*}{?q,limit}').arguments.map(({ name }) => name)).toEqual([
      'id',
      'seg',
      'q',
      'limit',
    ]);
  });

  it('A20: gives a variable that appears twice one field', () => {
    expect(template('x{?a}/{a}').arguments).toEqual([{ name: 'a', required: true }]);
  });

  it('C2: a URI without braces asks for nothing', () => {
    const target = template('file:///readme.md');
    expect(target.arguments).toEqual([]);
    expect(target.required).toEqual([]);
    expect(target).not.toHaveProperty('problem');
  });

  it('C10: {a,b} is one group of two, and neither is required by itself', () => {
    const target = template('x://{a,b}/{c}{?d}');
    expect(target.required).toEqual([['a', 'b'], ['c']]);
    expect(target.arguments).toEqual([
      { name: 'a', required: false },
      { name: 'b', required: false },
      { name: 'c', required: true },
      { name: 'd', required: false },
    ]);
  });

  it('that is malformed says why, and has no fields', () => {
    const target = template('x://{a');
    expect(target.problem).toBe('The URI template is malformed: "{a" is not closed.');
    expect(target.ref).toEqual({ type: 'ref/resource', uri: 'x://{a' });
    expect(target.arguments).toEqual([]);
    expect(target.required).toEqual([]);
  });

  it.each([{}, { uriTemplate: null }, { uriTemplate: 7 }])('that is missing is a problem: %j', (listed) => {
    const target = resourceTemplateTarget(listed as unknown as ResourceTemplateLike);
    expect(target.problem).toBe('The URI template is malformed: it is missing.');
    expect(target.arguments).toEqual([]);
  });
});

describe('the key', () => {
  it('is equal for equal targets, whatever objects they came from', () => {
    const listed = { name: 'p', arguments: [{ name: 'a', required: true }] };
    expect(promptTarget(structuredClone(listed)).key).toBe(promptTarget(listed).key);
    expect(promptTarget({ ...listed, description: undefined }).key).toBe(promptTarget(listed).key);
    expect(template('x://{a}').key).toBe(template('x://{a}').key);
  });

  it.each([
    [promptTarget({ name: 'x' }), template('x')],
    [
      promptTarget({ name: 'p', arguments: [{ name: 'a' }] }),
      promptTarget({ name: 'p', arguments: [{ name: 'b' }] }),
    ],
    [
      promptTarget({ name: 'p', arguments: [{ name: 'a' }] }),
      promptTarget({ name: 'p', arguments: [{ name: 'a', required: true }] }),
    ],
    [
      promptTarget({ name: 'p', arguments: [{ name: 'a' }, { name: 'b' }] }),
      promptTarget({ name: 'p', arguments: [{ name: 'b' }, { name: 'a' }] }),
    ],
    [promptTarget({ name: 'p","x":"' }), promptTarget({ name: 'p', title: '","x":"' })],
    [template('{a}{?b}'), template('{a}{&b}')],
  ])('differs where the targets differ (%#)', (one, other) => {
    expect(one.key).not.toBe(other.key);
  });
});

describe('the SDKs', () => {
  it("both generations' types fit as they are", () => {
    const prompts: [PromptV1, PromptV2] = [{ name: 'one' }, { name: 'two' }];
    const templates: [ResourceTemplate, ResourceTemplateType] = [
      { name: 'one', uriTemplate: 'x://{a}' },
      { name: 'two', uriTemplate: 'x://{b}' },
    ];
    expect(prompts.map((one) => promptTarget(one).title)).toEqual(['one', 'two']);
    expect(templates.map((one) => resourceTemplateTarget(one).arguments[0]!.name)).toEqual(['a', 'b']);
  });
});

describe('properties', () => {
  it('whatever JSON a server lists makes a target, and never throws', () => {
    const listed = fc.record(
      {
        name: fc.jsonValue(),
        title: fc.jsonValue(),
        description: fc.jsonValue(),
        uriTemplate: fc.oneof(fc.jsonValue(), fc.string()),
        arguments: fc.oneof(
          fc.jsonValue(),
          fc.array(fc.record({ name: fc.string(), required: fc.boolean() }, { requiredKeys: [] })),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(listed, (entry) => {
        for (const target of [
          prompt(entry),
          resourceTemplateTarget(entry as unknown as ResourceTemplateLike),
        ]) {
          const names = target.arguments.map(({ name }) => name);
          expect(new Set(names).size).toBe(names.length);
          for (const group of target.required) {
            expect(group).not.toEqual([]);
            for (const name of group) expect(names).toContain(name);
          }
        }
      }),
    );
  });
});
