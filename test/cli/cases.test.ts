/** Inputs after public reports (test/cases): each sample is judged as a person would judge it. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJsonLines } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const cases = readdirSync('test/cases').filter((name) => /^\d\d-/.test(name));

test.each(cases)('%s', async (name) => {
  const folder = await tempDir();
  cpSync(join('test/cases', name), folder, { recursive: true });
  const samples = join(folder, 'samples.jsonl');
  await cli(
    'evaluate',
    '--dataset',
    join(folder, 'tasks.jsonl'),
    '--samples',
    samples,
    '--extract',
    '--sandbox',
    'process',
  );
  const judged = readJsonLines(`${samples}_results.jsonl`);
  expect(judged.map(({ name, passed }) => [name, passed])).toEqual(judged.map(({ name, passes }) => [name, passes]));
  expect(judged).toHaveLength(readJsonLines(samples).length);
});
