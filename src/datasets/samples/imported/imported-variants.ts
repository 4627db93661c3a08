import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import type { Variant } from '../../../core/mutation.ts';
import type { Task } from '../../../core/task.ts';
import { filledText, label } from '../../formats/fields.ts';
import { streamJsonLines } from '../../reading/json-records.ts';
import { parseRecord } from '../../reading/parse-record.ts';
import { joinTo } from '../join-samples.ts';

/** A wording of a task, as files name it. */
export interface ImportedVariant {
  /** `original`, or the file's own name. */
  readonly label: string;
  readonly mutator?: string | null | undefined;
  /** The text, where a file has it. */
  readonly prompt?: string | null | undefined;
}

/** The mutator of wordings whose file does not say how they were made. */
const UNNAMED = 'given';

export const variantIdOf = (task: string, label: string): string => `${task}::${label}`;

const line = z.object({ task_id: label, variant: label, prompt: filledText, mutator: label.nullish() });

/** The wordings of a file with their texts, by task. @throws DatasetError */
export async function readImportedVariants(
  file: string,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, readonly ImportedVariant[]>> {
  const join = joinTo(tasks);
  const found: (ImportedVariant & { readonly taskId: string })[] = [];
  const seen = new Map<string, number>();
  for await (const raw of streamJsonLines(file)) {
    const { task_id, variant, prompt, mutator } = parseRecord(line, raw);
    const taskId = join.byId(task_id, raw, 'task_id').id;
    const id = variantIdOf(taskId, variant);
    const earlier = seen.get(id);
    if (earlier !== undefined) {
      const problem = `repeats the variant "${variant}" of ${taskId}, which line ${earlier} has`;
      const hint = 'Give each variant of a task its own name.';
      throw new DatasetError('variants-repeated', { ...raw, field: 'variant' }, problem, { hint });
    }
    seen.set(id, raw.line);
    found.push({ taskId, label: variant, mutator, prompt });
  }
  return groupBy(found, ({ taskId }) => taskId);
}

/**
 * The variants of a task, the original first; without an original, the first variant of the file. The text of a variant
 * is empty if no file has it.
 *
 * @param named may name a variant several times; their fields are merged
 */
export function toVariants(task: Task, named: readonly ImportedVariant[]): readonly Variant[] {
  const labels = [...new Set(named.map(({ label }) => label))];
  const original = labels.includes('original') ? 'original' : labels[0];
  return [...new Set([original, ...labels])].flatMap((label) => {
    if (label === undefined) return [];
    const own = named.filter((wording) => wording.label === label);
    const mutator = own.find((wording) => wording.mutator)?.mutator ?? UNNAMED;
    const prompt = own.find((wording) => wording.prompt)?.prompt ?? (label === 'original' ? task.prompt.text : '');
    const mutation = { mutator, family: 'llm', preserves: 'paraphrase', seed: 0, edits: [], renames: {} } as const;
    return { id: variantIdOf(task.id, label), taskId: task.id, prompt, mutation: label === original ? null : mutation };
  });
}
