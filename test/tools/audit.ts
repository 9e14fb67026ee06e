// npm run check:audit: what hosts install with the library: only what it says, nothing that runs on installation, nothing with a known fault.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ROOT, report } from './project.js';

/** What comes along with the library, and no more. */
const ALLOWED = ['quick-lru', 'url-template'];

interface LockedPackage {
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** What is wrong with a lock file's shipped part. */
export function shippedProblems(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, { dev, peer, devOptional, hasInstallScript }]) => {
    if (path === '' || dev || peer || devOptional) return [];
    const name = path.replace(/^.*node_modules\//, '');
    return [
      ...(ALLOWED.includes(name) ? [] : [`${name} comes along, and nobody decided that`]),
      ...(hasInstallScript ? [`${name} runs a script when it is installed`] : []),
    ];
  });
}

/** What `npm audit --json` says: the faults it knows of, or why it knows none. */
export function auditVerdict(output: string): {
  readonly faults: readonly string[];
  readonly absent?: string;
} {
  const { vulnerabilities, message } = JSON.parse(output) as {
    vulnerabilities?: Readonly<Record<string, { name: string; severity: string; range: string }>>;
    message?: string;
  };
  if (!vulnerabilities) return { faults: [], absent: /^[^-]*/.exec(message ?? 'no answer')![0].trim() };
  return {
    faults: Object.values(vulnerabilities).map(
      ({ name, range, severity }) => `${name} ${range}: ${severity}`,
    ),
  };
}

function audit(): string {
  try {
    return execFileSync('npm', ['audit', '--omit=dev', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    // It says what it found on stdout, and fails beside it.
    return (error as { stdout: string }).stdout;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8'));
  const { faults, absent } = auditVerdict(audit());
  if (absent !== undefined)
    console.log(`known faults: not looked up, the registry answers no audits (${absent})`);
  report(
    [...shippedProblems(packages), ...faults],
    `ships ${ALLOWED.join(' and ')}, neither runs on installation`,
  );
}
