import type { ChangedFiles, RepositoryTarget, TreeTarget } from '../../core/repository.ts';
import type { SandboxJob, SandboxResult, SandboxTest } from '../../core/sandbox.ts';
import { replaceFunction } from '../../python-source/replies/replace-function.ts';
import { errorRow } from '../pool/split-row.ts';

/** What a runner reads of a repository (`runner/repository_files.py`), as it sees it without covers. */
export interface Originals {
  /** The bytes of the module under test, base64. */
  readonly content: string;
  /** Those of the files of tests, by path. */
  readonly tests: Readonly<Record<string, string>>;
  /** Where either can be read, compiled or as it was, too: absolute; folders end with a slash. */
  readonly places: readonly string[];
}

/** Has a runner judge a candidate; `runner/repository_main.py` says which fields a message has. */
export type AskRunner = (message: {
  readonly op: 'official' | 'generated';
  readonly files: ChangedFiles;
  readonly [field: string]: unknown;
}) => Promise<SandboxResult>;

/** CPU milliseconds that importing a candidate's module may take before its generated tests. */
const IMPORT_MS = 60_000;

/** A test run that has loaded the libraries of its repository needs this much. */
const LEAST_MEMORY_MIB = 3072;

/** A file as text that gives its bytes back: UTF-8, or else one character per byte. */
function decodeFile(base64: string): { readonly text: string; readonly encoding: 'utf8' | 'latin1' } {
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { text, encoding: 'utf8' }
    : { text: bytes.toString('latin1'), encoding: 'latin1' };
}

/** Ids of the tests that pytest runs. */
export const nodesOf = (tests: readonly SandboxTest[]) =>
  tests.flatMap(({ body }) => (body.kind === 'pytest' ? [body.node] : []));

/** A run of the repository's tests has their files; no other has. */
function testFiles(files: Originals['tests'], nodes: readonly string[]): ChangedFiles {
  return nodes.length > 0 ? files : Object.fromEntries(Object.keys(files).map((path) => [path, null]));
}

/**
 * Puts a candidate in its function's place and runs the tests on it: those of the repository by pytest, all together;
 * generated ones each in a process of its own. A candidate that does not fit is a value, too.
 */
export async function judgeCandidate(
  { code, suite, limits }: SandboxJob,
  target: RepositoryTarget,
  file: Pick<Originals, 'content' | 'tests'>,
  ask: AskRunner,
): Promise<SandboxResult> {
  const { tests } = suite;
  const { text, encoding } = decodeFile(file.content);
  const { functionName, className, path, pytestArgs, plugin } = target;
  const patched = replaceFunction(text, { name: functionName, className }, code);
  const nodes = nodesOf(tests);
  const isOfficial = nodes.length > 0;
  if ('problem' in patched) {
    const counts = isOfficial ? { counts: { passed: 0, ran: 0 } } : {};
    return { ...errorRow(tests, patched.reason, true), problem: patched.problem, ...counts };
  }
  const source = Buffer.from(patched.source, encoding).toString('base64');
  return ask({
    op: isOfficial ? 'official' : 'generated',
    path,
    files: { ...testFiles(file.tests, nodes), [path]: source },
    nodes,
    tests: tests.map(({ body }) => body),
    function: functionName,
    className,
    pytestArgs,
    plugin,
    importMs: IMPORT_MS,
    limitMs: limits.timeoutMs,
    memoryMib: Math.max(limits.memoryMib, LEAST_MEMORY_MIB),
  });
}

/** Runs pytest, in one process, on a tree with the files that a candidate changes; files of tests win over its own. */
export async function judgeTreeCandidate(
  { code, suite: { tests }, limits }: SandboxJob,
  { files, importFrom, pytestArgs }: TreeTarget,
  ask: AskRunner,
): Promise<SandboxResult> {
  return ask({
    op: 'official',
    path: null,
    importFrom,
    files: { ...(JSON.parse(code) as ChangedFiles), ...files },
    limitMs: limits.timeoutMs,
    memoryMib: Math.max(limits.memoryMib, LEAST_MEMORY_MIB),
    nodes: nodesOf(tests),
    pytestArgs,
    plugin: null,
  });
}
