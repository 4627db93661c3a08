import type { Arm } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import { sampleKey } from '../../core/program.ts';
import { type ArmSamples, ONE, type RankingRecord, type RunRecord, SPREAD } from '../../records/run-record.ts';
import { passAtK } from '../../statistics/pass-at-k.ts';
import { type DrawValues, drawValues } from '../draws/draw-values.ts';
import { countSamples, expectedOf, officialVerdicts, passedPrograms, samplesBehind } from './judged-samples.ts';

/** One arm on one task with official verdicts. */
export interface TaskResult {
  readonly taskId: string;
  readonly arm: Arm;
  readonly samples: number;
  readonly programs: number;
  readonly correct: number;
  /**
   * Of a selecting arm: expected under ties, a plain draw where it abstained; of baseline: unbiased, a reply without a
   * program being a failure.
   */
  readonly passAtK: Readonly<Record<string, number>>;
  readonly strongPassAt1?: number | undefined;
  /** The seeded pick; of baseline the first sample's program. */
  readonly pickedId: string | null;
  readonly pickPassed: boolean;
  readonly abstained: boolean;
  /** Candidates that share the best score. */
  readonly tied: number;
  /** passAtK is a mean over draws of given samples; the pick is that of one of them. */
  readonly overDraws?: true;
}

/** k of pass@k that a run of N samples can speak of: 1, and those asked for up to N; ascending. */
export function reportedK({ k, samplesPerArm }: Pick<RunRecord['manifest'], 'k' | 'samplesPerArm'>): number[] {
  return [...new Set([1, ...k.filter((value) => value <= samplesPerArm)])].sort((a, b) => a - b);
}

interface JudgedTask {
  readonly judged: ReadonlyMap<string, boolean>;
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
    strongPassAt1: ranking?.strongSets && expectedOf(own, { sets: ranking.strongSets }, 1),
    pickedId,
    pickPassed: pickedId !== null && task.passed.has(pickedId),
    abstained: ranking?.abstained ?? false,
    tied: ranking?.tiedIds.length ?? 0,
  };
}

/** The arm's value over all draws of given samples; null where a model was asked. */
function drawValue(values: DrawValues, arm: Arm, taskId: string): number | null {
  const one = values.get(ONE)?.get(taskId);
  if (arm === 'baseline') return one?.random ?? null;
  return (arm === 'mutation-ensemble' ? (values.get(SPREAD)?.get(taskId) ?? one) : one)?.value ?? null;
}

/** Per task and arm; a task that one arm lacks is left out, so that all speak of the same. Computed once per record. */
export const taskResults = oncePer((record: RunRecord): readonly TaskResult[] => {
  const ks = reportedK(record.manifest);
  const draws = drawValues(record);
  const planned = groupByTask(record.armSamples);
  const candidates = groupByTask(record.candidates);
  const rankings = groupByTask(record.rankings.filter(({ scorer }) => scorer === record.manifest.scorer));
  return record.tasks.flatMap(({ taskId }) => {
    const task: JudgedTask = {
      judged: officialVerdicts(record).get(taskId) ?? new Map(),
      passed: passedPrograms(record, taskId),
      candidates: candidates.get(taskId) ?? [],
      rankings: new Map(rankings.get(taskId)?.map((ranking) => [ranking.arm, ranking])),
    };
    const results = (planned.get(taskId) ?? []).map((arm) => {
      const result = resultOf(arm, task, ks);
      const value = drawValue(draws, arm.arm, taskId);
      return result && value !== null ? { ...result, passAtK: { '1': value }, overDraws: true as const } : result;
    });
    return results.every((result) => result !== null) ? results : [];
  });
});
