/** What the audit makes of a lock file and of a registry's answer. */
import { describe, expect, it } from 'vitest';
import { auditVerdict, shippedProblems } from './tools/audit.js';

describe('what ships', () => {
  it('is only what was decided, and runs nothing on installation', () => {
    expect(
      shippedProblems({
        '': {},
        'node_modules/quick-lru': {},
        'node_modules/url-template': {},
        'node_modules/vite': { dev: true, hasInstallScript: true },
        'node_modules/rxjs': { peer: true },
      }),
    ).toEqual([]);
    expect(
      shippedProblems({
        'node_modules/url-template': { hasInstallScript: true },
        'node_modules/url-template/node_modules/@some/thing': {},
      }),
    ).toEqual([
      'url-template runs a script when it is installed',
      '@some/thing comes along, and nobody decided that',
    ]);
  });
});

describe("a registry's answer", () => {
  it('names the faults that it knows', () => {
    const fault = { name: 'quick-lru', severity: 'high', range: '<=7.3.0', via: [], effects: [] };
    expect(
      auditVerdict(JSON.stringify({ auditReportVersion: 2, vulnerabilities: { 'quick-lru': fault } })),
    ).toEqual({
      faults: ['quick-lru <=7.3.0: high'],
    });
    expect(auditVerdict(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual({
      faults: [],
    });
  });

  it('is told from a registry that answers no audits', () => {
    expect(auditVerdict(JSON.stringify({ message: '405 Method Not Allowed - POST somewhere' }))).toEqual({
      faults: [],
      absent: '405 Method Not Allowed',
    });
  });
});
