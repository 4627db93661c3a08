import type { Variant } from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import { type SheetRow, shownText } from '../../labels/sheet-rows.ts';

/** Returns a row per mutant, with two columns for a reader to fill in. */
export function reviewRows(tasks: readonly Task[], variants: readonly Variant[]): SheetRow[] {
  const promptOf = new Map(tasks.map(({ id, prompt }) => [id, prompt.text]));
  return variants.flatMap(({ id, taskId, prompt, mutation }) =>
    mutation === null
      ? []
      : [
          {
            id,
            task: taskId,
            mutator: mutation.mutator,
            original: shownText(promptOf.get(taskId) ?? ''),
            mutant: shownText(prompt),
            'meaning kept': '',
            fluent: '',
          },
        ],
  );
}
