import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { takeModelMutators } from '../../mutators/llm/index.ts';
import { ConfigError } from '../core/errors.ts';
import { groupBy } from '../core/group-by.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { selectTasks } from '../pipeline/1-load-tasks.ts';
import { makeVariants } from '../pipeline/2-mutate/compose-mutations.ts';
import type { RefusalRecord } from '../records/run-record.ts';
import { writeLines } from '../store/write-lines.ts';
import type { Context } from './context.ts';
import { compositionFor } from './mutate-prompt.ts';
import { tallyMutations } from './mutation/mutation-tally.ts';
import {
  claimOutput,
  datasetFiles,
  type MutationPlan,
  type NamedMutator,
  variantLine,
  writeDatasets,
} from './mutation/write-mutations.ts';
import { writeWithModel } from './mutation/write-with-model.ts';
import { useOf } from './settings/check-settings.ts';
import { mutateSettings } from './settings/verb-settings.ts';

/** @throws ConfigError if there is no task file at all */
function noteUnwritten(
  { files, none }: Awaited<ReturnType<typeof writeDatasets>>,
  refusals: readonly RefusalRecord[],
  { dataset }: MutationPlan,
  { warn }: Context,
): void {
  if (none.length === 0) return;
  if (files > 0) {
    warn(`no task file for ${none.join(', ')}: no task could be written (reasons in the table).`);
    return;
  }
  const counts = [...groupBy(refusals, ({ refused }) => refused)].sort(([, a], [, b]) => b.length - a.length);
  const most = counts.map(([reason, { length }]) => `${reason} (${length})`);
  throw new ConfigError(
    'mutations-none',
    `no task of ${dataset} could be rewritten, so that no task file was written; refused for ${most.join(', ') || 'nothing'}`,
    { hint: 'Take other mutators, or keep tasks that one refuses as they are (--keep-unchanged).' },
  );
}

/**
 * Rewrites the prompts of a task set, and writes the variants, or whole task files, where `output` is given. Only the
 * `llm-` mutators need a model; its replies are kept, and asked for once.
 *
 * @throws ConfigError, DatasetError, ModelError, BudgetError, StoreError, InterruptedError
 */
export const mutateTasks = useOf('mutate', mutateSettings, async (checked, context) => {
  const plan: MutationPlan = { ...checked, composition: compositionFor(checked) };
  const { seed, format, output, composition } = plan;
  if (format === 'dataset' && output === undefined) {
    throw new ConfigError('output-missing', 'the format "dataset" writes one task file per mutator', {
      hint: 'Name an output folder (--output).',
    });
  }
  const { rest, chosen: written } = takeModelMutators(plan.mutators, { includeAdversarial: true });
  // Each mutator runs by itself here; compositions are those of a run.
  const rules = selectMutators(rest, { includeAdversarial: composition === null });
  const mutators: readonly NamedMutator[] = [...rules, ...written];
  const { prompt } = plan;
  const dataset = await readDataset(plan.dataset, {
    ...(prompt ? { prompt } : {}),
    keepSources: format === 'dataset',
  });
  const tasks = selectTasks(dataset.tasks, plan);
  await claimOutput(plan, dataset, mutators);
  const started = performance.now();
  const byModel = await writeWithModel(tasks, written, plan, context);
  const perMutator = format === 'dataset' ? 1 : plan.perMutator;
  const byRule = tasks.map((task) => {
    context.signal.throwIfAborted();
    return makeVariants(task, { mutators: rules, guards, seed, composition, perMutator, count: perMutator });
  });
  const made = byRule.flatMap((outcome, at) => [outcome, byModel[at] ?? { variants: [], refusals: [] }]);
  const variants = made.flatMap((each) => each.variants);
  const wallMs = Math.round(performance.now() - started);
  // Compositions have a row each only where they gave something.
  const known = composition ? [] : mutators;
  const refusals = made.flatMap((each) => each.refusals);
  const files = datasetFiles(plan, tallyMutations(known, variants, refusals));
  const datasets = format === 'dataset' ? await writeDatasets(dataset, variants, files, plan) : null;
  const reasons = datasets ? [...refusals, ...datasets.refused] : refusals;
  if (datasets) noteUnwritten(datasets, reasons, plan, context);
  else if (output !== undefined)
    await writeLines(
      output,
      variants.map((each) => variantLine(each, seed)),
      'named',
    );
  return {
    prompts: tasks.length,
    /** The originals among them. */
    variants,
    wallMs,
    /** One row per mutator, or composition of them. */
    mutators: tallyMutations(known, variants, reasons),
    /** Task files with `format` dataset; null without. */
    datasets: datasets && { files: datasets.files, tasks: datasets.tasks },
  };
});

/** The mutants of a task set. */
export type MutatedTasks = Awaited<ReturnType<typeof mutateTasks>>;
