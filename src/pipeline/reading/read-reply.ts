import { type ChatReply, isUnanswered } from '../../core/chat.ts';
import { hashOf } from '../../core/hash.ts';
import { entryPointOf, specificationOf, type Variant } from '../../core/mutation.ts';
import type { Candidate, GeneratedTest } from '../../core/program.ts';
import { moduleName, type RepositoryTarget } from '../../core/repository.ts';
import type { CodeGap, Task } from '../../core/task.ts';
import { normaliseProgram, normaliseTest } from '../../python-source/renaming/normalise.ts';
import { undoMethodRename, undoRenames, undoRenamesInTest } from '../../python-source/renaming/undo-renames.ts';
import { extractProgram } from '../../python-source/replies/extract-program.ts';
import {
  extractSnippet,
  extractSnippetTests,
  unwrapSnippet,
  wrapSnippet,
} from '../../python-source/replies/extract-snippet.ts';
import { extractTests } from '../../python-source/replies/extract-tests.ts';
import { mostBlocks, splitFences } from '../../python-source/replies/find-blocks.ts';
import { withMethodAdapter } from '../../python-source/replies/method-adapter.ts';
import { locateFunction } from '../../python-source/syntax/locate-function.ts';
import { isValidPython } from '../../python-source/syntax/parse-python.ts';
import { definesFunction } from '../../python-source/syntax/python-names.ts';
import { parsePython } from '../../python-source/syntax/python-tree.ts';
import { READ_CHARACTERS, SyntaxBudget } from '../../python-source/syntax/reading-limits.ts';
import { PROGRAM_LOST } from '../../records/run-record.ts';

/** old -> new */
type Renames = Readonly<Record<string, string>>;

/** A model's reply with all that it takes to find code in it; plain data, so that another process can read it. */
export interface ReplyQuestion {
  readonly text: string;
  /** Whether the end of the reply is missing. */
  readonly truncated: boolean;
  /** As the prompt that was answered names it; null for a script. */
  readonly askedName: string | null;
  readonly entryPoint: string | null;
  /** As the variant's mutation has them; null for the original prompt. */
  readonly renames: Renames | null;
  readonly repository: RepositoryTarget | null;
  readonly gap?: CodeGap | undefined;
  readonly promptText: string;
  readonly completesPrompt: boolean;
}

/** The program with the task's own names, or why there is none. */
export type ReadProgram = Pick<Candidate, 'id' | 'code'> | { readonly problem: string };

export interface ReadTests {
  readonly tests: readonly Pick<GeneratedTest, 'id' | 'body'>[];
  readonly problems: readonly string[];
}

/** Finds programs and tests in replies; a reply that breaks it is `unparsable`. Methods throw InterruptedError. */
export interface ReplyReader {
  program(question: ReplyQuestion): Promise<ReadProgram>;
  tests(question: ReplyQuestion): Promise<ReadTests>;
  close(): Promise<void>;
}

type Found = { readonly code: string } | { readonly problem: string };

/** The program with the repository's names. A method may come alone or in its class. */
function repositoryProgram(code: string, functionName: string, renames: Renames, isMethod: boolean): Found {
  if (Object.keys(renames).length === 0) return { code };
  const { [functionName]: renamed, ...others } = renames;
  if (renamed === undefined || !isMethod) return undoRenames(code, renames, { entryPoint: functionName });
  return undoRenames(undoMethodRename(code, functionName, renamed), others, { entryPoint: functionName });
}

function snippetIn(text: string, gap: CodeGap, renames: Renames | null) {
  const found = extractSnippet(text, gap);
  if ('problem' in found || !renames) return found;
  const undone = undoRenames(wrapSnippet(found.code, gap), renames, { entryPoint: null });
  return 'problem' in undone ? undone : { code: unwrapSnippet(undone.code, gap) };
}

