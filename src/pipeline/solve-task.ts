import { failureReasons } from '../analysis/calls/failure-limit.ts';
import type { FailedCall } from '../core/chat.ts';
import { BudgetError, ModelError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import { agreeingText, plural } from '../core/plural.ts';
import { type Progress, silentProgress } from '../core/progress.ts';
import type { Task } from '../core/task.ts';
import type { RankingRecord } from '../records/run-record.ts';
import { rankMatrix, votesFor } from './6-rank/rank-candidates.ts';
import type { Deps, ExecutedTask } from './deps.ts';
import { makeMatrices, notePackages } from './run-pipeline.ts';

export type SolvedTask = ExecutedTask & { readonly ranking: RankingRecord };

/** Hides the stages of a round, which take seconds; the result of each round is shown instead. */
const quiet = ({ spend, note }: Progress): Progress => ({ ...silentProgress, note, ...(spend ? { spend } : {}) });

/** Such as `1 sample, 1 distinct program, 3 tests: 1 program agrees on 2 tests, probably right 62 %`. */
export function roundText(matrix: ExecutionMatrix, { sets, confidence }: RankingRecord, samples: number): string {
  const [first] = sets;
  const leading = first
    ? agreeingText(votesFor(matrix, first.candidateIds), first.testIds.length)
    : 'no program passes a test yet';
  const likely = first && typeof confidence === 'number' ? `, probably right ${Math.round(100 * confidence)} %` : '';
  const { length: programs } = matrix.candidates;
  const made = `${plural(samples, 'sample')}, ${plural(programs, 'distinct program')}`;
  return `${made}, ${plural(matrix.tests.length, 'test')}: ${leading}${likely}`;
}

/** The error if every one of some calls failed: the commonest reason, by its own code. */
export function allCallsFailed(failures: readonly FailedCall[]): ModelError {
  const [commonest] = failureReasons(failures);
  const all = failures.length === 1 ? 'the call failed' : `all ${failures.length} calls failed`;
  const problem = `${all}: ${commonest?.message ?? 'no reason is known'}`;
  return new ModelError(commonest?.code ?? 'model-calls-failed', problem, {
    concernsAll: true,
    hint: 'Fix what the endpoint names, and ask again.',
  });
}

/** If not one request for a program was answered, more of them would only fail too. @throws ModelError */
function requireAnswers(samples: number, { store }: Pick<Deps, 'store'>): void {
  const all = store.log('failures').all();
  const failures = all.filter(({ purpose }) => purpose === 'program');
  if (failures.length > 0 && failures.length >= samples) throw allCallsFailed(failures);
}

/** Stages 2 to 6 in rounds. @throws BudgetError if not even the first round could be paid; others of a run */
export async function solveTask(task: Task, deps: Deps): Promise<SolvedTask> {
  const { scorer, confidence, plan, progress } = deps;
  const rank = (matrix: ExecutionMatrix) =>
    rankMatrix(matrix, { arm: 'mutation-ensemble', scorer, seed: plan.seed, confidence });
  let last: ExecutedTask | null = null;
  const onRound = ([executed]: readonly ExecutedTask[]) => {
    if (!executed) return;
    const samples = executed.arms[0]?.samples.length ?? 0;
    requireAnswers(samples, deps);
    progress.note(roundText(executed.matrix, rank(executed.matrix), samples));
    last = executed;
  };
  try {
    await makeMatrices([task], { ...deps, progress: quiet(progress), onRound });
  } catch (error) {
    // Replies that were paid for before the cap still give an answer.
    if (!last || !(error instanceof BudgetError)) throw error;
    progress.note(`${error.message}; what there is decides`);
  }
  notePackages(deps);
  const solved = last as unknown as ExecutedTask;
  return { ...solved, ranking: rank(solved.matrix) };
}
