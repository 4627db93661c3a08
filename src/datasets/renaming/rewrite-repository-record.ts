import type { RecordMutation } from '../dataset-format.ts';
import { refuseRewrite } from './refuse-rewrite.ts';

/**
 * A record of a repository's function with another prompt. Its tests call the function by the name and the parameters
 * that it has in the repository, so a prompt that renames them has no record of its own.
 *
 * @throws MutagreeError `rewrite-refused` for a renaming; `run` undoes it in each candidate instead.
 */
export function rewriteRepositoryRecord(
  value: Readonly<Record<string, unknown>>,
  { promptText, renames }: RecordMutation,
): Record<string, unknown> {
  const [name] = Object.keys(renames);
  if (name !== undefined) refuseRewrite(`the repository's own tests know "${name}" by its name`);
  return { ...value, prompt: promptText };
}
