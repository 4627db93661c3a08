import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import { type ExecutedTask, readMatrixFile, writeMatrixFile } from '../../src/app/selection/matrix-file.ts';
import type { Verdict } from '../../src/core/sandbox.ts';
import { asJsonLines, type JsonObject, temporaryFile } from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';
import { tempPath } from '../fakes/temp-dir.ts';

/** Three programs: two samples of `x + 1`, one of `x + 7` from another variant; the last test never names `f`. */
function executedTask(taskId: string, last = 'assert _ == 1'): ExecutedTask {
  const from = (variant: string, ...samples: number[]) =>
    samples.map((sample) => ({ variantId: `${taskId}::${variant}`, sample }));
  const candidates = [
    { id: 'aa', taskId, code: 'def f(x):\n    return x + 1\n', origins: from('original', 0, 1) },
    { id: 'bb', taskId, code: 'def f(x):\n    return x + 7\n', origins: from('lex::s0.0', 0) },
  ];
  const tests = ['assert f(1) == 2', 'assert f(2) == 3', 'assert f(1) == 8', last].map((code, at) => ({
    id: `t${at}`,
    taskId,
    body: { kind: 'assertion' as const, code },
    origins: at === 2 ? from('lex::s0.0', 0) : from('original', at),
  }));
  const entry = ({ id, origins }: (typeof candidates | typeof tests)[number]) => ({
    id,
    origins,
    weight: origins.length,
  });
  const verdicts: Verdict[][] = [
    ['pass', 'pass', 'fail', 'error'],
    ['fail', 'fail', 'pass', 'error'],
  ];
  const outputs = [
    ['2', '3', '2', null],
    ['8', '9', '8', null],
  ];
  return {
    taskId,
    entryPoint: 'f',
    candidates,
    tests,
    matrix: { taskId, candidates: candidates.map(entry), tests: tests.map(entry), verdicts, outputs },
    official: [
      { passed: true, verdict: 'pass' },
      { passed: false, verdict: 'fail' },
    ],
  };
}

