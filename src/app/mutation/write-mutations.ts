import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, MutagreeError } from '../../core/errors.ts';
import type { Mutation, MutatorFamily, Variant } from '../../core/mutation.ts';
import type { PromptChoice } from '../../core/raw-record.ts';
import type { Composition } from '../../core/strength.ts';
import { datasetFormats } from '../../datasets/index.ts';
import type { NamedDataset } from '../../datasets/read-dataset.ts';
import { respell } from '../../datasets/reading/json-source.ts';
import { csvText } from '../../datasets/reading/read-records.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { writeText, writeTextLines } from '../../store/files.ts';
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

const isComposed = (family: MutatorFamily) => family !== 'approach' && family !== 'llm';

/** One task file per mutator, `<mutator>_s<seed>.jsonl`; compositions of a strength share one. */
export function datasetFiles(
  { output = '.', seed, composition }: MutationPlan,
  mutators: readonly { readonly name: string; readonly family: MutatorFamily }[],
  { table: isTable }: NamedDataset,
) {
  const fileOf = (name: string, holds: (mutation: Mutation) => boolean) => {
    return { name, path: join(output, `${name}_s${seed}.${isTable ? 'csv' : 'jsonl'}`), holds };
  };
  const own = composition ? mutators.filter(({ family }) => !isComposed(family)) : mutators;
  const files = own.map(({ name }) => fileOf(name, ({ mutator }) => mutator === name));
  if (!composition) return files;
  const { strength, compose } = composition;
  return [fileOf(`composed-${strength}-${compose}`, ({ family }) => isComposed(family)), ...files];
}

/** Writes whole task files in the input's own format. A file without a task is not written, and an earlier one is removed. */
export async function writeDatasets(
  dataset: NamedDataset,
  variants: readonly Variant[],
  files: ReturnType<typeof datasetFiles>,
  { keepUnchanged, prompt: choice }: MutationPlan,
) {
  const refused: RefusalRecord[] = [];
  const none: string[] = [];
  let written = 0;
  const format = datasetFormats.find(({ name }) => name === dataset.format);
  if (!format) throw new ConfigError('format-unknown', `no adapter writes ${dataset.format}`);
  const { tasks, records, sources = [] } = dataset;
  const indexes = new Map(tasks.map(({ id }, index) => [id, index]));
  const originals = variants.filter(({ mutation }) => mutation === null);
  for (const { name, path, holds } of files) {
    const own = new Map(
      variants.flatMap((each) => (each.mutation && holds(each.mutation) ? [[each.taskId, each] as const] : [])),
    );
    const lines = originals.flatMap(({ taskId }) => {
      const index = indexes.get(taskId) ?? 0;
      const [record = {}, source = '{}', variant] = [records[index], sources[index], own.get(taskId)];
      const unchanged = keepUnchanged ? [respell(source, record, record)] : [];
      if (!variant) return unchanged;
      // A harness puts the completion right after such a prompt: nothing can surround it.
      const fits = !variant.mutation?.framed || !tasks[index]?.completesPrompt;
      const rewritten = fits ? rewriteOrNull(format, record, variant, choice) : null;
      if (rewritten) return [respell(source, record, rewritten)];
      refused.push({ taskId, mutator: variant.mutation?.mutator ?? name, refused: 'dataset-rewrite' });
      return unchanged;
    });
    written += lines.length;
    if (lines.length === 0) {
      none.push(name);
      await rm(path, { force: true });
    } else if (dataset.table) await writeText(path, csvText(lines.map((line) => JSON.parse(line))), 'ours');
    else await writeTextLines(path, lines, 'ours');
  }
  return { files: files.length - none.length, tasks: written, none, refused };
}