/** Whether objects of a class can be made without arguments. */
function needsNothing(code: string, className: string): boolean {
  const tree = parsePython(code);
  const made = locateFunction(tree, '__init__', className);
  const given = made?.childrenIn('parameters').slice(1) ?? [];
  return given.every(({ type }) => /^(?:typed_)?default_parameter$|splat|separator|comment/.test(type));
}

/** A method as a function, for tests that call it by its name: it calls the method of a new object. */
function methodAsFunction(code: string, className: string, question: ReplyQuestion): { readonly code: string } {
  const { askedName, entryPoint, renames } = question;
  const name = entryPoint ?? '';
  const own = askedName === null || askedName === name ? code : undoMethodRename(code, name, askedName);
  const { [name]: _, ...others } = renames ?? {};
  const undone = undoRenames(own, others, { entryPoint: className });
  const body = 'code' in undone ? undone.code : own;
  return { code: withMethodAdapter(body, className, name) };
}

function findProgram(question: ReplyQuestion): Found {
  const { text, askedName, entryPoint, promptText, completesPrompt, truncated, renames, repository, gap } = question;
  if (gap) return snippetIn(text, gap, renames);
  const found = extractProgram(text, { entryPoint: askedName, promptText, completesPrompt, truncated });
  if ('problem' in found) return found;
  const { code, className } = found;
  if (repository) return repositoryProgram(code, repository.functionName, renames ?? {}, className !== null);
  if (className !== null) {
    return needsNothing(code, className) ? methodAsFunction(code, className, question) : { problem: 'entry-missing' };
  }
  return renames ? undoRenames(code, renames, { entryPoint }) : found;
}

/** Whether a block of the reply, or all of it, is Python with the wanted definition: looked for without all else. */
function holdsProgram({ text, askedName, truncated, gap }: ReplyQuestion): boolean {
  if (askedName === null || truncated || gap || text.length > READ_CHARACTERS || !text.includes(askedName))
    return false;
  const budget = new SyntaxBudget(text.length);
  const parts = [text, ...mostBlocks(splitFences(text).blocks).map(({ code }) => code)];
  return parts.some((code) => budget.allows(code.length) && isValidPython(code) && definesFunction(code, askedName));
}

const UNREAD = new Set(['empty-reply', 'no-code', 'syntax-error', 'entry-missing']);

export function readProgram(question: ReplyQuestion): ReadProgram {
  const found = findProgram(question);
  const isLost = 'code' in found ? !question.gap && !isValidPython(found.code) : UNREAD.has(found.problem);
  if (isLost && holdsProgram(question)) return { problem: PROGRAM_LOST };
  if ('problem' in found) return found;
  const { code } = found;
  return { code, id: hashOf(normaliseProgram(question.gap ? wrapSnippet(code, question.gap) : code)) };
}

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

type Answered = Pick<ChatReply, 'status' | 'text'>;

function questionOf(task: Task, { text, status }: Answered, variant?: Variant): ReplyQuestion {
  const { entryPoint, repository = null, gap, completesPrompt, prompt } = task;
  const truncated = status === 'truncated';
  const askedName = variant ? entryPointOf(task, variant) : entryPoint;
  const promptText = variant ? specificationOf(task, variant) : prompt.text;
  const renames = variant?.mutation?.renames ?? null;
  return { text, truncated, askedName, entryPoint, renames, repository, gap, promptText, completesPrompt };
}

const problemOf = ({ status }: Answered) => (status === 'refused' ? 'refused' : 'call-failed');

/** The program in a reply to a task, or to a variant of it. */
export async function programIn(reply: Answered, task: Task, reader = directReader, variant?: Variant) {
  return isUnanswered(reply) ? { problem: problemOf(reply) } : reader.program(questionOf(task, reply, variant));
}

export async function testsIn(reply: Answered, task: Task, reader = directReader, variant?: Variant) {
  return isUnanswered(reply)
    ? { tests: [], problems: [problemOf(reply)] }
    : reader.tests(questionOf(task, reply, variant));
}
