import { join } from 'node:path';
import { guards } from '../../mutators/guards/index.ts';
import { selectMutators } from '../../mutators/index.ts';
import { takeModelMutators } from '../../mutators/llm/index.ts';
import { ConfigError } from '../core/errors.ts';
import { groupBy } from '../core/group-by.ts';
import type { ModelMutator, Mutator, Variant } from '../core/mutation.ts';
import type { Task } from '../core/task.ts';
import { datasetFile, readDataset } from '../datasets/read-dataset.ts';
import { createBudget } from '../model/account.ts';
import { selectTasks } from '../pipeline/1-load-tasks.ts';
import { makeVariants } from '../pipeline/2-mutate/compose-mutations.ts';
import type { MutatedTask } from '../pipeline/2-mutate/mutate-prompts.ts';
import { mutateWithModel } from '../pipeline/2-mutate/mutate-with-model.ts';
import { forAllTasks } from '../pipeline/ask-model.ts';
import type { RefusalRecord } from '../records/run-record.ts';
import { quantileOf } from '../statistics/bootstrap.ts';
import { claimFolder } from '../store/claim-folder.ts';
import { writeLines } from '../store/files.ts';
import { refuseInputs } from '../store/refuse-inputs.ts';
import { openReplyStore } from '../store/run-directory.ts';
import { modelStack, openEndpoint, spentUsd } from './assembly/model-stack.ts';
import type { Context } from './context.ts';
import { compositionFor } from './mutate-prompt.ts';
import { datasetFiles, type MutationPlan, variantLine, writeDatasets } from './mutation/write-mutations.ts';
import { useOf } from './settings/check-settings.ts';
import { DEFAULTS } from './settings/config.ts';
import { endpointUrl, priceList, requirePrices } from './settings/prices.ts';
import { mutateSettings } from './settings/verb-settings.ts';

/** Has a model write variants for every task, keeping replies so that each is asked for once. */
async function writeWithModel(
  tasks: readonly Task[],
  mutators: readonly ModelMutator[],
  flags: MutationPlan,
  context: Context,
): Promise<readonly MutatedTask[]> {
  const { seed, perMutator, format, model: id, maxCost, output } = flags;
  if (mutators.length === 0) return [];
  if (id === undefined) {
    throw new ConfigError('model-missing', `${mutators.map(({ name }) => name).join(', ')}: these need a model`, {
      hint: 'Name a model and its endpoint (--model, --base-url), or leave these mutators out.',
    });
  }
  const config = { ...DEFAULTS, ...flags, baseUrl: endpointUrl(flags, context.env) };
  const prices = priceList([id], config);
  if (maxCost !== undefined) requirePrices([id], prices, 'a limit of cost');
  const beside =
    output === undefined || format === 'variants' ? output && `${output}.replies` : join(output, 'replies');
  const folder = flags.replies ?? beside;
  if (folder === undefined) {
    throw new ConfigError('output-missing', 'the replies of a model cost money and are kept, but there is no place', {
      hint: 'Name an output file (--output), or a folder for the replies (--replies).',
    });
  }
  const endpoint = await openEndpoint(id, config, context);
  const store = await openReplyStore(folder);
  try {
    const spent = spentUsd(store.log('calls').all(), prices);
    const budgets = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
    const model = modelStack(config, { prices, budgets, store, context })(endpoint);
    const own = { mutators, guards, model, sampling: config, seed };
    const shared = { ...own, perMutator: format === 'dataset' ? 1 : perMutator };
    return await forAllTasks(tasks, context.signal, (task, signal) => mutateWithModel(task, { ...shared, signal }));
  } finally {
    await store.close();
  }
}

type Named = Pick<Mutator | ModelMutator, 'name' | 'family'>;

/**
 * Counts variants and refusals by mutator, or by composition.
 *
 * @param known mutators that have a row, the first ones, even if they give nothing
 */
function tallyMutations(known: readonly Named[], variants: readonly Variant[], refusals: readonly RefusalRecord[]) {
  const families = new Map<string, string>(known.map(({ name, family }) => [name, family]));
  for (const { mutation } of variants) if (mutation) families.set(mutation.mutator, mutation.family);
  const written = groupBy(variants, ({ mutation }) => mutation?.mutator ?? '');
  const refused = groupBy(refusals, ({ mutator }) => mutator);
  return [...families].map(([id, family]) => {
    const own = written.get(id) ?? [];
    const changed = own.flatMap(({ mutation }) => mutation?.change?.changedWords ?? []);
    const reasons = [...groupBy(refused.get(id) ?? [], (each) => each.refused)];
    return {
      id,
      family,
      /** Tasks with at least one variant. */
      applicable: new Set(own.map(({ taskId }) => taskId)).size,
      variants: own.length,
      distinct: new Set(own.map(({ prompt }) => prompt)).size,
      /** Median share of the words of the running text that a variant replaces, drops or adds; null without variants. */
      changedWords: changed.length === 0 ? null : quantileOf(Float64Array.from(changed).sort(), 0.5),
      refused: Object.fromEntries(reasons.map(([reason, all]) => [reason, all.length] as const).sort()),
    };
  });
}

