import { type ImportedText, sharedTestsOf } from '../../../core/imported-samples.ts';
import type { Task } from '../../../core/task.ts';
import { readTestReplies } from '../read-tests.ts';
import { variantIdOf } from './imported-variants.ts';

type ModelTests = ImportedText & { readonly model: string | null };

/**
 * The tests of a file by task, a reply each. Replies of a wording are numbered in the order of the file; those of no
 * wording are tests of every arm.
 *
 * @throws DatasetError
 */
export async function readImportedTests(
  file: string,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, readonly ModelTests[]>> {
  const found = new Map<string, ModelTests[]>();
  const next = new Map<string, number>();
  for await (const { task, model, variant, text } of readTestReplies(file, tasks)) {
    const variantId = variant === null ? sharedTestsOf(task.id) : variantIdOf(task.id, variant);
    const counter = JSON.stringify([model, variantId]);
    const sample = next.get(counter) ?? 0;
    next.set(counter, sample + 1);
    const own = found.get(task.id) ?? [];
    found.set(task.id, own);
    own.push({ model, variantId, sample, text });
  }
  return found;
}
