import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStudyConfig } from '../../../src/app/settings/read-config.ts';
import { ConfigError } from '../../../src/core/errors.ts';
import { tempDir } from '../../fakes/temp-dir.ts';

test('aliases that stand for more than memory holds are refused with file and line', async () => {
  const file = join(await tempDir(), 'bomb.yaml');
  const levels = Array.from(
    { length: 12 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`,
  );
  await writeFile(file, `a0: &a0 [lol]\n${levels.join('\n')}\n`);
  const failure = await readStudyConfig({}, file).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as Error).message).toMatch(/bomb\.yaml line 13: .*alias/);
});
