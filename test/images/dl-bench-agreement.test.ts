import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { packageRoot } from '../../src/package-root.ts';
import { asJsonLines, temporaryFile } from '../datasets/example-files.ts';
import { fakeIo } from '../fakes/fake-io.ts';

const live = join(packageRoot(), '../shared/dlbench/live.jsonl');
if (!existsSync(live)) console.warn('skipped: the folder ../shared is missing');

/** By function: three programs that are wrong in different ways, and tests of ours. */
const CASES: Readonly<Record<string, { readonly wrong: readonly string[]; readonly tests: readonly string[] }>> = {
  cartesian: {
    wrong: [
      'import numpy as np\n\ndef cartesian(arrays, out=None):\n    return np.array(arrays)\n',
      'import itertools, numpy as np\n\ndef cartesian(arrays, out=None):\n    return np.array(list(itertools.product(*arrays)))[::-1]\n',
      'import numpy as np\n\ndef cartesian(arrays, out=None):\n    return np.zeros((len(arrays), 1))\n',
    ],
    tests: [
      'assert cartesian([[1, 2], [3, 4]]).tolist() == [[1, 3], [1, 4], [2, 3], [2, 4]]',
      'assert cartesian([[1, 2, 3]]).shape == (3, 1)',
      'assert cartesian([[1], [2], [3]]).tolist() == [[1, 2, 3]]',
    ],
  },
  rand_score: {
    wrong: [
      'def rand_score(labels_true, labels_pred):\n    return 1.0\n',
      'def rand_score(labels_true, labels_pred):\n    return 0.0\n',
      'def rand_score(labels_true, labels_pred):\n    same = sum(a == b for a, b in zip(labels_true, labels_pred))\n    return same / len(labels_true)\n',
    ],
    tests: [
      'assert rand_score([0, 0, 1, 1], [1, 1, 0, 0]) == 1.0',
      'assert abs(rand_score([0, 0, 1, 2], [0, 0, 1, 1]) - 5 / 6) < 1e-9',
      'assert rand_score([0, 0], [0, 1]) == 0.0',
    ],
  },
};

test.skipIf(!existsSync(live))('agreement picks the right one of four programs of two tasks', async () => {
  const dataset = await readDataset(live);
  const tasks = dataset.tasks.filter(({ entryPoint }) => entryPoint !== null && entryPoint in CASES);
  expect(tasks).toHaveLength(2);
  const solutions = tasks.flatMap(({ id, entryPoint }) => {
    const { wrong } = CASES[entryPoint ?? ''] ?? { wrong: [] };
    const right = dataset.oracles.open(id).reference ?? '';
    return [...wrong, right].map((solution) => ({ task_id: id, solution }));
  });
  const tests = tasks.map(({ id, entryPoint }) => ({ task_id: id, tests: CASES[entryPoint ?? '']?.tests ?? [] }));
  const records = dataset.records.filter((_, at) => tasks.includes(dataset.tasks[at] as (typeof tasks)[number]));
  const file = await temporaryFile('two.jsonl', asJsonLines(records));
  expect(await runCli(['images', 'build', '--dataset', file, '--json'], fakeIo())).toBe(0);
  const fake = fakeIo();
  const argv = [
    ...['select', '--dataset', file, '--timeout-ms', '10000', '--json'],
    ...['--solutions', await temporaryFile('solutions.jsonl', asJsonLines(solutions))],
    ...['--tests', await temporaryFile('tests.jsonl', asJsonLines(tests)), '--official', '--sandbox', 'docker'],
  ];
  expect(await runCli(argv, fake), fake.err.join('')).toBe(0);
  const { scorers, random, cells } = JSON.parse(fake.out.join('')) as {
    scorers: Record<string, Record<string, { value: number }>>;
    random: Record<string, { value: number }>;
    cells: number;
  };
  expect(cells).toBe(2 * 4 * 3);
  expect(random['1']?.value).toBeCloseTo(0.25);
  expect(Object.values(scorers).map((byK) => byK['1']?.value)).toEqual([1]);
});
