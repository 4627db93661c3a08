import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { runnerFolder } from '../../src/sandbox/native/runner-launch.ts';

const folder = join(packageRoot(), 'test', 'sandbox', 'python');
const python = await promisify(execFile)('python3', ['--version']).then(
  () => true,
  () => false,
);

describe.skipIf(!python)('the Python runner (needs python3)', () => {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.py')))('%s', { timeout: 300_000 }, async (name) => {
    const { stderr } = await promisify(execFile)('python3', ['-B', '-m', 'unittest', name], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PYTHONPATH: runnerFolder() },
    });
    expect(stderr).toMatch(/\nOK/);
  });
});
