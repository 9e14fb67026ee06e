// RFC 6570: which variables a template has, which of them a URI cannot do without, and what an expansion writes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandUriTemplate, parseUriTemplate } from '../src/uri-template.js';

const variables = (template: string) => parseUriTemplate(template).variables;
const required = (template: string) => parseUriTemplate(template).required;
const problem = (template: string) => parseUriTemplate(template).problem;

/** Own members only, whatever they are called. */
const own = (entries: Record<string, string>): Record<string, string> =>
  Object.assign(Object.create(null), entries);

describe('variables', () => {
  it.each([
    ['x/{id:3}', ['id']],
    ['x/{id:9999}', ['id']],
    ['x/{id*}', ['id']],
  ])('A17: a modifier is not part of the name: %s', (template, names) => {
    expect(variables(template)).toEqual(names);
  });

  it.each([
    ['{;id}', ['id']],
    ['{?q,limit}', ['q', 'limit']],
    ['{&z}', ['z']],
    ['{/seg*}', ['seg']],
    ['{#frag}', ['frag']],
    ['{.ext}', ['ext']],
    ['{+path}', ['path']],
    ['a{?topic}', ['topic']],
  ])('A18: every operator yields bare names: %s', (template, names) => {
    expect(variables(template)).toEqual(names);
  });

  it.each(['x{?a}/{a}', '{a}{a}', '{a,a}', '{a:3}{a*}'])(
    'A20: a repeated name is one variable: %s',
    (template) => {
      expect(variables(template)).toEqual(['a']);
    },
  );

  it('keeps the order of first appearance', () => {
    expect(variables('{c}{?b,c}{&a,b}')).toEqual(['c', 'b', 'a']);
  });

  it('reads dots, underscores, digits and percent-encoded characters in a name', () => {
    expect(variables('{a.b}{_x9}{a%20b}{semi.d%C3%A9.e}')).toEqual(['a.b', '_x9', 'a%20b', 'semi.d%C3%A9.e']);
  });

  it('C2: a URI without braces has none', () => {
    expect(parseUriTemplate('file:///readme.md')).toEqual({ variables: [], required: [] });
    expect(parseUriTemplate('')).toEqual({ variables: [], required: [] });
  });

  it('leaves operator and modifiers out of the names', () => {
    expect(variables('x{?a:3,b*}')).toEqual(['a', 'b']);
  });
});

describe('a malformed template is a problem, never an exception', () => {
  it.each([
    '{',
    'a{b',
    '}',
    'a}b',
    '{a}}',
    '{a{b}}',
    '{{a}}',
    '{}',
    '{?}',
    '{,a}',
    '{a,}',
    '{a,,b}',
    '{.a.}',
    '{..a}',
    '{a..b}',
    '{a b}',
    '{ a}',
    '{a }',
    '{a-b}',
    '{~a}',
    '{$a}',
    '{é}',
    '{a%2}',
    '{a%zz}',
    '{/?id}',
    '{??a}',
    '{a:}',
    '{a:0}',
    '{a:01}',
    '{a:10000}',
    '{a:x}',
    '{a:3*}',
    '{a**}',
    '{*a}',
    '{a=b}',
    '{a|b=c}',
    '{?a=1,b}',
    '{a)',
  ])('%s', (template) => {
    expect(problem(template)).toMatch(/^[^\n]+$/);
    expect(variables(template)).toEqual([]);
    expect(required(template)).toEqual([]);
    expect(expandUriTemplate(template, { a: 'x' })).toBe(template);
  });

  it.each(['=', ',', '!', '@', '|'])('the operator %s is reserved: no variable', (operator) => {
    expect(problem(`{${operator}a}`)).toMatch(/ in "{\Wa}" is not a variable$/);
  });

  it.each([
    'a b',
    'a"b',
    'a<b',
    'a>b',
    'a\\b',
    'a^b',
    'a`b',
    'a|b',
    'a%b',
    'a%2',
    'a\u0000',
    'a\u007f',
    'a\u009f',
    'a\ud800',
  ])('a literal that a template must percent-encode: %j', (template) => {
    expect(problem(template)).toMatch(/must be percent-encoded$/);
  });

  it.each(["it's", 'é', '日本', '😀', 'a%20b', "!#$&()*+,-./:;=?@[]_~'"])(
    'a literal that is allowed: %s',
    (template) => {
      expect(problem(template)).toBeUndefined();
    },
  );

  it('says what is wrong on one short line, however long the template', () => {
    expect(problem(`{${'a'.repeat(100_000)}`)!.length).toBeLessThan(100);
    expect(problem(`${'a'.repeat(100_000)} `)!.length).toBeLessThan(200);
  });

  it('takes linear time on hostile names', () => {
    const name = 'a.'.repeat(50_000);
    expect(problem(`{${name}}`)).toBeDefined();
    expect(variables(`{${name}a}`)).toEqual([`${name}a`]);
    expect(problem('{'.repeat(100_000))).toBeDefined();
  });
});

