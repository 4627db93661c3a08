import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scorers } from '../../agreement/index.ts';
import { type ExecutedTask, readMatrixFile, writeMatrixFile } from '../../src/app/selection/matrix-file.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { DatasetError } from '../../src/core/errors.ts';
import type { Verdict } from '../../src/core/sandbox.ts';
import { fakeIo } from '../fakes/fake-io.ts';
import { tempDir } from '../fakes/temp-dir.ts';

async function cli(...argv: readonly string[]) {
  const io = fakeIo();
  const code = await runCli(argv, io);
  return { code, out: io.out.join(''), err: io.err.join('') };
}

const P = 'pass' as const;
const F = 'fail' as const;

/** Three programs: two samples of `x + 1`, one of `x + 7` from another variant; the last test never names `f`. */
function executedTask(taskId: string, last = 'assert _ == 1'): ExecutedTask {
  const original = `${taskId}::original`;
  const origins = (variantId: string, ...samples: number[]) => samples.map((sample) => ({ variantId, sample }));
  const candidates = [
    { id: 'aa', taskId, code: 'def f(x):\n    return x + 1\n', origins: origins(original, 0, 1) },
    { id: 'bb', taskId, code: 'def f(x):\n    return x + 7\n', origins: origins(`${taskId}::lex::s0.0`, 0) },
  ];
  const bodies = ['assert f(1) == 2', 'assert f(2) == 3', 'assert f(1) == 8', last];
  const tests = bodies.map((code, at) => ({
    id: `t${at}`,
    taskId,
    body: { kind: 'assertion' as const, code },
    origins: at === 2 ? origins(`${taskId}::lex::s0.0`, 0) : origins(original, at),
  }));
  const entry = ({ id, origins: from }: { id: string; origins: (typeof candidates)[number]['origins'] }) => ({
    id,
    origins: from,
    weight: from.length,
  });
  const verdicts: Verdict[][] = [
    [P, P, F, 'error'],
    [F, F, P, 'error'],
  ];
  return {
    taskId,
    entryPoint: 'f',
    candidates,
    tests,
    matrix: {
      taskId,
      candidates: candidates.map(entry),
      tests: tests.map(entry),
      verdicts,
      outputs: [
        ['2', '3', '2', null],
        ['8', '9', '8', null],
      ],
    },
    official: [
      { passed: true, verdict: P },
      { passed: false, verdict: F },
    ],
  };
}

async function matrixFile(name: string, ...tasks: ExecutedTask[]): Promise<string> {
  const file = join(await tempDir(), name);
  await writeMatrixFile(file, tasks);
  return file;
}

test.each(['matrix.jsonl', 'matrix.jsonl.gz'])('%s reads back as it was written', async (name) => {
  const tasks = [executedTask('one'), { ...executedTask('two'), official: null }];
  expect(await readMatrixFile(await matrixFile(name, ...tasks))).toEqual(tasks);
});

test('a damaged matrix file is named with its line', async () => {
  const file = join(await tempDir(), 'bad.jsonl');
  const line = {
    taskId: 'a',
    entryPoint: null,
    candidates: [],
    tests: [],
    verdicts: ['p'],
    texts: [],
    outputs: [],
    official: null,
  };
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  await expect(readMatrixFile(file)).rejects.toThrow(DatasetError);
  await expect(readMatrixFile(file)).rejects.toThrow(/line 1.*do not fit/);
});

test('every rule on one matrix: figures, differences to codet, confidence, and what preparation took away', async () => {
  const file = await matrixFile('m.jsonl', executedTask('one'), executedTask('two'));
  const { code, out } = await cli('select', '--matrix', file, '--scorer', 'all', '--official', '--json');
  expect(code).toBe(0);
  const document = JSON.parse(out);
  expect(document).toMatchObject({
    tasks: 2,
    candidates: 4,
    tests: 6,
    cells: 12,
    prepared: { duplicatePrograms: 2, duplicateTests: 0, trivialTests: 2, voidedTasks: [], flakyCells: null },
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

test('--as-codet voids a task in which a test cannot stand in a function', async () => {
  const file = await matrixFile(
    'm.jsonl',
    executedTask('one', 'assert f(1) == 2\nfrom os import *'),
    executedTask('two'),
  );
  const { out } = await cli('select', '--matrix', file, '--official', '--as-codet', '--json');
  const document = JSON.parse(out);
  expect(document.prepared.voidedTasks).toEqual(['one']);
  expect(document.scorers.evidence['1'].value).toBeCloseTo((2 / 3 + 1) / 2, 12);
  const plain = JSON.parse((await cli('select', '--matrix', file, '--official', '--json')).out);
  expect(plain.scorers.evidence['1'].value).toBe(1);
});

test('--min-confidence abstains: no pick, and the output file stays as it was', async () => {
  const file = await matrixFile('m.jsonl', executedTask('one'));
  const output = join(await tempDir(), 'picked.jsonl');
  writeFileSync(output, 'of before\n');
  const { out } = await cli('select', '--matrix', file, '--min-confidence', '0.99', '-o', output, '--json');
  expect(readFileSync(output, 'utf8')).toBe('of before\n');
  expect(JSON.parse(out).picks).toMatchObject([{ candidateIds: [], abstained: true }]);
  const answered = await cli('select', '--matrix', file, '--min-confidence', '0.01', '-o', output);
  expect(answered.out).toContain('1 program agrees on 2 tests');
  expect(answered.out).toMatch(/confidence 0\.\d\d/);
});

test('--explain shows the sets, what each rule says, and the smallest test between the first two', async () => {
  const file = await matrixFile('m.jsonl', executedTask('one'));
  const { out } = await cli('select', '--matrix', file, '--explain', 'one', '--official');
  expect(out).toMatch(/1\. 2 samples .* pass 2 of 3 test occurrences, 2 of them right/);
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
  [['select', '--matrix', 'x', '--min-confidence', '2'], /from 0 to 1/],
])('%j says what to do', async (argv, message) => {
  const { code, err } = await cli(...argv);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

test('--given examples: who fails an example of the prompt is out; a matrix without them is refused', async () => {
  const folder = await tempDir();
  const file = (name: string, ...lines: object[]) => {
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return join(folder, name);
  };
  const prompt = 'def f(x):\n    """Doubles.\n\n    >>> f(3)\n    6\n    """\n';
  const dataset = file('t.jsonl', {
    task_id: 'T/0',
    prompt,
    entry_point: 'f',
    canonical_solution: '    return 2 * x\n',
    test: 'def check(f):\n    assert f(4) == 8\n',
  });
  const wrong = { task_id: 'T/0', solution: 'def f(x):\n    return 4\n' };
  const right = { task_id: 'T/0', solution: 'def f(x):\n    return x + x\n' };
  const solutions = file('s.jsonl', wrong, wrong, wrong, right);
  const tests = file('g.jsonl', {
    task_id: 'T/0',
    tests: ['assert f(2) == 4', 'assert f(5) == 4', 'assert f(7) == 4'],
  });
  const flags = ['--dataset', dataset, '--solutions', solutions, '--tests', tests, '--official', '--json'];
  const plain = JSON.parse((await cli('select', ...flags)).out);
  expect(plain.scorers.evidence['1'].value).toBe(0);
  const held = JSON.parse((await cli('select', ...flags, '--given', 'examples')).out);
  expect(held.scorers.evidence['1'].value).toBe(1);
  const refused = await cli(
    'select',
    '--matrix',
    await matrixFile('m.jsonl', executedTask('one')),
    '--given',
    'examples',
  );
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/no task was held to the examples/);
});
