import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../../src/store/jsonl-log.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const schema = z.object({ key: z.string() });
const options = { keyOf: (entry: z.infer<typeof schema>) => entry.key, schema };

test('a file larger than any string is opened', { timeout: 120_000 }, async () => {
  const path = await tempPath('log.jsonl');
  const file = await open(path, 'w');
  const line = `${JSON.stringify({ key: 'a', value: 'x'.repeat(2 ** 24) })}\n`;
  for (let i = 0; i < 33; i++) await file.write(line);
  await file.close();
  const log = await openLog(path, options);
  expect(log.all()).toHaveLength(1);
  await log.close();
});
