// npm run readme: fills README's generated parts (recipes, bench, size, interop) from what the other scripts measured.
// With --check it only tells whether they are up to date, sizes aside: those are measured anew by npm run size.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const README = join(ROOT, 'README.md');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The recorded sessions at 100 ms, by policy. */
function bench(): string {
  const { columns, rows } = JSON.parse(read('test/bench/results/bench.json')) as {
    columns: string[];
    rows: (string | number)[][];
  };
  const at = (row: (string | number)[], column: string) => row[columns.indexOf(column)]!;
  const chosen = rows.filter((row) => at(row, 'latencyMs') === 100 && at(row, 'latencyKind') === 'fixed');
  const sessions = ['explorer', 'languages', 'pages', 'paths'];
  const policies = [...new Set(chosen.map((row) => at(row, 'policy')))];
  const cell = (policy: string | number, session: string) => {
    const row = chosen.find((one) => at(one, 'policy') === policy && at(one, 'session') === session)!;
    return `${at(row, 'requests')} / ${(Number(at(row, 'blindMs')) / 1000).toFixed(1)}`;
  };
  const wrongFinal = (policy: string | number) =>
    rows
      .filter((row) => at(row, 'policy') === policy)
      .reduce((sum, row) => sum + Number(at(row, 'wrongFinalMs')), 0);
  return [
    'Requests / seconds blind, at 100 ms a request; *wrong final* in ms over all sessions and latencies:',
    '',
    table(
      ['policy', ...sessions, 'wrong final'],
      policies.map((policy) => [
        policy,
        ...sessions.map((session) => cell(policy, session)),
        wrongFinal(policy),
      ]),
    ),
  ].join('\n');
}

/** Each recipe's first comment says what it shows. */
function recipes(): string {
  const folder = 'demo/recipes';
  if (!existsSync(join(ROOT, folder))) return '';
  return readdirSync(join(ROOT, folder))
    .filter((name) => /\.(tsx?|html|svelte|vue)$/.test(name))
    .sort()
    .map((name) => `- [${name}](${folder}/${name}): ${firstComment(read(`${folder}/${name}`))}`)
    .join('\n');
}

function firstComment(source: string): string {
  const block = /\/\*\*?([\s\S]*?)\*\/|<!--([\s\S]*?)-->|^((?:\/\/.*\n)+)/m.exec(source);
  const text = block?.[1] ?? block?.[2] ?? block?.[3] ?? '';
  return text
    .replace(/^\s*(\*|\/\/)\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** One row a server, one column a client, every scenario counted. */
function interop(): string {
  const rows = read('test/interop/matrix.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Server'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const column = ([, client, protocol]: string[]) => `${client}, ${protocol}`;
  const columns = [...new Set(rows.map(column))].sort();
  const servers = [...new Set(rows.map(([server]) => server!))];
  const cell = (server: string, of: string) => {
    const found = rows.filter((row) => row[0] === server && column(row) === of);
    if (found.length === 0) return 'not spoken';
    const passed = found.flatMap((row) => row.slice(4)).filter((one) => one === '✓').length;
    const failed = found.flatMap((row) => row.slice(4)).filter((one) => one === '✗').length;
    return `${passed} passed${failed ? `, ${failed} failed` : ''} (${found.map((row) => row[3]).join(', ')})`;
  };
  return table(
    ['server', ...columns],
    servers.map((server) => [server, ...columns.map((of) => cell(server, of))]),
  );
}

function size(): string {
  const { stdout } = spawnSync('npm', ['run', '-s', 'size'], { cwd: ROOT, encoding: 'utf8' });
  const rows = [...stdout.matchAll(/^(\S.*?)\s{2,}([\d.]+ kB)/gm)].map(([, what, kB]) => [what!, kB!]);
  return table(['entry point, min+gz', 'size'], rows);
}

function filled(readme: string, name: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!pattern.test(readme)) throw new Error(`README.md has no place for ${name}`);
  return readme.replace(pattern, (_, open: string, close: string) => `${open}\n${content}\n\n${close}`);
}

const before = readFileSync(README, 'utf8');
let after = before;
for (const [name, make] of Object.entries({ recipes, bench, interop })) after = filled(after, name, make());

if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('README.md is out of date: run npm run readme');
    process.exit(1);
  }
  console.log('README.md is up to date');
} else {
  writeFileSync(README, filled(after, 'size', size()));
}