/** The document that `select` prints. */
async function selected(...argv: readonly string[]) {
  const { code, out, err } = await cli('select', ...argv, '--json');
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

async function matrixFile(name: string, ...tasks: ExecutedTask[]): Promise<string> {
  const file = await tempPath(name);
  await writeMatrixFile(file, tasks);
  return file;
}

test.each(['matrix.jsonl', 'matrix.jsonl.gz'])('%s reads back as it was written', async (name) => {
  const tasks = [executedTask('one'), { ...executedTask('two'), official: null }];
  expect(await readMatrixFile(await matrixFile(name, ...tasks))).toEqual(tasks);
});

test('a damaged matrix file is named with its line', async () => {
  const none = { candidates: [], tests: [], texts: [], outputs: [], official: null };
  const line = { taskId: 'a', entryPoint: null, verdicts: ['p'], ...none };
  const file = await temporaryFile('bad.jsonl', asJsonLines([line]));
  await expect(readMatrixFile(file)).rejects.toThrow(/line 1.*do not fit/);
});

test('every rule on one matrix: figures, differences to codet, confidence, and what preparation took away', async () => {
  const file = await matrixFile('m.jsonl', executedTask('one'), executedTask('two'));
  const document = await selected('--matrix', file, '--scorer', 'all', '--official');
  expect(document).toMatchObject({
    tasks: 2,
    candidates: 4,
    tests: 6,
    cells: 12,
    prepared: { duplicatePrograms: 2, duplicateTests: 0, trivialTests: 2 },
    scorers: { fusion: { '1': { value: 1 } }, codet: { '1': { value: 1 } } },
  });
  expect(document.random['1'].value).toBeCloseTo(2 / 3, 12);
  const rules = scorers.map(({ name }) => name);
  expect(Object.keys(document.scorers)).toEqual(rules);
  expect(document.comparisons.map(({ scorer }: { scorer: string }) => scorer)).toEqual(
    rules.filter((r) => r !== 'codet'),
  );
  expect(document.picks[0]).toMatchObject({ taskId: 'one', scorer: 'fusion', candidateIds: ['aa'], tied: 1 });
  expect(document.picks[0].confidence).toBeGreaterThan(0);
  expect(document.picks[0].confidence).toBeLessThan(1);
});

test('--min-confidence abstains: no pick, and the output file stays as it was', async () => {
  const file = await matrixFile('m.jsonl', executedTask('one'));
  const output = await temporaryFile('picked.jsonl', 'of before\n');
  const { picks } = await selected('--matrix', file, '--min-confidence', '0.99', '-o', output);
  expect(readFileSync(output, 'utf8')).toBe('of before\n');
  expect(picks).toMatchObject([{ candidateIds: [], abstained: true }]);
  const answered = await cli('select', '--matrix', file, '--min-confidence', '0.01', '-o', output);
  expect(answered.out).toContain('1 program agrees on 2 tests');
  expect(answered.out).toMatch(/confidence 0\.\d\d[\s\S]*Picked programs: /);
  const abstained = await cli('select', '--matrix', file, '--min-confidence', '0.99', '-o', output);
  expect(abstained.out).not.toContain('Picked programs');
});

test('--explain shows the program that -o writes, also where the rule holds several for equal', async () => {
  const task = executedTask('one');
  const codes = ['def f(x):\n    return x + 1  # first\n', 'def f(x):\n    return x + 1\n'];
  const [first, second] = task.candidates.map((candidate, at) => ({ ...candidate, code: codes[at] as string }));
  const twice = <T>([row]: readonly T[] = []) => [row, row] as T[];
  const same = { ...task.matrix, verdicts: twice(task.matrix.verdicts), outputs: twice(task.matrix.outputs) };
  const file = await matrixFile('m.jsonl', { ...task, candidates: [first, second], matrix: same } as ExecutedTask);
  for (const seed of ['0', '1', '2', '3']) {
    const output = await tempPath('picked.jsonl');
    const { explanation } = await selected('--matrix', file, '--explain', 'one', '--seed', seed, '-o', output);
    expect(explanation.sets[0].program).toBe(JSON.parse(readFileSync(output, 'utf8')).solution);
  }
});

test('--explain shows the sets, what each rule says, and the smallest test between the first two', async () => {
  const file = await matrixFile('m.jsonl', executedTask('one'));
  const { out } = await cli('select', '--matrix', file, '--explain', 'one', '--official');
  expect(out).toMatch(/1\. 2 samples .* pass 2 of 3 tests, 2 of them right/);
  expect(out).toMatch(/codet 2\.828 \(rank 1\)/);
  expect(out).toContain('return x + 1');
  expect(out).toContain('assert f(1) == 2');
  expect(out).toMatch(/1 returns 2, 2 returns 8/);
  const missing = await cli('select', '--matrix', file, '--explain', 'three');
  expect(missing.code).toBe(2);
  expect(missing.err).toMatch(/no task "three"/);
});

test.each([
  [['select', '--dataset', 'starter'], /missing: solutions, tests/],
  [['select', '--matrix', '/nowhere.jsonl'], /no such file/],
  [['select', '--matrix', 'x', '--min-confidence', '2'], /--min-confidence[\s\S]*at most 1/],
])('%j says what to do', async (argv, message) => {
  const { code, err } = await cli(...argv);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

test('--given examples: who fails an example of the prompt is out; a matrix without them is refused', async () => {
  const file = (...lines: JsonObject[]) => temporaryFile('lines.jsonl', asJsonLines(lines));
  const prompt = 'def f(x):\n    """Doubles.\n\n    >>> f(3)\n    6\n    """\n';
  const dataset = await file({
    task_id: 'T/0',
    prompt,
    entry_point: 'f',
    canonical_solution: '    return 2 * x\n',
    test: 'def check(f):\n    assert f(4) == 8\n',
  });
  const wrong = { task_id: 'T/0', solution: 'def f(x):\n    return 4\n' };
  const right = { task_id: 'T/0', solution: 'def f(x):\n    return x + x\n' };
  const solutions = await file(wrong, wrong, wrong, right);
  const codes = ['assert f(2) == 4', 'assert f(5) == 4', 'assert f(7) == 4'];
  const tests = await file({ task_id: 'T/0', tests: codes });
  const flags = ['--dataset', dataset, '--solutions', solutions, '--tests', tests, '--official'];
  expect((await selected(...flags)).scorers.evidence['1'].value).toBe(0);
  expect((await selected(...flags, '--given', 'examples')).scorers.evidence['1'].value).toBe(1);
  const matrix = await matrixFile('m.jsonl', executedTask('one'));
  const refused = await cli('select', '--matrix', matrix, '--given', 'examples');
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/no task was held to the examples/) });
});
