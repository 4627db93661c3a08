import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { RunRecord } from '../../records/run-record.ts';

const keyOf = (...parts: readonly (string | number)[]) => JSON.stringify(parts);

/** Every reply whose program failed and was explained; empty for runs of before failures were kept. */
export const failingSamples = oncePer((run: RunRecord) => {
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
    return candidate.origins.flatMap(({ variantId, sample }) => {
      const variant = variants.get(keyOf(candidate.taskId, variantId));
      if (!variant) return [];
      const own = (arms.get(keyOf(candidate.taskId, variantId, sample)) ?? []).map(({ arm }) => arm);
      return [{ run, task, variant, sample, candidate, official: verdict, explained: reason, arms: own }];
    });
  });
});

export type FailingSample = ReturnType<typeof failingSamples>[number];
