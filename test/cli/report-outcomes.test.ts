import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOutcomes } from '../../src/app/report-runs.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const line = (change: object = {}) =>
  JSON.stringify({ task_id: 'a', model: 'm', prompting: 'p', status: 'pass', stage: 'evaluation&metrics', ...change });

async function fileOf(...lines: string[]): Promise<string> {
  const file = join(await tempDir(), 'results.jsonl');
  await writeFile(file, lines.join('\n'));
  return file;
}

describe('readOutcomes', () => {
  test("gives DL-Bench's names to its labels, and keeps the last outcome of a task", async () => {
    expect(await readOutcomes(await fileOf(line(), line({ status: 'patch_error' })))).toEqual([
      {
        taskId: 'a',
        model: 'm',
        prompting: 'p',
        status: 'patch_error',
        passed: false,
        labels: { stage: 'Evaluation & Metrics' },
      },
    ]);
  });

  test.each([
    ['not JSON', '{', { line: 2 }],
    ['a field that is missing', '{"task_id":"b"}', { line: 2, field: 'model' }],
    ['a label that DL-Bench does not have', line({ stage: 'lunch' }), { line: 2, field: 'stage' }],
  ])('names the place of %s', async (_, bad, place) => {
    await expect(readOutcomes(await fileOf(line(), bad))).rejects.toMatchObject({ place });
  });
});

test('report --outcomes writes the tables as Markdown and LaTeX', async () => {
  const out = join(await tempDir(), 'tables');
  const io = fakeIo();
  const outcomes = await fileOf(line(), line({ prompting: 'q' }));
  expect(await runCli(['report', '--outcomes', outcomes, '--out', out], io)).toBe(0);
  expect(await readFile(join(out, 'tables.tex'), 'utf8')).toContain('\\begin{table}');
  expect(await readFile(join(out, 'tables.md'), 'utf8')).toContain('Evaluation & Metrics');
});
