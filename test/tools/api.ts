// npm run api: the API reference, from TSDoc, as Markdown under .cache/api; and the public surface, entry point by entry
// point, as it is reviewed under test/api. With --check a surface that was changed without its report is an error.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, type IConfigFile } from '@microsoft/api-extractor';
import { entryPoints, ROOT, report, unbuilt } from './project.js';

const isCheck = process.argv.includes('--check');
const work = join(ROOT, '.cache/api');
rmSync(work, { recursive: true, force: true });
mkdirSync(join(ROOT, 'test/api'), { recursive: true });

const problems = unbuilt();
for (const { name, declarations } of problems.length > 0 ? [] : entryPoints()) {
  const file = name === '.' ? 'core' : name.replace('./', '');
  const configObject: IConfigFile = {
    projectFolder: ROOT,
    mainEntryPointFilePath: declarations,
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          module: 'nodenext',
          moduleResolution: 'nodenext',
          lib: ['es2023', 'dom'],
          jsx: 'react-jsx',
        },
        files: [declarations],
      },
    },
    apiReport: {
      enabled: true,
      reportFolder: join(ROOT, 'test/api'),
      reportTempFolder: join(work, 'reports'),
      reportFileName: `${file}.api.md`,
    },
    docModel: { enabled: true, apiJsonFilePath: join(work, `model/${file}/${file}.api.json`) },
    dtsRollup: { enabled: false },
    messages: {
      extractorMessageReporting: {
        default: { logLevel: 'none' as never },
      },
    },
  };
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, 'package.json'),
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = message.logLevel !== 'error';
    },
  });
  if (isCheck && apiReportChanged)
    problems.push(`${name}: the public surface changed; run npm run api and review test/api/${file}.api.md`);
  const surface = readFileSync(join(ROOT, 'test/api', `${file}.api.md`), 'utf8');
  const silent = surface.split('// (undocumented)').length - 1;
  if (silent > 0)
    problems.push(`${name}: ${silent} public members have no TSDoc comment (test/api/${file}.api.md)`);
  if (!isCheck) document(file);
}

report(
  problems,
  isCheck ? 'the public surface is as reviewed' : 'written to .cache/api/reference/<entry point>/index.md',
);

/** One folder an entry point: the documenter takes a package's name for one model only. */
function document(file: string): void {
  const folders = ['-i', join(work, 'model', file), '-o', join(work, 'reference', file)];
  const documenter = join(ROOT, 'node_modules/.bin/api-documenter');
  const { status, stdout, stderr } = spawnSync(documenter, ['markdown', ...folders], { encoding: 'utf8' });
  if (status !== 0) problems.push(stderr || stdout);
}
