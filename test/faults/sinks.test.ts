/** Nothing that ships can run a text as code or parse one as markup: our files and the two packages bundled with them. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Every entry point that the package has. */
const ENTRIES = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'object' ? [entry.default.replace('./dist/', '').replace(/\.js$/, '.ts')] : [],
);

const SINKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['eval', /\beval\s*\(/],
  ['the Function constructor', /\bFunction\s*\(|\.constructor\s*\(/],
  ['a timer with a text', /\bset(?:Timeout|Interval)\s*\(\s*['"`]/],
  [
    'innerHTML and its kin',
    /\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bsetHTML(?:Unsafe)?\b|\bdangerouslySetInnerHTML\b/,
  ],
  ['markup parsers', /\bDOMParser\b|\bcreateContextualFragment\b|\bparseHTMLUnsafe\b|\bsrcdoc\b/],
  ['document.write', /\bdocument\s*\.\s*write/],
  ['scripts and styles made at run time', /createElement\(\s*['"`](?:script|style|iframe|object|link)['"`]/],
  [
    'a style attribute, which a strict content security policy blocks',
    /setAttribute\(\s*['"`](?:style|on)|\bcssText\b/,
  ],
  ['an import of what a text names', /\bimport\s*\(\s*[^'"`\s]/],
  [
    'the network and storage',
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|sessionStorage|indexedDB)\b\s*[(.]/,
  ],
];

describe.each(ENTRIES)('src/%s, bundled', (entry) => {
  let code = '';

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [`${ROOT}/src/${entry}`],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      external: ['rxjs', 'react', 'react-dom', '@modelcontextprotocol/*'],
      legalComments: 'none',
      minifySyntax: true,
    });
    code = outputFiles[0]!.text;
  });

  it.each(SINKS)('has no %s', (_name, pattern) => {
    expect(code.length).toBeGreaterThan(1_000);
    const found = code.split('\n').filter((line) => pattern.test(line));
    expect(found).toEqual([]);
  });
});

it('the patterns find what they are for', () => {
  const examples = [
    'eval (x)',
    'new Function("x")',
    'setTimeout("x", 1)',
    'row.innerHTML = x',
    'new DOMParser()',
    'document.write(x)',
    'document.createElement("script")',
    'row.setAttribute("style", x)',
    'import(x)',
    'fetch(x)',
  ];
  expect(examples.map((example, at) => SINKS[at]![1].test(example))).toEqual(examples.map(() => true));
});
