// npm run check:docs: every name that an entry point exports carries a TSDoc comment. Reads dist/*.d.ts, so build first.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entryPoints, inProject, report, unbuilt } from './project.js';

const problems = unbuilt();
const documented = new Set<string>();

for (const { name, declarations } of problems.length > 0 ? [] : entryPoints())
  for (const exported of exportsOf(declarations)) check(name, exported.name, exported.file);
report(problems, `${documented.size} public names, each with a comment`);

function check(entry: string, name: string, file: string): void {
  const code = readFileSync(file, 'utf8');
  const declaration = new RegExp(
    `(\\*/\\s*)?^export (?:declare )?(?:abstract )?(?:interface|type|class|function|const|enum) ${name}\\b`,
    'm',
  ).exec(code);
  if (!declaration) problems.push(`${entry}: ${name} is exported, but not declared in ${inProject(file)}`);
  else if (declaration[1] === undefined)
    problems.push(`${entry}: ${name} (${inProject(file)}) has no TSDoc comment`);
  else documented.add(`${entry} ${name}`);
}

/** The names of an entry point, each with the file that declares it. `export *` is refused: names are public one by one. */
function exportsOf(file: string): { name: string; file: string }[] {
  const code = readFileSync(file, 'utf8');
  if (/^export \*/m.test(code)) problems.push(`${inProject(file)}: exports * instead of names`);
  const lists = [...code.matchAll(/^export (?:type )?\{([^}]*)\}(?: from ['"](.+?)['"])?/gm)];
  const own = [
    ...code.matchAll(
      /^export (?:declare )?(?:abstract )?(?:interface|type|class|function|const|enum) (\w+)/gm,
    ),
  ];
  return [
    ...lists.flatMap((match) => {
      const from = match[2] === undefined ? file : join(dirname(file), match[2].replace(/\.js$/, '.d.ts'));
      return namesOf(match[1]!).map((name) => ({ name, file: from }));
    }),
    ...own.map((match) => ({ name: match[1]!, file })),
  ];
}

/** The names in their own files: of `type A as B` it is A. */
function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((item) =>
      item
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    .filter((name) => name !== '');
}
