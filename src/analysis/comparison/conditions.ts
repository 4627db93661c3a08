import { groupBy, groupByTask } from '../../core/group-by.ts';
import type { Mutation, Variant } from '../../core/mutation.ts';
import { oncePer } from '../../core/once-per.ts';
import { sampleKey } from '../../core/program.ts';
import type { TaskLabels } from '../../core/task.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Study } from '../../records/study.ts';
import { passedPrograms } from '../arms/judged-samples.ts';
import { taskResults } from '../arms/task-results.ts';
import { callOutcomes } from '../calls/call-outcomes.ts';

/** Outcomes of the samples of one prompt: true if the program passes the official tests. */
export interface PromptOutcomes {
  readonly variantId: string;
  /** One entry per sample that was asked for, by repeat and sample; a reply without a program is false. */
  readonly outcomes: readonly boolean[];
}

/** The effect of a composition counts for each of its components; their interaction is credited to none. */
export interface VariantOutcomes extends PromptOutcomes, Pick<Mutation, 'mutator' | 'family' | 'components'> {}

export interface TaskOutcomes {
  readonly taskId: string;
  readonly labels: TaskLabels;
  readonly original: PromptOutcomes;
  readonly variants: readonly VariantOutcomes[];
}

/** Runs that differ in nothing but the repeat: one model at one temperature. */
export interface Condition {
  readonly model: string;
  /** null where the run's configuration does not say, or where the model refused it. */
  readonly temperature: number | null;
}

export interface ConditionOutcomes extends Condition {
  readonly runs: readonly RunRecord[];
  /** Tasks that every run evaluated, in the order of the first run. */
  readonly tasks: readonly TaskOutcomes[];
}

export const countRight = (outcomes: readonly boolean[]) => ({
  right: outcomes.filter(Boolean).length,
  samples: outcomes.length,
});

/** Samples that some arm of a task asked for, in order of sample, by variant. */
function askedSamples(arms: RunRecord['armSamples']): [variantId: string, samples: number[]][] {
  const origins = new Map(arms.flatMap(({ samples }) => samples.map((origin) => [sampleKey(origin), origin])));
  return [...groupBy(origins.values(), ({ variantId }) => variantId)].map(([variantId, own]) => [
    variantId,
    own.map(({ sample }) => sample).sort((a, b) => a - b),
  ]);
}

type RunOutcomes = ReadonlyMap<string, ReadonlyMap<string, readonly boolean[]>>;

function runOutcomes(record: RunRecord): RunOutcomes {
  const arms = groupByTask(record.armSamples);
  const candidates = groupByTask(record.candidates);
  const outcomesOf = (taskId: string) => {
    const right = passedPrograms(record, taskId);
    const rightSamples = new Set(
      (candidates.get(taskId) ?? []).flatMap(({ id, origins }) => (right.has(id) ? origins.map(sampleKey) : [])),
    );
    const isRight = (variantId: string) => (sample: number) => rightSamples.has(sampleKey({ variantId, sample }));
    return new Map(
      askedSamples(arms.get(taskId) ?? []).map(([variantId, samples]) => [variantId, samples.map(isRight(variantId))]),
    );
  };
  const evaluated = new Set(taskResults(record).map(({ taskId }) => taskId));
  return new Map([...evaluated].map((taskId) => [taskId, outcomesOf(taskId)]));
}

function outcomesOfTask(
  { taskId, labels }: { readonly taskId: string; readonly labels: TaskLabels },
  variants: readonly Variant[],
  runs: readonly RunOutcomes[],
): TaskOutcomes | null {
  const perRun = runs.map((run) => run.get(taskId));
  if (perRun.some((outcomes) => outcomes === undefined)) return null;
  const of = (variantId: string) => perRun.flatMap((outcomes) => outcomes?.get(variantId) ?? []);
  const original = variants.find(({ mutation }) => mutation === null);
  if (!original) return null;
  return {
    taskId,
    labels,
    original: { variantId: original.id, outcomes: of(original.id) },
    variants: variants.flatMap(({ id, mutation }) => {
      const outcomes = of(id);
      if (mutation === null || outcomes.length === 0) return [];
      const { mutator, family, components } = mutation;
      return [{ variantId: id, outcomes, mutator, family, components }];
    }),
  };
}

function temperatureOf(record: RunRecord): number | null {
  const { temperature } = record.manifest.config;
  if (callOutcomes(record).sent.without.temperature) return null;
  return typeof temperature === 'number' ? temperature : null;
}

/** Runs of the same model at the same temperature, in order of first appearance. */
export function groupRuns({ runs }: Study): readonly (Condition & { readonly runs: readonly RunRecord[] })[] {
  const conditionOf = (run: RunRecord): Condition => ({
    model: run.manifest.model.id,
    temperature: temperatureOf(run),
  });
  return [...groupBy(runs, (run) => JSON.stringify(conditionOf(run))).values()].map((own) => ({
    ...conditionOf(own[0] as RunRecord),
    runs: own,
  }));
}

/** Per model and temperature; a task counts where all runs evaluated it. Computed once per study. */
export const conditionOutcomes = oncePer((study: Study): readonly ConditionOutcomes[] =>
  groupRuns(study).map(({ model, temperature, runs }) => {
    const [first] = runs;
    const variants = groupByTask(first?.variants ?? []);
    const perRun = runs.map(runOutcomes);
    const tasks = (first?.tasks ?? []).flatMap(
      (task) => outcomesOfTask(task, variants.get(task.taskId) ?? [], perRun) ?? [],
    );
    return { model, temperature, runs, tasks };
  }),
);
