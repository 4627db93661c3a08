import { expect, test } from 'vitest';
import { judgeSamples } from '../../../src/app/evaluate-samples.ts';
import type { OfficialInput } from '../../../src/pipeline/7-evaluate/evaluate-officially.ts';
import { normaliseProgram } from '../../../src/python-source/renaming/normalise.ts';
import type { OfficialRecord } from '../../../src/records/run-record.ts';
import { taskOf } from '../../mutators/prompts.ts';

const task = taskOf('a', 'Return 2.', 'f');
const sample = (code: string, at: number) => ({
  taskId: 'a',
  origin: { variantId: 'a::original', sample: at },
  code,
  record: {},
});

/** Official tests that want a 2 in the text; what they were asked is kept. */
function judge() {
  const asked: string[] = [];
  const run = async (inputs: readonly OfficialInput[]) =>
    inputs.flatMap(({ taskId, candidates }) =>
      candidates.map(({ id, code }) => {
        asked.push(code);
        return { taskId, candidateId: id, outcome: { verdict: code.includes('2') ? 'pass' : 'fail' } };
      }),
    ) as unknown as OfficialRecord[];
  return { asked, run };
}

const verdictsOf = (judged: Awaited<ReturnType<typeof judgeSamples>>) =>
  judged.map(({ outcome }) => (outcome as unknown as { outcome: { verdict: string } }).outcome.verdict);

test('a text that stands twice is judged once', async () => {
  const { asked, run } = judge();
  const judged = await judgeSamples([sample('x = 2', 0), sample('x = 2', 1), sample('x = 3', 2)], [task], run);
  expect(asked).toHaveLength(2);
  expect(verdictsOf(judged)).toEqual(['pass', 'pass', 'fail']);
});

test('a program that reads its own docstring does not get the verdict of one that is right', async () => {
  const reads = (digit: number) => `class A:\n    "${digit}"\ndef f(x):\n    return x * int(list(vars(A).values())[1])`;
  // Where the canonical text could tell them apart, this test would show nothing.
  expect(normaliseProgram(reads(2))).toBe(normaliseProgram(reads(3)));
  const { asked, run } = judge();
  const judged = await judgeSamples([sample(reads(2), 0), sample(reads(3), 1)], [task], run);
  expect(asked).toHaveLength(2);
  expect(verdictsOf(judged)).toEqual(['pass', 'fail']);
});
