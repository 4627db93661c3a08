import { hashOf } from '../../core/hash.ts';
import { moduleName } from '../../core/repository.ts';
import type { CodeGap } from '../../core/task.ts';
import { undoMethodRename } from '../../python-source/renaming/member-names.ts';
import { normaliseProgram, normaliseTest } from '../../python-source/renaming/normalise.ts';
import { undoRenames, undoRenamesInTest } from '../../python-source/renaming/rename.ts';
import { extractProgram } from '../../python-source/replies/extract-program.ts';
import {
  extractSnippet,
  extractSnippetTests,
  unwrapSnippet,
  wrapSnippet,
} from '../../python-source/replies/extract-snippet.ts';
import { extractTests } from '../../python-source/replies/extract-tests.ts';
import { findFunction } from '../../python-source/syntax/python-names.ts';
import type { ProgramQuestion, ReadProgram, ReadTests, ReplyQuestion, ReplyReader } from './reply-reader.ts';
import { repositoryProgram } from './repository-program.ts';

/** The class of competition programs. */
const SOLUTION = 'Solution';

/** The snippet in a reply, renames undone as in a program. */
function snippetIn(text: string, gap: CodeGap, renames: Readonly<Record<string, string>> | null) {
  const found = extractSnippet(text, gap);
  if ('problem' in found || !renames) return found;
  const undone = undoRenames(wrapSnippet(found.code, gap), renames, { entryPoint: null });
  return 'problem' in undone ? undone : { code: unwrapSnippet(undone.code, gap) };
}

/**
 * A competition program: a method of the class that its benchmark names, and no function. One is put behind it that calls
 * the method of a new object, for tests that call it by its name.
 */
function methodOfSolution(question: ProgramQuestion): { readonly code: string } | null {
  const { text, askedName, entryPoint, promptText, completesPrompt, truncated, renames } = question;
  if (askedName === null || entryPoint === null) return null;
  const found = extractProgram(text, { entryPoint: SOLUTION, promptText, completesPrompt, truncated });
  if ('problem' in found || findFunction(found.code, askedName)?.className !== SOLUTION) return null;
  const code = askedName === entryPoint ? found.code : undoMethodRename(found.code, entryPoint, askedName);
  const { [entryPoint]: _, ...others } = renames ?? {};
  const undone = undoRenames(code, others, { entryPoint: SOLUTION });
  const body = 'code' in undone ? undone.code : code;
  const call = `def ${entryPoint}(*arguments, **named):\n    return ${SOLUTION}().${entryPoint}(*arguments, **named)\n`;
  return { code: `${body.trimEnd()}\n\n\n${call}` };
}

function programIn(question: ProgramQuestion): { readonly code: string } | { readonly problem: string } {
  const { text, askedName, entryPoint, promptText, completesPrompt, truncated, renames, repository, gap } = question;
  if (gap) return snippetIn(text, gap, renames);
  const extraction = { entryPoint: askedName, promptText, completesPrompt, truncated };
  if (repository) return repositoryProgram(text, repository, extraction, renames ?? {});
  const extracted = extractProgram(text, extraction);
  if ('problem' in extracted) return methodOfSolution(question) ?? extracted;
  return renames ? undoRenames(extracted.code, renames, { entryPoint }) : extracted;
}

/** The program in a reply, with the task's own names. Pure. */
export function readProgram(question: ProgramQuestion): ReadProgram {
  const found = programIn(question);
  if ('problem' in found) return found;
  const { code } = found;
  return { code, id: hashOf(normaliseProgram(question.gap ? wrapSnippet(code, question.gap) : code)) };
}

/** The tests in a reply, with the task's own names. Pure. */
export function readTests({ text, askedName, truncated, renames, repository, gap }: ReplyQuestion): ReadTests {
  const className = repository?.className;
  const location = repository && { module: moduleName(repository), ...(className ? { className } : {}) };
  const { tests, problems } = gap
    ? extractSnippetTests(text, gap)
    : extractTests(text, { entryPoint: askedName, ...(location ? { location } : {}), truncated });
  const bodies = tests.map((body) => undoRenamesInTest(body, renames ?? {}));
  return { tests: bodies.map((body) => ({ body, id: hashOf(normaliseTest(body)) })), problems };
}

/** Reads in this process: for short texts and for tests. */
export const directReader: ReplyReader = {
  program: async (question) => readProgram(question),
  tests: async (question) => readTests(question),
  close: async () => {},
};
