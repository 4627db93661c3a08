import { z } from 'zod';
import { DatasetError } from '../../../core/errors.ts';
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
  readonly mutator: string | null;
  /** null where no file has the text. */
  readonly prompt: string | null;
}

/** The mutator of wordings whose file does not say how they were made. */
const UNNAMED = 'given';

export const variantIdOf = (task: string, label: string): string => `${task}::${label}`;

const line = z.object({ task_id: label, variant: label, prompt: filledText, mutator: label.nullish() });

/** The wordings of a file with their texts, by task. @throws DatasetError */
export async function readImportedVariants(
  file: string,
  tasks: readonly Task[],
): Promise<Map<string, ImportedVariant[]>> {
  const join = joinTo(tasks);
  const found = new Map<string, ImportedVariant[]>();
  const seen = new Map<string, number>();
  for await (const raw of streamJsonLines(file)) {
    const { task_id, variant, prompt, mutator } = parseRecord(line, raw);
    const task = join.byId(task_id, raw, 'task_id');
    const id = variantIdOf(task.id, variant);
    const earlier = seen.get(id);
    if (earlier !== undefined) {
      const problem = `repeats the variant "${variant}" of ${task.id}, which line ${earlier} has`;
      throw new DatasetError('variants-repeated', { ...raw, field: 'variant' }, problem, {
        hint: 'Give each variant of a task its own name.',
      });
    }
    seen.set(id, raw.line);
    found.set(task.id, [...(found.get(task.id) ?? []), { label: variant, mutator: mutator ?? null, prompt }]);
  }
  return found;
}

/**
 * The variants of a task, the original first; without an original, the first variant of the file. The text of a variant
 * is empty if no file has it.
 *
 * @param named may name a variant several times; their fields are merged
 */
export function toVariants(task: Task, named: readonly ImportedVariant[]): readonly Variant[] {
  const wordings = new Map<string, ImportedVariant>();
  for (const { label, mutator, prompt } of named) {
    const known = wordings.get(label);
    wordings.set(label, { label, mutator: known?.mutator ?? mutator, prompt: known?.prompt ?? prompt });
  }
  const all = [...wordings.values()];
  const original = all.find(({ label }) => label === 'original') ?? all[0];
  const ordered = original ? [original, ...all.filter((wording) => wording !== original)] : [];
  return ordered.map(({ label, mutator, prompt }) => {
    const isOriginal = label === original?.label;
    const text = prompt ?? (label === 'original' ? task.prompt.text : '');
    return {
      id: variantIdOf(task.id, label),
      taskId: task.id,
      prompt: text,
      mutation: isOriginal
        ? null
        : { mutator: mutator ?? UNNAMED, family: 'llm', preserves: 'paraphrase', seed: 0, edits: [], renames: {} },
    };
  });
}
