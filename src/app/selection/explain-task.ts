import { findConsensusSets } from '../../../agreement/consensus-sets.ts';
import { testInformation } from '../../../agreement/preparation/drop-tests.ts';
import {
  type ConsensusSet,
  compareSets,
  type ExecutionMatrix,
  type Scorer,
  separatingTests,
} from '../../core/matrix.ts';
import { type TestBody, testText } from '../../core/program.ts';
import { votesFor } from '../../pipeline/6-rank/rank-candidates.ts';
import type { ExecutedTask } from './matrix-file.ts';

/** @param against the place of the second in the ranking, from 1 */
function separatingTest({ tests, matrix }: ExecutedTask, first: number, second: number, against: number) {
  const bodies = new Map(tests.map(({ id, body }) => [id, body]));
  const textOf = (column: number) => testText(bodies.get(matrix.tests[column]?.id ?? '') as TestBody);
  const [found] = separatingTests(matrix, first, second).sort(
    (a, b) => textOf(a).length - textOf(b).length || (textOf(a) < textOf(b) ? -1 : 1),
  );
  if (found === undefined) return null;
  return {
    test: textOf(found),
    /** The place of the best set that passes other tests than the first. */
    against,
    passedByFirst: matrix.verdicts[first]?.[found] === 'pass',
    occurrences: matrix.tests[found]?.weight ?? 0,
    outputs: [matrix.outputs?.[first]?.[found] ?? null, matrix.outputs?.[second]?.[found] ?? null],
  };
}

interface ExplainOptions {
  readonly scorer: Scorer;
  readonly others: readonly Scorer[];
  /** Most sets. */
  readonly limit: number;
  readonly pickedId: string | null;
}

/**
 * Returns a task's sets in a rule's order, of tied ones that of the pick first, the other rules' views of them, and the
 * test that separates the first two.
 */
export function explainTask(
  task: ExecutedTask,
  matrix: ExecutionMatrix,
  { scorer, others, limit, pickedId }: ExplainOptions,
) {
  const pick = matrix.candidates.findIndex(({ id }) => id === pickedId);
  const isPicked = ({ candidates }: ConsensusSet) => candidates.includes(pick);
  const sets = [...scorer.rank(matrix).sets].sort((a, b) => Number(isPicked(b)) - Number(isPicked(a)));
  const consensus = new Map(
    findConsensusSets(matrix).flatMap((set) => set.candidates.map((row) => [row, set] as const)),
  );
  const rules = others.map((rule) => ({ name: rule.name, ranks: ranksOf(rule.rank(matrix).sets) }));
  const codeOf = (row: number) => task.candidates[row]?.code ?? '';
  const explained = sets.slice(0, limit).map(({ candidates }) => {
    const [first = 0] = candidates;
    const idsOf = (rows: readonly number[]) => rows.map((row) => matrix.candidates[row]?.id ?? '');
    const candidateIds = idsOf(candidates);
    return {
      candidateIds,
      samples: votesFor(matrix, candidateIds),
      testOccurrences: consensus.get(first)?.testOccurrences ?? 0,
      program: candidates.includes(pick) ? codeOf(pick) : ([...candidates].map(codeOf).sort(byLength)[0] ?? ''),
      /** Score and rank (1 the best; null where the rule leaves it out) of the first program. */
      byRule: rules.map(({ name, ranks }) => ({ scorer: name, ...(ranks.get(first) ?? { score: null, rank: null }) })),
      /** Samples that pass the official tests; null if they were not run. */
      correct: task.official && votesFor(matrix, idsOf(candidates.filter((row) => task.official?.[row]?.passed))),
    };
  });
  const rowOf = (at: number) => sets[at]?.candidates[0] ?? -1;
  const setOf = (at: number) => consensus.get(rowOf(at));
  // Sets may differ in return values only; a test can separate only sets that pass different tests.
  const other = sets.findIndex((_, at) => setOf(at) !== setOf(0));
  return {
    taskId: task.taskId,
    scorer: scorer.name,
    samples: matrix.candidates.reduce((sum, { weight }) => sum + weight, 0),
    testOccurrences: matrix.tests.reduce((sum, { weight }) => sum + weight, 0),
    /** How much each reveals about the programs, most bits first. */
    tests: testInformation(matrix).sort((a, b) => b.bits - a.bits),
    sets: explained,
    setsInAll: sets.length,
    separating: other > 0 ? separatingTest({ ...task, matrix }, rowOf(0), rowOf(other), other + 1) : null,
  };
}

const byLength = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

/** The reasons for a rule's pick. */
export type Explanation = ReturnType<typeof explainTask>;

/** Score and rank by row, from 1; sets of one score and size share a rank. */
export function ranksOf(sets: readonly ConsensusSet[]): Map<number, { score: number; rank: number }> {
  const ranks = new Map<number, { score: number; rank: number }>();
  let rank = 0;
  for (const [at, set] of sets.entries()) {
    if (at === 0 || compareSets(sets[at - 1] as ConsensusSet, set) !== 0) rank++;
    for (const row of set.candidates) ranks.set(row, { score: set.score, rank });
  }
  return ranks;
}
