/** Inputs after public reports (test/cases): each sample is judged as a person would judge it. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

const cases = readdirSync('test/cases').filter((name) => /^\d\d-/.test(name));

test.each(cases)('%s', async (name) => {
  const folder = await tempDir();
  cpSync(join('test/cases', name), folder, { recursive: true });
  const files = ['--dataset', join(folder, 'tasks.jsonl'), '--samples', join(folder, 'samples.jsonl')];
  await runCli(['evaluate', ...files, '--extract', '--sandbox', 'process', '--json'], fakeIo());
  const results = readFileSync(join(folder, 'samples.jsonl_results.jsonl'), 'utf8').trimEnd().split('\n');
  const verdicts = results.map((line) => ((JSON.parse(line) as { passed: boolean }).passed ? 'pass' : 'fail'));
  const expected = readFileSync(join(folder, 'expect.txt'), 'utf8').trimEnd().split('\n');
  expect(verdicts).toEqual(expected.map((line) => line.split('\t')[1]));
});
