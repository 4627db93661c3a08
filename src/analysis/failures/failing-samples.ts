import type { Arm } from '../../core/arm.ts';
import type { ExplainedFailure } from '../../core/explanation.ts';
import type { Variant } from '../../core/mutation.ts';
import type { Candidate } from '../../core/program.ts';
import type { OfficialRecord, RunRecord, TaskRecord } from '../../records/run-record.ts';
import { groupBy } from '../by-key.ts';
import { oncePer } from '../once-per.ts';

/** A reply whose program failed the official tests, with all that the run kept of it. */
export interface FailingSample {
  readonly run: RunRecord;
  readonly task: TaskRecord;
  readonly variant: Variant;
  readonly sample: number;
  readonly candidate: Candidate;
  readonly official: OfficialRecord;
  readonly explained: ExplainedFailure;
  /** Arms that the reply belongs to. */
  readonly arms: readonly Arm[];
}

const keyOf = (...parts: readonly (string | number)[]) => JSON.stringify(parts);

function samplesOf(run: RunRecord): FailingSample[] {
  const { explanations = [] } = run;
  if (explanations.length === 0) return [];
  const explained = new Map(explanations.map((one) => [keyOf(one.taskId, one.candidateId), one]));
  const official = new Map(run.official.map((one) => [keyOf(one.taskId, one.candidateId), one]));
  const tasks = new Map(run.tasks.map((task) => [task.taskId, task]));
  const variants = new Map(run.variants.map((variant) => [keyOf(variant.taskId, variant.id), variant]));
  const arms = groupBy(
    run.armSamples.flatMap(({ taskId, arm, samples }) =>
      samples.map(({ variantId, sample }) => ({ arm, key: keyOf(taskId, variantId, sample) })),
    ),
    ({ key }) => key,
  );
  return run.candidates.flatMap((candidate) => {
    const key = keyOf(candidate.taskId, candidate.id);
    const [verdict, reason, task] = [official.get(key), explained.get(key), tasks.get(candidate.taskId)];
    if (!verdict || verdict.passed || !reason || !task) return [];
    return candidate.origins.flatMap(({ variantId, sample }): FailingSample[] => {
      const variant = variants.get(keyOf(candidate.taskId, variantId));
      if (!variant) return [];
      const own = (arms.get(keyOf(candidate.taskId, variantId, sample)) ?? []).map(({ arm }) => arm);
      return [{ run, task, variant, sample, candidate, official: verdict, explained: reason, arms: own }];
    });
  });
}

/** Every reply of a run whose program failed and was explained; empty for runs of before failures were kept. */
export const failingSamples: (run: RunRecord) => readonly FailingSample[] = oncePer(samplesOf);
