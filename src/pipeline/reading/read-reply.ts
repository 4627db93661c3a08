import { hashOf } from '../../core/hash.ts';
import type { ProgramQuestion, ReadProgram, ReadTests, ReplyQuestion, ReplyReader } from '../../core/reply-reader.ts';
import { moduleName } from '../../core/repository.ts';
import { normaliseProgram, normaliseTest } from '../../python-source/renaming/normalise.ts';
import { undoRenames, undoRenamesInTest } from '../../python-source/renaming/rename.ts';
import { extractProgram } from '../../python-source/replies/extract-program.ts';
import { extractTests } from '../../python-source/replies/extract-tests.ts';
import { repositoryProgram } from './repository-program.ts';

function programIn(question: ProgramQuestion): { readonly code: string } | { readonly problem: string } {
  const { text, askedName, entryPoint, promptText, completesPrompt, truncated, renames, repository } = question;
  const extraction = { entryPoint: askedName, promptText, completesPrompt, truncated };
  if (repository) return repositoryProgram(text, repository, extraction, renames ?? {});
  const extracted = extractProgram(text, extraction);
  return 'problem' in extracted || !renames ? extracted : undoRenames(extracted.code, renames, { entryPoint });
}

/** The program in a reply, with the task's own names. Pure. */
export function readProgram(question: ProgramQuestion): ReadProgram {
  const found = programIn(question);
  return 'problem' in found ? found : { code: found.code, id: hashOf(normaliseProgram(found.code)) };
}

/** The tests in a reply, with the task's own names. Pure. */
export function readTests({ text, askedName, truncated, renames, repository }: ReplyQuestion): ReadTests {
  const className = repository?.className;
  const location = repository && { module: moduleName(repository), ...(className ? { className } : {}) };
  const { tests, problems } = extractTests(text, {
    entryPoint: askedName,
    ...(location ? { location } : {}),
    truncated,
  });
  const bodies = tests.map((body) => undoRenamesInTest(body, renames ?? {}));
  return { tests: bodies.map((body) => ({ body, id: hashOf(normaliseTest(body)) })), problems };
}

/** Reads in this process: for short texts and for tests. */
export const directReader: ReplyReader = {
  program: async (question) => readProgram(question),
  tests: async (question) => readTests(question),
  close: async () => {},
};
