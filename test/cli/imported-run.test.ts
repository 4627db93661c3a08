import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadRun } from '../../src/store/load-run.ts';
import { loadStudy } from '../../src/store/study-directory.ts';
import { asJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { tempPath } from '../fakes/temp-dir.ts';

const RIGHT = 'def add_numbers(a, b):\n    return a + b\n';
const WRONG = ['def add_numbers(a, b):\n    return a - b\n', 'def add_numbers(a, b):\n    return a * b\n'];
const TESTS = [{ task_id: 'starter/01', reply: 'assert add_numbers(2, 3) == 5\nassert add_numbers(1, 1) == 2\n' }];

/** Two models, three wordings, two samples each; what passes follows from the text. */
const SAMPLES = ['one', 'two'].flatMap((model) =>
  ['original', 'a', 'b'].flatMap((variant, wording) =>
    [0, 1].map((sample) => {
      const solution = wording === 0 ? (WRONG[sample] ?? '') : sample === 0 ? RIGHT : (WRONG[0] ?? '');
      return { task_id: 'starter/01', model, variant, sample, solution, passed: solution === RIGHT };
    }),
  ),
);

let files: readonly string[] = [];
beforeAll(async () => {
  files = [
    ...['--samples', await temporaryFile('samples.jsonl', asJsonLines(SAMPLES))],
    ...['--tests', await temporaryFile('tests.jsonl', asJsonLines(TESTS))],
  ];
});

const run = (...more: readonly string[]) =>
  cli('run', '--dataset', 'starter', '--tasks', 'starter/01', '--sandbox', 'process', ...files, ...more);

test('a file of two models is a study; arms are means over wordings and draws; nothing is asked', async () => {
  const out = await tempPath('study');
  const { code, err } = await run('--out', out);
  expect(code, err).toBe(0);
  const { runs } = await loadStudy(out);
  expect(runs.map(({ manifest }) => [manifest.model.id, manifest.samplesPerArm])).toEqual([
    ['one', 2],
    ['two', 2],
  ]);
  const [first] = runs;
  expect(first.replies).toEqual([]);
  expect(first.candidates.reduce((sum, { origins }) => sum + origins.length, 0)).toBe(6);
  const cells = new Map(first.draws?.map((record) => [record.cell, record]));
  // Wordings alone: none right, right, right; any two wordings hold a right program, and the tests find it,
  // unless both draws are the wrong ones.
  expect(cells.get('one')).toMatchObject({ exact: true, draws: [{}, {}, {}] });
  expect(cells.get('spread')?.draws).toHaveLength(20);
  const report = JSON.parse(await readFile(join(out, 'one', 'repeat-1', 'report.json'), 'utf8'));
  const arms = report.runs[0].arms.map((arm: { passAtK: { 1: { value: number } } }) => arm.passAtK[1].value);
  expect(arms[0]).toBeCloseTo(1 / 3, 12);
  expect(arms[1]).toBeCloseTo(2 / 3, 12);
  expect(report.runs[0].comparisons[1].test).toBe('sign flips');
  const text = await readFile(join(out, 'report.md'), 'utf8');
  expect(text).toContain('One variant against several');
  const html = await readFile(join(out, 'report.html'), 'utf8');
  expect(html).toContain('no model was asked');

  // Again: nothing is done twice.
  const before = await readFile(join(out, 'one', 'repeat-1', 'verdicts.jsonl'), 'utf8');
  const stored = await readFile(join(out, 'one', 'repeat-1', 'draws.jsonl'), 'utf8');
  expect((await run('--out', out)).code).toBe(0);
  expect(await readFile(join(out, 'one', 'repeat-1', 'verdicts.jsonl'), 'utf8')).toBe(before);
  expect(await readFile(join(out, 'one', 'repeat-1', 'draws.jsonl'), 'utf8')).toBe(stored);
});

test("whether the prompts' examples decided first is part of what the run is", async () => {
  const out = await tempPath('run');
  const first = await run('--out', out, '--model', 'two', '--given', 'examples');
  expect(first.code, first.err).toBe(0);
  expect(first.out).toContain('after the examples of the prompts');
  expect((await loadRun(out)).manifest.config).toMatchObject({ given: 'examples' });
  const other = await run('--out', out, '--model', 'two');
  expect(other.code).toBe(2);
  expect(other.err).toContain('given');
});

test.each([
  [['--model', 'three'], /no model "three"/],
  [['--adaptive'], /--adaptive/],
  [['--repeats', '2'], /--repeats/],
  [['--k', '1,2'], /--k/],
  [['--tests', 'missing.jsonl'], /missing\.jsonl/],
])('%j is refused before anything is written', async (flags, message) => {
  const { code, err } = await run('--out', await tempPath('none'), ...flags);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

test('what belongs to samples is refused without them, and samples without tests', async () => {
  const drawn = await cli('run', '--dataset', 'starter', '--model', 'm', '--draws', '3');
  expect(drawn).toMatchObject({ code: 2, err: expect.stringContaining('--samples FILE') });
  const untested = await cli('run', '--dataset', 'starter', ...files.slice(0, 2));
  expect(untested).toMatchObject({ code: 2, err: expect.stringContaining('--tests FILE') });
});
