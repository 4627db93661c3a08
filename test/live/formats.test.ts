import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readDataset } from '../../src/datasets/read-dataset.ts';
import { bubblewrapSandbox } from '../../src/sandbox/native/bubblewrap-sandbox.ts';
import {
  asJsonLines,
  exampleRecords,
  plainTestedRecord,
  readJsonLines,
  temporaryFile,
} from '../datasets/example-files.ts';
import { cli } from '../fakes/cli.ts';

const HUMAN_EVAL_PLUS = '../shared/formats/humanevalplus.jsonl.gz';
if (!existsSync(HUMAN_EVAL_PLUS)) console.warn(`skipped: ${HUMAN_EVAL_PLUS} is missing (not part of this repository)`);
const bubblewrap = await bubblewrapSandbox.probe();
if (!bubblewrap.available) console.warn(`skipped: ${bubblewrap.detail}. ${bubblewrap.hint}`);

type Sample = Readonly<Record<string, unknown>>;
type PassAtK = { readonly '1': { readonly value: number } };

beforeAll(async () => {
  const cache = await mkdtemp(join(tmpdir(), 'mutagree-answers-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  return async () => {
    vi.unstubAllEnvs();
    await rm(cache, { recursive: true, force: true });
  };
});

async function evaluate(dataset: string, sandbox: string, samples: readonly Sample[], ...flags: readonly string[]) {
  const file = await temporaryFile('samples.jsonl', asJsonLines(samples));
  const files = ['--dataset', dataset, '--samples', file];
  const { code, out, err } = await cli('evaluate', ...files, '--partial', '--sandbox', sandbox, '--json', ...flags);
  expect(code, err).toBe(0);
  return { document: JSON.parse(out) as Record<string, unknown>, results: readJsonLines(`${file}_results.jsonl`) };
}

const passedOf = (results: readonly Sample[]) => results.map(({ passed }) => passed);

/** Right on the base inputs of HumanEval+, wrong on some of the others; each the rest of the prompt. */
const WRONG_ON_PLUS: Readonly<Record<string, string>> = {
  'HumanEval/2': '    return round(number % 1.0, 3)\n',
  'HumanEval/8': '    p = 1\n    for n in numbers:\n        p *= n\n    return sum(abs(n) for n in numbers), p\n',
  'HumanEval/30': '    return [x for x in l if x >= 1]\n',
  'HumanEval/42': '    return [int(x) + 1 for x in l]\n',
  'HumanEval/52': '    return max(l) < t if l else False\n',
  'HumanEval/98': "    return sum(1 for i in range(0, len(s), 2) if s[i] in 'AEIOU' and i < 10)\n",
};

describe.skipIf(!bubblewrap.available)('forms of tests', () => {
  test('EvalPlus: base and plus apart, in the results and in pass@k', async () => {
    const file = await temporaryFile('plus.jsonl', asJsonLines(exampleRecords['eval-plus'] ?? []));
    const samples = [
      { task_id: 'Example/0', completion: '    return x + x\n' },
      { task_id: 'Example/0', completion: '    return 2 * x if x < 4 else 0\n' },
      { task_id: 'Example/0', completion: '    while True: pass\n' },
      { task_id: 'Mbpp/3', solution: 'def sum_all(values):\n    return sum(values, 0.0)\n' },
      { task_id: 'Mbpp/3', solution: 'def sum_all(values):\n    return values[0] + sum(values[1:])\n' },
      { task_id: 'Mbpp/3', solution: 'def other(values):\n    return 3\n' },
    ];
    const { results, document } = await evaluate(file, 'bubblewrap', samples, '--timeout-ms', '1000');
    expect(results.map((line) => [line['base_status'], line['plus_status'], line['passed']])).toEqual([
      ['pass', 'pass', true],
      ['pass', 'fail', false],
      ['timeout', null, false],
      ['pass', 'pass', true],
      ['pass', 'fail', false],
      ['fail', null, false],
    ]);
    const { base, 'base+plus': all } = document['passAtKByPart'] as Record<string, PassAtK>;
    expect(base?.['1'].value).toBeCloseTo(2 / 3, 9);
    expect(all?.['1'].value).toBeCloseTo(1 / 3, 9);
    expect((document['passAtK'] as PassAtK)['1'].value).toBeCloseTo(1 / 3, 9);
  });

  test('LiveCodeBench: programs and methods, public and private tests; plain tests', async () => {
    const file = await temporaryFile('live.jsonl', asJsonLines(exampleRecords['live-code-bench'] ?? []));
    const { results } = await evaluate(file, 'bubblewrap', [
      { task_id: 'x_1', solution: 'a, b = map(int, input().split())\nprint(a + b, end=".0\\n\\n")' },
      { task_id: 'x_1', solution: 'input()\nprint(3)' },
      {
        task_id: 'x_2',
        solution: 'class Solution:\n    def sumAll(self, nums: List[int]) -> int:\n        return reduce(add, nums)\n',
      },
      { task_id: 'x_2', solution: 'class Solution:\n    def sumAll(self, nums):\n        return 3\n' },
    ]);
    expect(passedOf(results)).toEqual([true, false, true, false]);

    const plain = await temporaryFile('plain.jsonl', asJsonLines([plainTestedRecord]));
    const judged = await evaluate(plain, 'bubblewrap', [
      { task_id: 'c', solution: String(plainTestedRecord['reference']) },
      { task_id: 'c', solution: 'def double(value):\n    return value + value if value else None\n' },
    ]);
    expect(passedOf(judged.results)).toEqual([true, false]);
  });
});

describe.each(['bubblewrap', 'wasm'])('in %s', (sandbox) => {
  const available = sandbox === 'wasm' || bubblewrap.available;

  test.skipIf(!available || !existsSync(HUMAN_EVAL_PLUS))(
    'HumanEval+: references pass, candidates that are wrong on plus inputs only do not',
    async () => {
      const { records } = await readDataset(HUMAN_EVAL_PLUS);
      // All 82 where the runner is native; every eighth in wasm, for the time that it takes.
      const references = records
        .filter((_, at) => sandbox !== 'wasm' || at % 8 === 0)
        .map(({ task_id, canonical_solution: completion }) => ({ task_id, completion }));
      const { results } = await evaluate(HUMAN_EVAL_PLUS, sandbox, references);
      expect(results.filter(({ passed }) => passed !== true)).toEqual([]);
      expect(results).toHaveLength(sandbox === 'wasm' ? 11 : 82);
      const again = await evaluate(
        HUMAN_EVAL_PLUS,
        sandbox,
        Object.entries(WRONG_ON_PLUS).map(([task_id, completion]) => ({ task_id, completion })),
      );
      expect(again.results.map((line) => [line['base_status'], line['plus_status']])).toEqual(
        Object.keys(WRONG_ON_PLUS).map(() => ['pass', 'fail']),
      );
    },
    1_200_000,
  );
});
