import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { solveTasks } from '../../src/app/solve-dataset.ts';
import { ModelError } from '../../src/core/errors.ts';
import { fakeModel } from '../fakes/fake-model.ts';
import { tempDir } from '../fakes/temp-dir.ts';

test('after a failure that every call would meet no further call is made', async () => {
  const folder = await tempDir();
  const output = join(folder, 'solved.jsonl');
  const model = fakeModel(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new ModelError('model-refused', 'the key is wrong', { concernsAll: true });
  });
  const settings = { dataset: 'starter', output, model, sandbox: 'process', jobs: 1, concurrency: 8, limit: 20 };
  await expect(solveTasks(settings)).rejects.toThrow('the key is wrong');
  expect(model.requests.length).toBeGreaterThan(0);
  expect(model.requests.length).toBeLessThanOrEqual(8);
  expect(existsSync(output) ? readFileSync(output, 'utf8') : '').toBe('');
});
