import type { RepositoryTarget } from '../../core/repository.ts';
import { undoMethodRename } from '../../python-source/renaming/member-names.ts';
import { undoRenames } from '../../python-source/renaming/rename.ts';
import type { ProgramExtraction } from '../../python-source/replies/extract-program.ts';
import { extractProgram } from '../../python-source/replies/extract-program.ts';
import { methodProgram } from '../../python-source/replies/method-program.ts';

/**
 * The program in a reply about a function of a repository, with the repository's names. A method may come alone or in
 * its class.
 *
 * @param extraction with the entry point as the prompt names it
 * @param renames old -> new, as the variant's mutation has them
 */
export function repositoryProgram(
  reply: string,
  { functionName, className }: RepositoryTarget,
  extraction: ProgramExtraction,
  renames: Readonly<Record<string, string>>,
): { readonly code: string } | { readonly problem: string } {
  const asked = extraction.entryPoint ?? functionName;
  const plain = extractProgram(reply, extraction);
  const found = 'code' in plain ? plain : methodProgram(reply, asked, className);
  if (!found) return plain;
  if (Object.keys(renames).length === 0) return found;
  const { [functionName]: renamed, ...others } = renames;
  if (renamed === undefined || 'code' in plain) return undoRenames(found.code, renames, { entryPoint: functionName });
  return undoRenames(undoMethodRename(found.code, functionName, renamed), others, { entryPoint: functionName });
}
