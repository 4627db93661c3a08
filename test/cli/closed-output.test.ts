import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test.each(['--help', 'mutators'])('whoever reads may stop reading: %s', { timeout: 60_000 }, async (argument) => {
  const child = spawn(process.execPath, ['dist/src/cli/main.js', argument], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString('utf8');
  });
  const [code] = await once(child, 'close');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});
