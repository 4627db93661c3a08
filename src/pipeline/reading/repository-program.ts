import type { RepositoryTarget } from '../../core/repository.ts';
import { undoMethodRename } from '../../python-source/renaming/member-names.ts';
import { undoRenames } from '../../python-source/renaming/rename.ts';

/**
 * A program for a function of a repository, with the repository's names. A method may come alone or in its class.
 *
 * @param renames old -> new, as the variant's mutation has them
 */
export function repositoryProgram(
  code: string,
  { functionName }: RepositoryTarget,
  renames: Readonly<Record<string, string>>,
  isMethod: boolean,
): { readonly code: string } | { readonly problem: string } {
  if (Object.keys(renames).length === 0) return { code };
  const { [functionName]: renamed, ...others } = renames;
  if (renamed === undefined || !isMethod) return undoRenames(code, renames, { entryPoint: functionName });
  return undoRenames(undoMethodRename(code, functionName, renamed), others, { entryPoint: functionName });
}
