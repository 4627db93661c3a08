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
  johnson_lindenstrauss_min_dim: {
    wrong: [
      'import numpy as np\n\ndef johnson_lindenstrauss_min_dim(n_samples, *, eps=0.1):\n    return np.log(n_samples)\n',
      'def johnson_lindenstrauss_min_dim(n_samples, *, eps=0.1):\n    return 100\n',
      'import numpy as np\n\ndef johnson_lindenstrauss_min_dim(n_samples, *, eps=0.1):\n    return int(8 * np.log(n_samples) / eps ** 2)\n',
    ],
    tests: [
      'assert johnson_lindenstrauss_min_dim(1_000_000, eps=0.5) == 663',
      'assert johnson_lindenstrauss_min_dim(100, eps=0.1) < johnson_lindenstrauss_min_dim(1000, eps=0.1)',
      'assert johnson_lindenstrauss_min_dim(1_000_000, eps=0.1) == 11841',
    ],
  },
  pair_confusion_matrix: {
    wrong: [
      'import numpy as np\n\ndef pair_confusion_matrix(labels_true, labels_pred):\n    return np.eye(2)\n',
      'import numpy as np\n\ndef pair_confusion_matrix(labels_true, labels_pred):\n    return np.zeros((2, 2), dtype=int)\n',
      'import numpy as np\n\ndef pair_confusion_matrix(labels_true, labels_pred):\n    n = len(labels_true)\n    return np.array([[n, 0], [0, n]])\n',
    ],
    tests: [
      'assert pair_confusion_matrix([0, 0, 1, 1], [1, 1, 0, 0]).tolist() == [[8, 0], [0, 4]]',
      'assert pair_confusion_matrix([0, 0, 1, 2], [0, 0, 1, 1]).tolist() == [[8, 2], [0, 2]]',
      'assert pair_confusion_matrix([0, 0, 1, 1], [0, 0, 1, 1]).sum() == 12',
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
  extract_patches_2d: {
    wrong: [
      'def extract_patches_2d(image, patch_size, *, max_patches=None, random_state=None):\n    return image\n',
      'import numpy as np\n\ndef extract_patches_2d(image, patch_size, *, max_patches=None, random_state=None):\n    return np.zeros((4, *patch_size))\n',
      'def extract_patches_2d(image, patch_size, *, max_patches=None, random_state=None):\n    return image[:patch_size[0], :patch_size[1]]\n',
    ],
    tests: [
      'assert extract_patches_2d(np.arange(16.0).reshape(4, 4), (2, 2)).shape == (9, 2, 2)',
      'assert extract_patches_2d(np.arange(9.0).reshape(3, 3), (2, 2))[3].tolist() == [[4.0, 5.0], [7.0, 8.0]]',
      'assert len(extract_patches_2d(np.ones((5, 5)), (3, 3), max_patches=4)) == 4',
    ],
  },
};

test.skipIf(!existsSync(live))('agreement picks the right one of four programs of five tasks', async () => {
  const dataset = await readDataset(live);
  const tasks = dataset.tasks.filter(({ entryPoint }) => entryPoint !== null && entryPoint in CASES);
  expect(tasks).toHaveLength(5);
  const solutions = tasks.flatMap(({ id, entryPoint }) => {
    const { wrong } = CASES[entryPoint ?? ''] ?? { wrong: [] };
    const right = dataset.oracles.open(id).reference ?? '';
    return [...wrong, right].map((solution) => ({ task_id: id, solution }));
  });
  const tests = tasks.map(({ id, entryPoint }) => ({ task_id: id, tests: CASES[entryPoint ?? '']?.tests ?? [] }));
  const records = dataset.records.filter((_, at) => tasks.includes(dataset.tasks[at] as (typeof tasks)[number]));
  const file = await temporaryFile('five.jsonl', asJsonLines(records));
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
  expect(cells).toBe(5 * 4 * 3);
  expect(random['1']?.value).toBeCloseTo(0.25);
  expect(Object.values(scorers).map((byK) => byK['1']?.value)).toEqual([1]);
});