describe('required variables', () => {
  it.each([
    ['{a}', [['a']]],
    ['{+a}', [['a']]],
    ['{/a}', [['a']]],
    ['{.a}', [['a']]],
    ['{;a}', [['a']]],
    ['{#a}', [['a']]],
    ['{?a}', []],
    ['x?y{&a}', []],
    ['{a,b}', [['a', 'b']]],
    ['{a}/{b}{?c,d}', [['a'], ['b']]],
    ['{/a,b}{#c}', [['a', 'b'], ['c']]],
  ])('C10: required is per expression: %s', (template, groups) => {
    expect(required(template)).toEqual(groups);
  });

  it('C10: a variable that is required elsewhere and optional here is required', () => {
    expect(required('x{?a}/{a}')).toEqual([['a']]);
  });

  it('names each demand once', () => {
    expect(required('{a}{a}')).toEqual([['a']]);
    expect(required('{a,b}{b,a}')).toEqual([['a', 'b']]);
    expect(required('{a,b}{a}')).toEqual([['a']]);
    expect(required('{a,a}')).toEqual([['a']]);
    expect(required('{a,b}{b,c}')).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
  });
});

describe('expansion', () => {
  // The string variables of RFC 6570 section 3.2, and what its sections 3.2.2 to 3.2.9 make of them.
  const rfc = {
    dub: 'me/too',
    hello: 'Hello World!',
    half: '50%',
    var: 'value',
    who: 'fred',
    base: 'http://example.com/home/',
    path: '/foo/bar',
    v: '6',
    x: '1024',
    y: '768',
    empty: '',
  };

  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['?{undef,y}', '?768'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['O{+empty}X', 'OX'],
    ['O{+undef}X', 'OX'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['up{+path}{var}/here', 'up/foo/barvalue/here'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{#var}', '#value'],
    ['{#hello}', '#Hello%20World!'],
    ['{#half}', '#50%25'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['{#path:6}/here', '#/foo/b/here'],
    ['{.who}', '.fred'],
    ['{.who,who}', '.fred.fred'],
    ['{.half,who}', '.50%25.fred'],
    ['X{.var}', 'X.value'],
    ['X{.empty}', 'X.'],
    ['X{.undef}', 'X'],
    ['X{.var:3}', 'X.val'],
    ['{/who}', '/fred'],
    ['{/who,who}', '/fred/fred'],
    ['{/half,who}', '/50%25/fred'],
    ['{/who,dub}', '/fred/me%2Ftoo'],
    ['{/var}', '/value'],
    ['{/var,empty}', '/value/'],
    ['{/var,undef}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{/var:1,var}', '/v/value'],
    ['{;who}', ';who=fred'],
    ['{;half}', ';half=50%25'],
    ['{;empty}', ';empty'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;v,bar,who}', ';v=6;who=fred'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{;x,y,undef}', ';x=1024;y=768'],
    ['{;hello:5}', ';hello=Hello'],
    ['{?who}', '?who=fred'],
    ['{?half}', '?half=50%25'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?x,y,undef}', '?x=1024&y=768'],
    ['{?var:3}', '?var=val'],
    ['{&who}', '&who=fred'],
    ['{&half}', '&half=50%25'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
    ['{&var:3}', '&var=val'],
  ])('RFC 6570, section 3.2: %s is %s', (template, uri) => {
    expect(expandUriTemplate(template, rfc)).toBe(uri);
  });

  it.each([
    ['{topic}', { topic: 'foo/bar' }, 'foo%2Fbar'],
    ['{v}', { v: '!' }, '%21'],
    ['{+v}', { v: '[x]' }, '[x]'],
    ['{a,b}', { a: 'x,y', b: 'é' }, 'x%2Cy,%C3%A9'],
    ['x{?q}', { q: '' }, 'x?q='],
    ['x{?q}', {}, 'x'],
    ['{id:3}', { id: 'abcdef' }, 'abc'],
  ])('C9: reserved characters, the empty and the unset: %s with %j', (template, values, uri) => {
    expect(expandUriTemplate(template, own(values))).toBe(uri);
  });

  it.each(['{a*}', '{/a*}', '{?a*}'])('explode changes nothing for a string: %s', (template) => {
    expect(expandUriTemplate(template, { a: 'x,y/z' })).toBe(
      expandUriTemplate(template.replace('*', ''), { a: 'x,y/z' }),
    );
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'])(
    'A14: a variable named %s is a variable like any other',
    (name) => {
      expect(expandUriTemplate(`x{${name}}{?${name}}`, {})).toBe('x');
      const values = JSON.parse(`{${JSON.stringify(name)}:"v"}`);
      expect(expandUriTemplate(`x/{${name}}{?${name}}`, values)).toBe(`x/v?${name}=v`);
      expect(({} as Record<string, unknown>).v).toBeUndefined();
    },
  );

  it('counts a prefix in characters, and never cuts one in two', () => {
    expect(expandUriTemplate('{a:1}', { a: '😀😀' })).toBe('%F0%9F%98%80');
    expect(expandUriTemplate('{+a:2}', { a: 'a😀b' })).toBe('a%F0%9F%98%80');
    expect(expandUriTemplate('{?a:1,a:3}', { a: 'é😀xyz' })).toBe('?a=%C3%A9&a=%C3%A9%F0%9F%98%80x');
  });

  it('writes half a surrogate pair as the replacement character', () => {
    expect(expandUriTemplate('{a}{+a}', { a: '\ud83d' })).toBe('%EF%BF%BD%EF%BF%BD');
  });

  it('does not encode the percent sign of a name a second time', () => {
    expect(expandUriTemplate('{?a%20b,c}{;a%20b}', { 'a%20b': '1%', c: '2' })).toBe(
      '?a%20b=1%25&c=2;a%20b=1%25',
    );
  });

  it('keeps what is encoded in a literal, and encodes what a URI cannot hold', () => {
    expect(expandUriTemplate('a%20b/é[1]{x}', { x: 'y' })).toBe('a%20b/%C3%A9[1]y');
  });

  it('puts nothing of a value into another place: braces in a value stay a value', () => {
    expect(expandUriTemplate('{a}/{b}', { a: '{b}', b: 'x' })).toBe('%7Bb%7D/x');
    expect(expandUriTemplate('{+a}/{b}', { a: '{b}', b: 'x' })).toBe('%7Bb%7D/x');
  });
});

describe('properties', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'{}+#./;?&,:*%=!@|a1_ \u{1F600}\uD800é') }),
  );
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);

  it('nothing that a server writes or a person types makes it throw', () => {
    fc.assert(
      fc.property(anyText, anyText, (template, value) => {
        const parsed = parseUriTemplate(template);
        const values: Record<string, string> = Object.create(null);
        for (const variable of parsed.variables) values[variable] = value;
        expect(typeof expandUriTemplate(template, values)).toBe('string');
        if (parsed.problem !== undefined)
          expect(parsed).toEqual({ variables: [], required: [], problem: parsed.problem });
      }),
      { numRuns: 2000 },
    );
  });

  it('a well-formed template never yields a problem, and gives its names back', () => {
    const operator = fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&');
    const modifier = fc.constantFrom('', '*', ':1', ':12', ':9999');
    const expression = fc
      .tuple(operator, fc.array(fc.tuple(name, modifier), { minLength: 1, maxLength: 4 }))
      .map(([op, specs]) => ({
        source: `{${op}${specs.map((spec) => spec.join('')).join(',')}}`,
        names: specs.map(([one]) => one),
      }));
    fc.assert(
      fc.property(fc.array(expression), (all) => {
        const template = `x://h/${all.map(({ source }) => source).join('/')}`;
        expect(problem(template)).toBeUndefined();
        expect(variables(template)).toEqual([...new Set(all.flatMap(({ names }) => names))]);
      }),
    );
  });

  it('a plain value survives the round trip through a simple expansion', () => {
    fc.assert(
      fc.property(name, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (key, one, two) => {
        const uri = expandUriTemplate(`x://h/{${key}}{?q}`, own({ [key]: one, q: two }));
        const expected = key === 'q' ? two : one;
        const [path, query] = uri.slice('x://h/'.length).split('?q=');
        expect(decodeURIComponent(path!)).toBe(expected);
        expect(decodeURIComponent(query!)).toBe(two);
      }),
    );
  });

  it('what expands is a URI: no character that RFC 3986 does not know', () => {
    fc.assert(
      fc.property(anyText, anyText, (template, value) => {
        const parsed = parseUriTemplate(template);
        if (parsed.problem !== undefined) return;
        const values: Record<string, string> = Object.create(null);
        for (const variable of parsed.variables) values[variable] = value;
        expect(expandUriTemplate(template, values)).toMatch(
          /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})*$/,
        );
      }),
      { numRuns: 2000 },
    );
  });
});
