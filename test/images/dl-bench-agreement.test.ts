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

/** Three programs that are wrong in different ways, and tests of ours. */
const WRONG = [
  'np.array(arrays)',
  'np.array(list(itertools.product(*arrays)))[::-1]',
  'np.zeros((len(arrays), 1))',
].map((value) => `import itertools, numpy as np\n\ndef cartesian(arrays, out=None):\n    return ${value}\n`);
const TESTS = [
  'assert cartesian([[1, 2], [3, 4]]).tolist() == [[1, 3], [1, 4], [2, 3], [2, 4]]',
  'assert cartesian([[1, 2, 3]]).shape == (3, 1)',
  'assert cartesian([[1], [2], [3]]).tolist() == [[1, 2, 3]]',
];

test.skipIf(!existsSync(live))('agreement picks the right one of four programs', async () => {
  const { tasks, records, oracles } = await readDataset(live);
  const at = tasks.findIndex(({ entryPoint }) => entryPoint === 'cartesian');
  const id = tasks[at]?.id ?? '';
  const solutions = [...WRONG, oracles.open(id).reference ?? ''].map((solution) => ({ task_id: id, solution }));
  const file = await temporaryFile('one.jsonl', asJsonLines(records.slice(at, at + 1)));
  expect(await runCli(['images', 'build', '--dataset', file, '--json'], fakeIo())).toBe(0);
  const fake = fakeIo();
  const argv = [
    ...['select', '--dataset', file, '--timeout-ms', '10000', '--json'],
    ...['--solutions', await temporaryFile('solutions.jsonl', asJsonLines(solutions))],
    ...[
      '--tests',
      await temporaryFile('tests.jsonl', asJsonLines([{ task_id: id, tests: TESTS }])),
      '--official',
      '--sandbox',
      'docker',
    ],
  ];
  expect(await runCli(argv, fake), fake.err.join('')).toBe(0);
  const { scorers, random, cells } = JSON.parse(fake.out.join('')) as {
    scorers: Record<string, Record<string, { value: number }>>;
    random: Record<string, { value: number }>;
    cells: number;
  };
  expect(cells).toBe(4 * 3);
  expect(random['1']?.value).toBeCloseTo(0.25);
  expect(Object.values(scorers).map((byK) => byK['1']?.value)).toEqual([1]);
});
