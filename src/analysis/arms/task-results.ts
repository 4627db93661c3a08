import type { Arm } from '../../core/arm.ts';
import { sampleKey } from '../../core/program.ts';
import { ONE, SPREAD } from '../../records/crossed.ts';
import type { ArmSamples, RankingRecord, RunRecord } from '../../records/run-record.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { groupByTask } from '../by-key.ts';
import { type CrossedValues, crossedValues } from '../crossed/crossed-values.ts';
import { oncePer } from '../once-per.ts';
import { countSamples, expectedOf, samplesBehind } from './judged-samples.ts';

/** What one arm achieved on one task whose programs the official tests have judged. */
export interface TaskResult {
  readonly taskId: string;
  readonly arm: Arm;
  /** N: samples asked for, whether or not they gave a program. */
  readonly samples: number;
  /** Samples that gave a program. */
  readonly programs: number;
  /** Samples whose program passes the official tests. */
  readonly correct: number;
  /**
   * By k, as text. A selecting arm: expected pass@k under ties, a plain draw among its programs where it abstained.
   * `baseline`: unbiased pass@k of all N samples, where a reply without a program is a failure. Of samples that were
   * given: the mean over all draws of the arm.
   */
  readonly passAtK: Readonly<Record<string, number>>;
  /** Expected pass@1 of a selecting arm with weak passes taken for failures; absent if there are none. */
  readonly strongPassAt1?: number;
  /** The seeded pick; for `baseline` the program of its first sample. null where there is no program. */
  readonly pickedId: string | null;
  readonly pickPassed: boolean;
  /** Whether no candidate passed any generated test; never for `baseline`, which does not select. */
  readonly abstained: boolean;
  /** Candidates that share the best score. */
  readonly tied: number;
  /** Whether `passAtK` is a mean over draws of given samples; the pick is that of one of them. */
  readonly overDraws?: true;
}

/** k of pass@k that a run of N samples can speak of: 1, and those asked for up to N; ascending. */
export function reportedK({ k, samplesPerArm }: Pick<RunRecord['manifest'], 'k' | 'samplesPerArm'>): number[] {
  return [...new Set([1, ...k.filter((value) => value <= samplesPerArm)])].sort((a, b) => a - b);
}

interface JudgedTask {
  /** Candidates with an official verdict, and those that pass. */
  readonly judged: ReadonlySet<string>;
  readonly passed: ReadonlySet<string>;
  readonly candidates: RunRecord['candidates'];
  readonly rankings: ReadonlyMap<Arm, RankingRecord>;
}

function resultOf(
  planned: ArmSamples & { taskId: string },
  task: JudgedTask,
  ks: readonly number[],
): TaskResult | null {
  const { arm, taskId, samples } = planned;
  const weights = samplesBehind(task.candidates, samples);
  const ranking = task.rankings.get(arm);
  const judged = [...weights.keys()].every((id) => task.judged.has(id));
  if (!judged || (arm !== 'baseline' && !ranking)) return null;

  const own = { weights, passed: task.passed };
  const all = countSamples(own);
  const first = samples[0] && sampleKey(samples[0]);
  const firstProgram = task.candidates.find(({ origins }) => origins.some((origin) => sampleKey(origin) === first));
  const chance = (k: number) => (ranking ? expectedOf(own, ranking, k) : passAtK(samples.length, all.correct, k));
  const pickedId = ranking ? ranking.pickedId : (firstProgram?.id ?? null);
  return {
    taskId,
    arm,
    samples: samples.length,
    programs: all.samples,
    correct: all.correct,
    passAtK: Object.fromEntries(ks.map((k) => [String(k), chance(k)])),
    ...(ranking?.strongSets ? { strongPassAt1: expectedOf(own, { sets: ranking.strongSets }, 1) } : {}),
    pickedId,
    pickPassed: pickedId !== null && task.passed.has(pickedId),
    abstained: ranking?.abstained ?? false,
    tied: ranking?.tiedIds.length ?? 0,
  };
}

/**
 * One result per task and arm, in the record's order of tasks. A task is left out altogether while one of its arms lacks
 * a ranking by the run's scorer or an official verdict, so that all arms speak of the same tasks. Computed once a
 * record, since every report asks.
 */
export const taskResults: (record: RunRecord) => readonly TaskResult[] = oncePer(computeResults);

/** The arm's value over all draws of given samples; null where a model was asked. */
function crossedValue(values: CrossedValues, arm: Arm, taskId: string): number | null {
  const one = values.get(ONE)?.get(taskId);
  if (arm === 'baseline') return one?.random ?? null;
  return (arm === 'mutation-ensemble' ? (values.get(SPREAD)?.get(taskId) ?? one) : one)?.value ?? null;
}

function computeResults(record: RunRecord): TaskResult[] {
  const ks = reportedK(record.manifest);
  const crossed = crossedValues(record);
  const planned = groupByTask(record.armSamples);
  const candidates = groupByTask(record.candidates);
  const official = groupByTask(record.official);
  const rankings = groupByTask(record.rankings.filter(({ scorer }) => scorer === record.manifest.scorer));
  return record.tasks.flatMap(({ taskId }) => {
    const verdicts = new Map(official.get(taskId)?.map(({ candidateId, passed }) => [candidateId, passed]));
    const task: JudgedTask = {
      judged: new Set(verdicts.keys()),
      passed: new Set([...verdicts].flatMap(([id, passed]) => (passed ? [id] : []))),
      candidates: candidates.get(taskId) ?? [],
      rankings: new Map(rankings.get(taskId)?.map((ranking) => [ranking.arm, ranking])),
    };
    const arms = planned.get(taskId) ?? [];
    const results = arms.map((arm) => {
      const result = resultOf(arm, task, ks);
      const value = crossedValue(crossed, arm.arm, taskId);
      return result && value !== null ? { ...result, passAtK: { '1': value }, overDraws: true as const } : result;
    });
    return results.every((result) => result !== null) ? results : [];
  });
}
