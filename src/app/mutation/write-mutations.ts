import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, MutagreeError } from '../../core/errors.ts';
import type { Variant } from '../../core/mutation.ts';
import type { PromptChoice } from '../../core/raw-record.ts';
import type { Composition } from '../../core/strength.ts';
import { datasetFormats } from '../../datasets/index.ts';
import { datasetFile, type NamedDataset } from '../../datasets/read-dataset.ts';
import { csvText } from '../../datasets/reading/csv-records.ts';
import { respell } from '../../datasets/renaming/respell.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { claimFolder } from '../../store/claim-folder.ts';
import { refuseInputs } from '../../store/refuse-inputs.ts';
import { writeText, writeTextLines } from '../../store/write-lines.ts';
import type { CheckedOf } from '../settings/check-settings.ts';
import type { mutateSettings } from '../settings/verb-settings.ts';

/** The settings of `mutate` with how mutators are composed; null: each by itself. */
export type MutationPlan = CheckedOf<typeof mutateSettings> & {
  readonly composition: Composition | null;
};

/** One line of `--format variants` (docs/formats.md). */
export function variantLine({ id, taskId, prompt, mutation }: Variant, seed: number) {
  const { mutator = null, family = null, preserves = null, renames = {}, edits = [] } = mutation ?? {};
  const { components, change, framed } = mutation ?? {};
  const more = { ...(components && { components }), ...(framed && { framed }), ...(change && { change }) };
  return { id, taskId, mutator, family, seed, preserves, prompt, renames, edits, ...more };
}

/** The record with its references and tests renamed along, or null where that cannot be done safely. */
function rewriteOrNull(
  format: (typeof datasetFormats)[number],
  record: Readonly<Record<string, unknown>>,
  { prompt, mutation }: Variant,
  choice: PromptChoice | undefined,
) {
  try {
    const renames = mutation?.renames ?? {};
    return format.rewrite(record, { promptText: prompt, renames, ...(choice ? { prompt: choice } : {}) });
  } catch (error) {
    if (error instanceof MutagreeError && error.code === 'rewrite-refused') return null;
    throw error;
  }
}

const datasetPath = ({ output = '.', seed }: MutationPlan, mutator: string, { table: isTable }: NamedDataset) =>
  join(output, `${mutator}_s${seed}.${isTable ? 'csv' : 'jsonl'}`);

/** Whether a row's variants are compositions, or represent one in a file of them. */
const isComposed = (family: string) => family !== 'approach' && family !== 'llm';

/** One file per mutator; compositions of a strength share one. */
export function datasetFiles(
  { composition }: MutationPlan,
  rows: readonly { readonly id: string; readonly family: string }[],
) {
  const own = composition ? rows.filter(({ family }) => !isComposed(family)) : rows;
  const files = own.map(({ id }) => ({ name: id, holds: ({ mutation }: Variant) => mutation?.mutator === id }));
  if (!composition) return files;
  const holds = ({ mutation }: Variant) => mutation !== null && isComposed(mutation.family);
  return [{ name: composedName(composition), holds }, ...files];
}

const composedName = ({ strength, compose }: Composition) => `composed-${strength}-${compose}`;

/**
 * Writes whole task files in the input's own format: `<mutator>_s<seed>.jsonl`. A file without a task is not written,
 * and an earlier one of its name is removed.
 */
export async function writeDatasets(
  dataset: NamedDataset,
  variants: readonly Variant[],
  files: ReturnType<typeof datasetFiles>,
  flags: MutationPlan,
) {
  const refused: RefusalRecord[] = [];
  const none: string[] = [];
  let written = 0;
  const format = datasetFormats.find(({ name }) => name === dataset.format);
  if (!format) throw new ConfigError('format-unknown', `no adapter writes ${dataset.format}`);
  const records = new Map(dataset.tasks.map((task, index) => [task.id, dataset.records[index] ?? {}]));
  const sources = new Map(dataset.tasks.map((task, index) => [task.id, dataset.sources?.[index] ?? '{}']));
  const completing = new Set(dataset.tasks.filter(({ completesPrompt }) => completesPrompt).map(({ id }) => id));
  const originals = variants.filter(({ mutation }) => mutation === null);
  for (const { name, holds } of files) {
    const own = new Map(variants.filter(holds).map((variant) => [variant.taskId, variant]));
    const lines = originals.flatMap(({ taskId }) => {
      const record = records.get(taskId) ?? {};
      const variant = own.get(taskId);
      const source = sources.get(taskId) ?? '{}';
      const unchanged = flags.keepUnchanged ? [respell(source, record, record)] : [];
      if (!variant) return unchanged;
      // A harness puts the completion right after such a prompt: nothing can surround it.
      const fits = !variant.mutation?.framed || !completing.has(taskId);
      const rewritten = fits ? rewriteOrNull(format, record, variant, flags.prompt) : null;
      if (rewritten) return [respell(source, record, rewritten)];
      refused.push({ taskId, mutator: variant.mutation?.mutator ?? name, refused: 'dataset-rewrite' });
      return unchanged;
    });
    const file = datasetPath(flags, name, dataset);
    written += lines.length;
    if (lines.length === 0) {
      none.push(name);
      await rm(file, { force: true });
    } else if (dataset.table) await writeText(file, csvText(lines.map((line) => JSON.parse(line))), 'ours');
    else await writeTextLines(file, lines, 'ours');
  }
  return { files: files.length - none.length, tasks: written, none, refused };
}

/** Refuses to write over an input or into a foreign folder. @throws ConfigError */
export async function claimOutput(
  flags: MutationPlan,
  dataset: NamedDataset,
  chosen: readonly { readonly name: string }[],
): Promise<void> {
  const { output, format, composition } = flags;
  if (output === undefined) return;
  const names = [...(composition ? [composedName(composition)] : []), ...chosen.map(({ name }) => name)];
  const files = format === 'dataset' ? names.map((name) => datasetPath(flags, name, dataset)) : [output];
  await refuseInputs(files, { 'task file': datasetFile(flags.dataset) });
  if (format === 'dataset') await claimFolder(output, 'mutations');
}
