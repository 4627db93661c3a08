import { allOrAbort } from '../core/all-or-abort.ts';
import { BudgetError } from '../core/errors.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import { agreeingText, plural } from '../core/plural.ts';
import type { Candidate, GeneratedTest } from '../core/program.ts';
import { type Progress, silentProgress } from '../core/progress.ts';
import type { Task } from '../core/task.ts';
import { missingPackages } from '../python-source/tests/missing-package.ts';
import type { RankingRecord } from '../records/run-record.ts';
import { planTasks } from './2-mutate/plan-tasks.ts';
import { generateCode } from './3-generate-code.ts';
import { generateTests } from './4-generate-tests.ts';
import { executeMatrix } from './5-execute-matrix.ts';
import { rankMatrix } from './6-rank/rank-candidates.ts';
import { runInRounds } from './adaptive-rounds.ts';
import { allCallsFailed } from './all-calls-failed.ts';
import type { AdaptivePlan, Deps, StageStore } from './deps.ts';
import type { GeneratedTask, PlannedTask } from './planned-task.ts';
import { taskConditions } from './task-conditions.ts';

const ARM = 'mutation-ensemble';

/** What became of one task for which there are no official tests. */
export interface SolvedTask {
  readonly generated: GeneratedTask;
  /** Distinct programs of before the given tests were run. */
  readonly written: readonly Candidate[];
  /** Programs that pass every given test, on the generated tests. */
  readonly matrix: ExecutionMatrix;
  /** All written programs on the given tests. */
  readonly given: ExecutionMatrix;
  readonly ranking: RankingRecord;
  /** Samples asked for. */
  readonly samples: number;
}

export interface SolveLimits {
  /** Most samples. */
  readonly samples: number;
  /** Whether what there is must do; asked between rounds. */
  readonly isOver: () => boolean;
}

export type SolveDeps = Omit<Deps, 'examples' | 'recorded' | 'reporters' | 'adaptive' | 'store'> &
  StageStore & { readonly adaptive: AdaptivePlan };

/** The stages of a round are over in seconds: what people wait for is what each round came to. */
const quiet = ({ spend, note }: Progress): Progress => ({ ...silentProgress, note, ...(spend ? { spend } : {}) });

/** Such as `1 sample, 1 distinct program, 3 tests: 1 program agrees on 2 tests, probably right 62 %`. */
export function roundText(matrix: ExecutionMatrix, { sets, confidence }: RankingRecord, samples: number): string {
  const [first] = sets;
  const weights = new Map(matrix.candidates.map(({ id, weight }) => [id, weight]));
  const votes = first?.candidateIds.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0) ?? 0;
  const leading = first ? agreeingText(votes, first.testIds.length) : 'no program passes a test yet';
  const likely = first && typeof confidence === 'number' ? `, probably right ${Math.round(100 * confidence)} %` : '';
  const made = [
    plural(samples, 'sample'),
    plural(matrix.candidates.length, 'distinct program'),
    plural(matrix.tests.length, 'test'),
  ];
  return `${made.join(', ')}: ${leading}${likely}`;
}

/** A package that the sandbox lacks makes programs fail, and tests too, that may be right. */
function warnOfPackages({ store, progress }: Pick<SolveDeps, 'store' | 'progress'>): void {
  const rows = store.log('verdicts').all();
  const lacking = new Set(rows.flatMap(({ details }) => details.flatMap(missingPackages)));
  if (lacking.size === 0) return;
  const names = [...lacking].sort().join(', ');
  progress.note(
    `the sandbox's Python lacks ${names}: programs that need it count as wrong (give an interpreter that has it)`,
  );
}

/** Where not one request for a program was answered, more of them would only fail too. @throws ModelError */
function requireAnswers({ arms }: PlannedTask, { store }: Pick<SolveDeps, 'store'>): void {
  const failures = store
    .log('failures')
    .all()
    .filter(({ purpose }) => purpose === 'program');
  const asked = arms[0]?.samples.length ?? 0;
  if (failures.length > 0 && failures.length >= asked) throw allCallsFailed(failures);
}

/** Programs and tests of the task so far; they are asked for at the same time. */
async function ask(planned: PlannedTask, deps: SolveDeps): Promise<GeneratedTask> {
  const asking = { ...deps, examples: null, recorded: null };
  const [programs, tests] = await allOrAbort<
    [Awaited<ReturnType<typeof generateCode>>, Awaited<ReturnType<typeof generateTests>>]
  >(deps.signal, [
    (signal) => generateCode([planned], { ...asking, signal }),
    (signal) => generateTests([{ ...planned, candidates: [] }], { ...asking, signal }),
  ]);
  requireAnswers(planned, deps);
  return { ...planned, candidates: programs[0]?.candidates ?? [], tests: tests[0]?.tests ?? [] };
}

/**
 * Stages 2 to 6 for one task, in rounds: asks for a few samples, more while the pick is not decided. What the user has
 * said already (`given`) comes first: a program that fails one of these tests is out before agreement is counted.
 *
 * @param given tests of the user's; every one of them must hold
 * @throws ModelError, SandboxError, InterruptedError; BudgetError where not even the first round could be paid
 */
export async function solveTask(
  task: Task,
  given: readonly GeneratedTest[],
  limits: SolveLimits,
  said: SolveDeps,
): Promise<SolvedTask> {
  const { progress } = said;
  const deps = { ...said, progress: quiet(progress) };
  const [plan] = await planTasks([task], { ...deps, recorded: null });
  if (!plan) throw new Error('a task without a plan');
  const arms = plan.arms.map(({ arm, samples }) => ({ arm, samples: samples.slice(0, limits.samples) }));
  const rows = deps.store.log('verdicts');
  const { scorer, confidence } = deps;
  const rank = (matrix: ExecutionMatrix) => rankMatrix(matrix, { arm: ARM, scorer, seed: deps.plan.seed, confidence });
  let last: Omit<SolvedTask, 'ranking'> | null = null;
  const round = async (generated: GeneratedTask) => {
    const input = taskConditions(task);
    const onGiven = await executeMatrix(
      { ...input, candidates: generated.candidates, tests: given },
      { ...deps, rows, probes: 0 },
    );
    const kept = generated.candidates.filter((_, at) => onGiven.verdicts[at]?.every((verdict) => verdict === 'pass'));
    const matrix = await executeMatrix({ ...input, candidates: kept, tests: generated.tests }, { ...deps, rows });
    const samples = generated.arms[0]?.samples.length ?? 0;
    progress.note(roundText(matrix, rank(matrix), samples));
    last = {
      generated: { ...generated, candidates: kept },
      written: generated.candidates,
      matrix,
      given: onGiven,
      samples,
    };
    return { generated: last.generated, matrix };
  };
  const adaptive: AdaptivePlan = {
    stopReason: (matrix, options) => (limits.isOver() ? 'over' : deps.adaptive.stopReason(matrix, options)),
  };
  try {
    await runInRounds([{ ...plan, arms }], adaptive, deps, async (tasks) =>
      Promise.all(tasks.map(async (planned) => round(await ask(planned, deps)))),
    );
  } catch (error) {
    // What was paid for before the cap was reached is an answer, too.
    if (!last || !(error instanceof BudgetError)) throw error;
    deps.progress.note(`${error.message}; what there is decides`);
  }
  warnOfPackages(deps);
  const solved = last as unknown as Omit<SolvedTask, 'ranking'>;
  return { ...solved, ranking: rank(solved.matrix) };
}
