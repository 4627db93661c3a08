import { groupBy } from '../../core/group-by.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Study } from '../../records/study.ts';
import { type FailingSample, failingSamples } from './failing-samples.ts';

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
