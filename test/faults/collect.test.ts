/** What nobody uses any more can be collected, although nobody disposed of it. Runs a process that may collect. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('collect.ts', import.meta.url));

it('an abandoned form is collected while its engine lives, and a client when its engine was disposed of', {
  timeout: 120_000,
}, async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--expose-gc', '--import', 'tsx', script]);
  expect(JSON.parse(stdout)).toEqual({
    left: 50,
    engines: 50,
    alive: {
      'still focused': 50,
      'made and never touched': 0,
      'filled by its host': 0,
      'typed into and left': 0,
      'chosen in': 0,
      'observed for a while': 0,
      'left while its request was under way': 0,
      'left while it was backing off': 0,
      'invalidated meanwhile': 0,
      'clients of engines that were disposed of': 0,
    },
  });
});
