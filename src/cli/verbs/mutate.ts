import { join } from 'node:path';
import { guards } from '../../../mutators/guards/index.ts';
import { selectMutators } from '../../../mutators/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import type { ChatModel } from '../../core/chat.ts';
import type { DatasetFormat, PromptChoice } from '../../core/dataset.ts';
import { ConfigError, EXIT, type ExitCode, MutagreeError } from '../../core/errors.ts';
import type { ModelMutator, MutatorFamily, Variant } from '../../core/mutation.ts';
import type { RefusalRecord } from '../../core/run-record.ts';
import type { Task } from '../../core/task.ts';
import { csvText } from '../../datasets/csv-records.ts';
import { datasetFormats } from '../../datasets/index.ts';
import { type NamedDataset, readDataset } from '../../datasets/read-dataset.ts';
import { respell } from '../../datasets/respell.ts';
import { createBudget } from '../../model/with-budget.ts';
import { selectTasks } from '../../pipeline/1-load-tasks.ts';
import { mutatePrompts } from '../../pipeline/2-mutate-prompts.ts';
import { forAllTasks } from '../../pipeline/ask-model.ts';
import { composePrompts } from '../../pipeline/compose-mutations.ts';
import { type ModelMutations, mutateWithModel } from '../../pipeline/mutate-with-model.ts';
import { openReplyStore } from '../../store/reply-store.ts';
import { openEndpoint, spentUsd, storedModels } from '../build-model.ts';
import { runConfigSchema } from '../config.ts';
import { type Io, printJson } from '../io.ts';
import { priceList, requirePrices } from '../model-prices.ts';
import { tallyMutations } from '../mutation-tally.ts';
import { table } from '../table.ts';
import { taskSelection } from '../task-selection.ts';
import { writeLines, writeText, writeTextLines } from '../write-lines.ts';

export interface MutateFlags {
  readonly dataset: string;
  readonly mutators: string;
  readonly perMutator: number;
  readonly seed: number;
  readonly output?: string;
  readonly format: 'variants' | 'dataset';
  readonly prompt?: PromptChoice;
  readonly compose: 1 | 2;
  readonly keepUnchanged?: true;
  readonly limit?: number;
  readonly tasks?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly json?: true;
  /** For mutators that let a model write. */
  readonly model?: string;
  readonly baseUrl?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly priceInput?: number;
  readonly priceOutput?: number;
  /** Folder in which the replies are kept. */
  readonly replies?: string;
}

/** A mutator as far as tables and file names need it. */
interface NamedMutator {
  readonly name: string;
  readonly family: MutatorFamily;
}

/** One line of `--format variants`, as DESIGN fixes it. */
function variantLine({ id, taskId, prompt, mutation }: Variant, seed: number) {
  const { mutator = null, family = null, preserves = null, renames = {}, edits = [] } = mutation ?? {};
  return { id, taskId, mutator, family, seed, preserves, prompt, renames, edits };
}

/** The record with its references and tests renamed along, or null where that cannot be done safely. */
function rewriteOrNull(
  format: DatasetFormat,
  record: Readonly<Record<string, unknown>>,
  { prompt, mutation }: Variant,
  choice: PromptChoice | undefined,
) {
  try {
    return format.rewrite(record, {
      promptText: prompt,
      renames: mutation?.renames ?? {},
      ...(choice ? { prompt: choice } : {}),
    });
  } catch (error) {
    if (error instanceof MutagreeError && error.code === 'rewrite-refused') return null;
    throw error;
  }
}

/** Whole task files in the input's own format, one a mutator: `<mutator>_s<seed>.jsonl`. */
async function writeDatasets(
  dataset: NamedDataset,
  variants: readonly Variant[],
  names: readonly string[],
  flags: MutateFlags,
): Promise<readonly RefusalRecord[]> {
  const refused: RefusalRecord[] = [];
  const format = datasetFormats.find(({ name }) => name === dataset.format);
  if (!format) throw new ConfigError('format-unknown', `no adapter writes ${dataset.format}`);
  const records = new Map(dataset.tasks.map((task, index) => [task.id, dataset.records[index] ?? {}]));
  const sources = new Map(dataset.tasks.map((task, index) => [task.id, dataset.sources?.[index] ?? '{}']));
  const originals = variants.filter(({ mutation }) => mutation === null);
  for (const name of names) {
    const own = new Map(
      variants.filter(({ mutation }) => mutation?.mutator === name).map((variant) => [variant.taskId, variant]),
    );
    const lines = originals.flatMap(({ taskId }) => {
      const record = records.get(taskId) ?? {};
      const variant = own.get(taskId);
      const source = sources.get(taskId) ?? '{}';
      const unchanged = flags.keepUnchanged ? [respell(source, record, record)] : [];
      if (!variant) return unchanged;
      const rewritten = rewriteOrNull(format, record, variant, flags.prompt);
      if (rewritten) return [respell(source, record, rewritten)];
      refused.push({ taskId, mutator: name, refused: 'dataset-rewrite' });
      return unchanged;
    });
    const file = join(flags.output as string, `${name}_s${flags.seed}`);
    if (dataset.table) await writeText(`${file}.csv`, csvText(lines.map((line) => JSON.parse(line))));
    else await writeTextLines(`${file}.jsonl`, lines);
  }
  return refused;
}