type Written = Awaited<ReturnType<typeof writeDatasets>>;

/** @throws ConfigError if there is no task file at all */
function noteUnwritten(
  written: Written,
  refusals: readonly RefusalRecord[],
  { dataset }: MutationPlan,
  context: Context,
) {
  const { files, none } = written;
  if (none.length === 0) return;
  if (files > 0) {
    context.warn(`no task file for ${none.join(', ')}: no task could be written (reasons in the table).`);
    return;
  }
  const counts = [...groupBy(refusals, ({ refused }) => refused)].sort(([, a], [, b]) => b.length - a.length);
  const most = counts.map(([reason, { length }]) => `${reason} (${length})`);
  const problem = `no task of ${dataset} could be rewritten, so that no task file was written`;
  throw new ConfigError('mutations-none', `${problem}; refused for ${most.join(', ') || 'nothing'}`, {
    hint: 'Take other mutators, or keep tasks that one refuses as they are (--keep-unchanged).',
  });
}

/**
 * Rewrites the prompts of a task set, and writes the variants, or whole task files, where `output` is given. Only the
 * `llm-` mutators need a model; its replies are kept, and asked for once.
 *
 * @throws ConfigError, DatasetError, ModelError, BudgetError, StoreError, InterruptedError
 */
export const mutateTasks = useOf('mutate', mutateSettings, async (checked, context) => {
  const plan: MutationPlan = { ...checked, composition: compositionFor(checked) };
  const { seed, output, composition } = plan;
  const isDataset = plan.format === 'dataset';
  if (isDataset && output === undefined) {
    throw new ConfigError('output-missing', 'the format "dataset" writes one task file per mutator', {
      hint: 'Name an output folder (--output).',
    });
  }
  const { rest, chosen: written } = takeModelMutators(plan.mutators, { includeAdversarial: true });
  // Each mutator runs by itself here; compositions are those of a run.
  const rules = selectMutators(rest, { includeAdversarial: composition === null });
  const mutators = [...rules, ...written];
  const { prompt } = plan;
  const dataset = await readDataset(plan.dataset, { ...(prompt && { prompt }), keepSources: isDataset });
  const tasks = selectTasks(dataset.tasks, plan);
  const files = isDataset ? datasetFiles(plan, mutators, dataset) : [];
  await refuseInputs(isDataset ? files.map(({ path }) => path) : [output], { 'task file': datasetFile(plan.dataset) });
  if (isDataset && output !== undefined) await claimFolder(output, 'mutations');
  const started = performance.now();
  const byModel = await writeWithModel(tasks, written, plan, context);
  const perMutator = isDataset ? 1 : plan.perMutator;
  const byRule = tasks.map((task) => {
    context.signal.throwIfAborted();
    return makeVariants(task, { mutators: rules, guards, seed, composition, perMutator, count: perMutator });
  });
  const made = byRule.flatMap((outcome, at) => [outcome, byModel[at] ?? { variants: [], refusals: [] }]);
  const variants = made.flatMap((each) => each.variants);
  const wallMs = Math.round(performance.now() - started);
  const datasets = isDataset ? await writeDatasets(dataset, variants, files, plan) : null;
  const refusals = [...made.flatMap((each) => each.refusals), ...(datasets?.refused ?? [])];
  if (datasets) noteUnwritten(datasets, refusals, plan, context);
  else if (output !== undefined) {
    const lines = variants.map((each) => variantLine(each, seed));
    await writeLines(output, lines, 'named');
  }
  return {
    prompts: tasks.length,
    variants,
    wallMs,
    /** One row per mutator, or per composition that gave something. */
    mutators: tallyMutations(composition ? [] : mutators, variants, refusals),
    /** Task files with `format` dataset; null without. */
    datasets: datasets && { files: datasets.files, tasks: datasets.tasks },
  };
});

/** The mutants of a task set. */
export type MutatedTasks = Awaited<ReturnType<typeof mutateTasks>>;
