import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';

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

/** How many of a kind, and how many in all. */
const EXAMPLES = { aKind: 2, all: 12 } as const;

/** Up to two failures of each kind, commonest kinds first, of different tasks; those with a traceback or a value first. Computed once per study. */
export const failureExamples = oncePer((study: Study) => {
  const decided = study.runs.flatMap(failingSamples).filter(({ explained }) => explained.kinds.length > 0);
  const byKind = groupBy(decided, ({ explained }) => explained.kinds[0]?.name ?? '');
  const tells = ({ explained, official }: FailingSample) =>
    Number(explained.traceback !== null) + Number((official.failed?.returned ?? null) !== null);
  const chosen = [...byKind]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([kind, samples]) => {
      const tasks = new Set<string>();
      const own = samples
        .toSorted((a, b) => tells(b) - tells(a))
        .filter(({ task }) => !tasks.has(task.taskId) && tasks.add(task.taskId));
      return own.slice(0, EXAMPLES.aKind).map((sample) => ({ kind, sample }));
    });
  return chosen.slice(0, EXAMPLES.all).map(({ kind, sample }) => {
    const kept = sample.run.solutions?.find(({ taskId }) => taskId === sample.task.taskId);
    /** The benchmark's own solution, where the run kept one. */
    const reference = kept?.code ?? null;
    return { kind, sample, reference };
  });
});

export type FailureExample = ReturnType<typeof failureExamples>[number];
