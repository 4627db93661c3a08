import { expect, test } from 'vitest';
import { findScorer } from '../../agreement/index.ts';
import type { ExecutionMatrix, MatrixEntry } from '../../src/core/matrix.ts';
import type { Verdict } from '../../src/core/sandbox.ts';
import { cutCodetSolution, splitCodetTests } from '../../src/python-source/replies/codet-extraction.ts';
import { expectedPassAtK } from '../../src/statistics/expected-pass-at-k.ts';
import { passAtK } from '../../src/statistics/pass-at-k.ts';
import { sharedRecords } from '../python-source/shared-data.ts';

interface RecordedTask {
  readonly task_id: string;
  readonly entry_point: string;
  readonly candidates: readonly string[];
  readonly tests: readonly string[];
  readonly rows: readonly string[];
  readonly official: readonly boolean[];
}
interface Predictions {
  readonly prompt: string;
  readonly samples: readonly string[];
}

const VERDICTS: Readonly<Record<string, Verdict>> = { '1': 'pass', '0': 'fail', t: 'timeout', x: 'error' };

/** How often each of `texts` was sampled. */
function entries(prefix: string, texts: readonly string[], sampled: readonly string[]): MatrixEntry[] {
  const place = new Map(texts.map((text, at) => [text.trim(), at]));
  const weights = texts.map(() => 0);
  for (const text of sampled) {
    const at = place.get(text.trim());
    if (at === undefined) throw new Error(`not in the recorded matrix: ${text.slice(0, 60)}`);
    weights[at] = (weights[at] ?? 0) + 1;
  }
  return weights.map((weight, at) => ({ id: `${prefix}${String(at).padStart(4, '0')}`, weight, origins: [] }));
}

test('CodeT’s own verdicts give the published figures: random, codet, max-pass and b4 on 82 HumanEval tasks', ({
  skip,
}) => {
  const recorded = sharedRecords<RecordedTask>('codet/matrix.jsonl.gz', skip);
  const tasks = sharedRecords<{ task_id: string; prompt: string }>('codet/tasks.jsonl', skip);
  const solutions = sharedRecords<Predictions>('codet/solutions.jsonl', skip);
  const tests = sharedRecords<Predictions>('codet/tests.jsonl', skip);
  const promptOf = new Map(tasks.map(({ task_id, prompt }) => [task_id, prompt]));
  const judged = recorded.map((task) => {
    const prompt = promptOf.get(task.task_id) ?? '';
    const programs = solutions.find((line) => line.prompt === prompt)?.samples ?? [];
    const replies = tests.find((line) => line.prompt.startsWith(prompt))?.samples ?? [];
    const matrix: ExecutionMatrix = {
      taskId: task.task_id,
      candidates: entries(
        'c',
        task.candidates,
        programs.map((sample) => prompt + cutCodetSolution(sample)),
      ),
      tests: entries(
        't',
        task.tests,
        replies.flatMap((sample) => splitCodetTests(sample, task.entry_point, 5)),
      ),
      verdicts: task.rows.map((row) => [...row].map((letter) => VERDICTS[letter] ?? 'error')),
    };
    const count = (rows: readonly number[]) => ({
      samples: rows.reduce((sum, row) => sum + (matrix.candidates[row]?.weight ?? 0), 0),
      correct: rows.reduce((sum, row) => sum + (task.official[row] ? (matrix.candidates[row]?.weight ?? 0) : 0), 0),
    });
    return { matrix, count, all: count([...matrix.candidates.keys()]) };
  });
  const mean = (value: (task: (typeof judged)[number]) => number) =>
    (100 * judged.reduce((sum, task) => sum + value(task), 0)) / judged.length;
  const figure = (name: string, k: number) =>
    mean(({ matrix, count, all }) => {
      const sets = findScorer(name)
        .rank(matrix)
        .sets.map(({ candidates, score, tieBreak = 0 }) => ({ score, tieBreak, ...count(candidates) }));
      return expectedPassAtK(sets, all, k);
    });
  expect(mean(({ all }) => passAtK(all.samples, all.correct, 1))).toBeCloseTo(23.45, 1);
  expect([1, 2, 10].map((k) => Number(figure('codet', k).toFixed(1)))).toEqual([38.2, 48.1, 64.1]);
  expect(figure('max-pass', 1)).toBeCloseTo(19.5, 1);
  expect(figure('b4', 1)).toBeCloseTo(45.1, 1);
}, 60_000);