/** Beside what is written, unless another folder is named. @throws ConfigError where there is no place */
function replyFolder({ replies, output, format }: MutateFlags): string {
  if (replies !== undefined) return replies;
  if (output !== undefined) return format === 'dataset' ? join(output, 'replies') : `${output}.replies`;
  throw new ConfigError('output-missing', 'the replies of a model cost money and are kept, but there is no place', {
    mend: 'Give a file with -o FILE, or a folder for the replies with --replies DIR.',
  });
}

/** What a model writes for every task; replies are kept, and asked for once. @throws ConfigError, ModelError, BudgetError */
async function writeAll(
  tasks: readonly Task[],
  mutators: readonly ModelMutator[],
  flags: MutateFlags,
  io: Io,
): Promise<readonly ModelMutations[]> {
  const { dataset, seed, perMutator, format, model: id, ...given } = flags;
  if (mutators.length === 0) return [];
  if (id === undefined) {
    throw new ConfigError('model-missing', `${mutators.map(({ name }) => name).join(', ')}: these need a model`, {
      mend: 'Name one with --model (and its endpoint with --base-url), or leave these mutators out.',
    });
  }
  const { baseUrl, temperature, maxTokens, maxCost, priceInput, priceOutput } = given;
  const settings = { dataset, model: id, baseUrl, temperature, maxTokens, maxCost, priceInput, priceOutput };
  const config = runConfigSchema.parse(settings);
  const prices = priceList([id], config);
  if (maxCost !== undefined) requirePrices([id], prices, '--max-cost');
  const folder = replyFolder(flags);
  const endpoint = await openEndpoint(id, config, io);
  const store = await openReplyStore(folder);
  try {
    const spent = spentUsd({ replies: store.replies.all(), calls: store.calls.all() }, prices);
    const budgets = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
    const [model] = storedModels([endpoint], store, new Map(), { settings: config, prices, budgets });
    const own = { mutators, guards, model: model as ChatModel, sampling: config, seed };
    const shared = { ...own, perMutator: format === 'dataset' ? 1 : perMutator };
    return await forAllTasks(tasks, io.signal, (task, signal) => mutateWithModel(task, { ...shared, signal }));
  } finally {
    await store.close();
  }
}

/** `mutagree mutate`: rewrites prompts; only the mutators that let a model write need one. */
export async function mutate(flags: MutateFlags, io: Io): Promise<ExitCode> {
  const { seed, perMutator, format, output } = flags;
  if (format === 'dataset' && output === undefined) {
    throw new ConfigError('output-missing', '--format dataset writes one task file a mutator', {
      mend: 'Give a folder with -o DIR.',
    });
  }
  const named = takeModelMutators(flags.mutators, { includeAdversarial: true });
  const rules = selectMutators(named.rest, { includeAdversarial: true });
  const chosen: readonly NamedMutator[] = [...rules, ...named.chosen];
  const dataset = await readDataset(flags.dataset, {
    ...(flags.prompt ? { prompt: flags.prompt } : {}),
    keepSources: format === 'dataset',
  });
  const tasks = selectTasks(dataset.tasks, taskSelection(flags));
  // Pairs have a row only where they gave something: most of them never meet.
  const tally = tallyMutations(flags.compose === 2 ? [] : chosen);
  const variants: Variant[] = [];
  const started = performance.now();
  const written = await writeAll(tasks, named.chosen, flags, io);
  for (const [index, task] of tasks.entries()) {
    io.signal.throwIfAborted();
    const deps = { mutators: rules, guards, seed, perMutator: format === 'dataset' ? 1 : perMutator };
    const outcome = flags.compose === 2 ? composePrompts(task, deps) : mutatePrompts(task, deps);
    tally.count(outcome.variants, outcome.refusals);
    variants.push(...outcome.variants);
    const { variants: more, refusals } = written[index] ?? { variants: [], refusals: [] };
    tally.count(more, refusals);
    variants.push(...more);
  }
  const wallMs = Math.round(performance.now() - started);

  if (format === 'dataset') {
    const names = tally.rows().map(({ id }) => id);
    tally.count([], await writeDatasets(dataset, variants, names, flags));
  } else if (output !== undefined)
    await writeLines(
      output,
      variants.map((variant) => variantLine(variant, seed)),
    );
  const mutants = variants.filter(({ mutation }) => mutation !== null).length;
  const rows = tally.rows();
  if (flags.json) printJson(io, { prompts: tasks.length, variants: mutants, wallMs, mutators: rows });
  else {
    const header = ['mutator', 'prompts', 'variants', 'refused most for'];
    const lines = rows.map((row) => {
      const [reason] = Object.entries(row.refused).sort(([, a], [, b]) => b - a);
      return [
        row.id,
        `${row.applicable}/${tasks.length}`,
        String(row.variants),
        reason ? `${reason[0]} (${reason[1]})` : '',
      ];
    });
    io.stdout(`${table([header, ...lines])}\n${mutants} variants of ${tasks.length} prompts in ${wallMs} ms\n`);
    if (output === undefined) io.stderr('Nothing was written; give -o FILE to keep the variants.\n');
  }
  return EXIT.done;
}
