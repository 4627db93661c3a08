import { groupBy } from '../../core/group-by.ts';
import type { Variant } from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Study } from '../../records/study.ts';
import { type FailingSample, failingSamples } from './failing-samples.ts';

/** Fewer programs than these share nothing. */
const LEAST_PROGRAMS = 2;
/** A wording of fewer samples tells nothing by never showing an answer. */
const LEAST_SAMPLES = 2;

function changesOf({ mutation }: Variant, original: string) {
  const changes = (mutation?.edits ?? []).map(({ start, end, replacement }) => ({
    before: original.slice(start, end),
    after: replacement,
  }));
  // A name that is changed everywhere is one change.
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

interface TaskWordings {
  readonly variants: ReadonlyMap<string, Variant>;
  /** Variant -> samples whose program was judged. */
  readonly judged: ReadonlyMap<string, number>;
}

function wordingsByTask({ runs }: Study): ReadonlyMap<string, TaskWordings> {
  const tasks = new Map<string, { variants: Map<string, Variant>; judged: Map<string, number> }>();
  for (const { variants, candidates, official } of runs) {
    for (const variant of variants) {
      const own = tasks.get(variant.taskId) ?? { variants: new Map(), judged: new Map() };
      own.variants.set(variant.id, variant);
      tasks.set(variant.taskId, own);
    }
    const verdicts = new Set(official.map(({ taskId, candidateId }) => JSON.stringify([taskId, candidateId])));
    for (const { taskId, id, origins } of candidates) {
      const counts = tasks.get(taskId)?.judged;
      if (!counts || !verdicts.has(JSON.stringify([taskId, id]))) continue;
      for (const { variantId } of origins) counts.set(variantId, (counts.get(variantId) ?? 0) + 1);
    }
  }
  return tasks;
}

function samplesByVariant({ variants, judged }: TaskWordings, samples: readonly FailingSample[]) {
  const original = [...variants.values()].find(({ mutation }) => mutation === null)?.prompt ?? '';
  return [...variants.values()]
    .flatMap((variant) => {
      const all = judged.get(variant.id) ?? 0;
      if (all === 0) return [];
      const showing = samples.filter((sample) => sample.variant.id === variant.id).length;
      const changes = changesOf(variant, original);
      return [{ variantId: variant.id, mutator: variant.mutation?.mutator ?? null, showing, samples: all, changes }];
    })
    .sort(
      (a, b) =>
        Number(b.mutator === null) - Number(a.mutator === null) || b.showing / b.samples - a.showing / a.samples,
    );
}

export type WordingShare = ReturnType<typeof samplesByVariant>[number];

/** Wordings on which it hangs: the original shows it and they never do, or the other way round. Counts, not a test. */
function hangsOn(wordings: readonly WordingShare[]): WordingShare[] {
  const original = wordings.find(({ mutator }) => mutator === null);
  if (!original || original.samples < LEAST_SAMPLES) return [];
  return wordings.filter(
    ({ mutator, showing, samples }) =>
      mutator !== null &&
      samples >= LEAST_SAMPLES &&
      (original.showing >= LEAST_SAMPLES ? showing === 0 : original.showing === 0 && showing >= LEAST_SAMPLES),
  );
}

/** The same wrong values from several programs of a task, commonest first: what they took the prompt to mean. */
export const sharedMisreadings = oncePer((study: Study) => {
  const tasks = wordingsByTask(study);
  const wrong = study.runs.flatMap(failingSamples).filter(({ official }) => Boolean(official.failed?.behaviour));
  const groups = groupBy(wrong, ({ task, official }) => JSON.stringify([task.taskId, official.failed?.behaviour]));
  return [...groups.values()]
    .flatMap((samples) => {
      const programs = new Set(samples.map(({ candidate }) => candidate.id));
      const [first] = samples.toSorted((a, b) => b.candidate.origins.length - a.candidate.origins.length);
      if (programs.size < LEAST_PROGRAMS || !first?.official.failed) return [];
      const task = tasks.get(first.task.taskId);
      const wordings = task ? samplesByVariant(task, samples) : [];
      return [
        {
          taskId: first.task.taskId,
          failed: first.official.failed,
          programs: programs.size,
          samples: samples.length,
          models: [...new Set(samples.map(({ run }) => run.manifest.model.id))],
          wordings,
          hangsOn: hangsOn(wordings),
          program: first.candidate.code,
          traceback: first.explained.traceback,
        },
      ];
    })
    .sort((a, b) => b.programs - a.programs || b.samples - a.samples || (a.taskId < b.taskId ? -1 : 1));
});

export type SharedMisreading = ReturnType<typeof sharedMisreadings>[number];
