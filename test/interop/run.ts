/**
 * `npm run test:interop`: every server with every client over every transport, through every scenario. Prints the matrix
 * and writes it to matrix.md. Exits with 1 when anything failed.
 *
 * `npm run test:interop -- go stdio` runs only the rows whose name has all of these words, and leaves matrix.md alone.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Connection, type Plan } from './connection.js';
import { Desk } from './desk.js';
import { CONNECTORS } from './hosts.js';
import { ROOT } from './launch.js';
import { type Cell, line, markdown, type Row, summary } from './matrix.js';
import { NotApplicable, SCENARIOS, type Scenario, type Stage } from './scenarios.js';
import { type InteropServer, SERVERS } from './servers.js';
import { versions } from './versions.js';

/** Rows at a time: most of one passes in waiting for its server's answer, or for the server. */
const AT_ONCE = 3;

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

const plans = SERVERS.flatMap((server) =>
  CONNECTORS.filter((connector) => server.speaksModern || !connector.modern).flatMap((connector) =>
    (['stdio', 'http'] as const).map((transport) => ({ server, connector, transport })),
  ),
).filter((plan) => words.every((word) => nameOf(plan).includes(word)));

const missing = missingToolchains(new Set(plans.map(({ server }) => server.toolchain)));
const rows: Row[] = [];
const left = [...plans.entries()];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [place, plan] = next;
      rows[place] = await runPlan(plan);
      console.log(line(rows[place]));
    }
  }),
);
if (words.length === 0) await writeFile(new URL('matrix.md', import.meta.url), markdown(rows, versions()));

for (const reason of unhandled) console.log('unhandled rejection:', reason);
const { passed, failed, skipped } = summary(rows);
const allFailed = failed + unhandled.length;
console.log(`\n${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(allFailed > 0 || passed === 0 ? 1 : 0);

function nameOf({ server, connector, transport }: Plan): string {
  return `${server.name} ${connector.name} ${connector.modern ? 'modern' : ''} ${transport}`.toLowerCase();
}

/** Installs what is missing, and says of each toolchain that cannot be had which command failed. */
function missingToolchains(wanted: Set<InteropServer['toolchain']>): Map<InteropServer['toolchain'], string> {
  const missing = new Map<InteropServer['toolchain'], string>();
  for (const toolchain of ['python', 'go'] as const) {
    if (!wanted.has(toolchain)) continue;
    const { status, stdout, stderr } = spawnSync('bash', ['.ci/install-interop.sh', toolchain], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status === 0) continue;
    console.log(`${stdout}${stderr}`);
    missing.set(toolchain, /^failed: .*$/m.exec(stderr)?.[0] ?? `.ci/install-interop.sh ${toolchain} failed`);
  }
  return missing;
}

async function runPlan(plan: Plan): Promise<Row> {
  const { server, connector, transport } = plan;
  const row = { server: server.name, client: connector.name, transport };
  const gone = missing.get(server.toolchain);
  const protocol = connector.modern ? '2026-07-28' : '2025-11-25';
  if (gone) return { ...row, protocol, cells: [{ outcome: 'absent', reason: gone }] };

  const connection = new Connection(plan);
  try {
    const host = await connection.connect();
    const cells: Cell[] = [];
    for (const scenario of SCENARIOS) cells.push(await runScenario(scenario, connection.stage(host)));
    return { ...row, protocol: host.protocol, cells };
  } catch (error) {
    return { ...row, protocol, cells: [{ outcome: 'fail', reason: `no connection: ${String(error)}` }] };
  } finally {
    await connection.end();
  }
}

async function runScenario(scenario: Scenario, stage: Stage): Promise<Cell> {
  stage.host.wire.clear();
  const desk = new Desk(stage.host);
  try {
    await scenario.run(stage, desk);
    const refused = stage.host.wire.completions.find(
      (request) => stage.host.wire.answer(request)?.error?.code === -32601,
    );
    if (refused) throw new Error(`"Method not found" was provoked: ${JSON.stringify(refused)}`);
    return { outcome: 'pass' };
  } catch (error) {
    if (error instanceof NotApplicable) return { outcome: 'absent', reason: error.message };
    return { outcome: 'fail', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    desk.dispose();
  }
}
