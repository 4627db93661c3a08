import { componentsOf, type Variant } from '../../src/core/mutation.ts';
import type { Task } from '../../src/core/task.ts';
import { entryPointOf } from '../../src/pipeline/ask-model.ts';
import { readProgram } from '../../src/pipeline/reading/read-reply.ts';
import { COMPOSITIONS, type ComposedVariant, type RecordedReply, readRecorded } from './recorded.ts';

/** How the prompt of a sample came to be worded. */
export type Wording = 'same' | 'same, anew' | 'light' | 'medium' | 'strong';

/** One reply of the model to one wording of a task. */
export interface Sample {
  readonly taskId: string;
  readonly wording: Wording;
  /** Families of the mutators that had a hand in the wording. */
  readonly families: readonly string[];
  /** With the task's own names; null where the reply holds none. */
  readonly code: string | null;
}

const SINGLE = 'starter-smollm2-135m-n16';

function wordingOf(variant: Variant & Partial<Pick<ComposedVariant, 'strength'>>, isNew: boolean): Wording {
  if (variant.strength) return variant.strength;
  if (variant.mutation) return 'light';
  return isNew ? 'same, anew' : 'same';
}

function codeOf(task: Task, variant: Variant, { reply }: RecordedReply): string | null {
  const read = readProgram({
    text: reply.text,
    truncated: reply.status === 'truncated',
    askedName: entryPointOf(task, variant),
    entryPoint: task.entryPoint,
    renames: variant.mutation?.renames ?? null,
    repository: null,
    promptText: variant.prompt,
    completesPrompt: task.completesPrompt,
  });
  return 'code' in read ? read.code : null;
}

/** The programs of both recordings. `light` is one mutator by itself, as the older recording has it. */
export function readSamples(tasks: readonly Task[]): Sample[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return [SINGLE, COMPOSITIONS].flatMap((recording) => {
    const variants = new Map(readRecorded<Variant>(recording, 'variants').map((variant) => [variant.id, variant]));
    for (const { id, prompt } of tasks) {
      variants.set(`${id}::original`, { id: `${id}::original`, taskId: id, prompt: prompt.text, mutation: null });
    }
    return readRecorded<RecordedReply>(recording, 'replies')
      .filter(({ purpose }) => purpose === 'program')
      .map((record) => {
        const variant = variants.get(record.variantId) as Variant;
        const task = byId.get(record.taskId) as Task;
        const parts = variant.mutation ? componentsOf(variant.mutation) : [];
        return {
          taskId: task.id,
          wording: wordingOf(variant, recording === COMPOSITIONS),
          families: [...new Set(parts.map(({ family }) => family))],
          code: codeOf(task, variant, record),
        };
      });
  });
}
