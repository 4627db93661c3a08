import type { JudgedMatrix } from '../src/analysis/arms/selection-scores.ts';
import { type ExecutedTask, readMatrixFile } from '../src/app/selection/matrix-file.ts';
import { prepareSelection } from '../src/app/selection/prepare-selection.ts';
import type { ExecutionMatrix, Ranking } from '../src/core/matrix.ts';
import { restrictMatrix } from '../src/core/matrix.ts';
import type { Rng } from '../src/core/random.ts';
import { expectedPassAtK } from '../src/statistics/expected-pass-at-k.ts';

/** What the benches of agreement start from: executed and judged tasks, as `select --official --matrix-out` writes them. */
export async function readJudgedTasks(file: string, { asCodet = false } = {}): Promise<readonly JudgedMatrix[]> {
  const tasks = await readMatrixFile(file);
  const { matrices } = prepareSelection(tasks, { asCodet });
  return tasks.map((task, at) => ({ matrix: matrices[at] as ExecutionMatrix, passed: passedIds(task) }));
}

function passedIds({ taskId, candidates, official }: ExecutedTask): ReadonlySet<string> {
  if (official === null) throw new Error(`task ${taskId} has no official verdicts: write the file with --official`);
  return new Set(candidates.filter((_, at) => official[at]?.passed).map(({ id }) => id));
}

/** The matrix of `count` programs and `count` test replies, drawn without replacement, each on its own. */
export function subsample({ matrix, passed }: JudgedMatrix, count: number, rng: Rng): JudgedMatrix {
  const samplesOf = (entries: ExecutionMatrix['tests']) => [
    ...new Set(entries.flatMap(({ origins }) => origins.map(({ sample }) => sample))),
  ];
  const total = Math.max(...samplesOf(matrix.candidates), ...samplesOf(matrix.tests)) + 1;
  const draw = () => new Set(rng.shuffle(Array.from({ length: total }, (_, sample) => sample)).slice(0, count));
  const programs = draw();
  const tests = draw();
  return {
    passed,
    matrix: restrictMatrix(matrix, {
      program: ({ sample }) => programs.has(sample),
      test: ({ sample }) => tests.has(sample),
    }),
  };
}

/** Expected pass@k of a ranking by indexes. */
export function passAtKOf({ matrix, passed }: JudgedMatrix, { sets }: Ranking, k: number): number {
  const count = (rows: readonly number[]) => {
    let samples = 0;
    let correct = 0;
    for (const row of rows) {
      const { id = '', weight = 0 } = matrix.candidates[row] ?? {};
      samples += weight;
      if (passed.has(id)) correct += weight;
    }
    return { samples, correct };
  };
  return expectedPassAtK(
    sets.map(({ candidates, score, tieBreak = 0 }) => ({ score, tieBreak, ...count(candidates) })),
    count([...matrix.candidates.keys()]),
    k,
  );
}
