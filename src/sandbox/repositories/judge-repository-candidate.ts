import type { ChangedFiles, RepositoryTarget, TreeTarget } from '../../core/repository.ts';
import type { SandboxJob, SandboxResult, SandboxTest } from '../../core/sandbox.ts';
import { replaceFunction } from '../../python-source/replies/replace-function.ts';
import { junitCounts } from './junit-report.ts';
import type { GeneratedRequest, JudgedAnswer, OfficialRequest, ReadAnswer } from './repository-worker.ts';

/** The runner in a container, as one job sees it. */
export interface RepositoryRunner {
  ask(request: OfficialRequest | GeneratedRequest): Promise<JudgedAnswer>;
  readonly key: string;
  readonly warm: boolean;
}

/** CPU milliseconds that importing a candidate's module may take before its generated tests. */
const IMPORT_MS = 60_000;

/** A test run that has loaded the libraries of its repository needs this much. */
const LEAST_MEMORY_MIB = 3072;

const FORGED = 'the two records of the test run differ';

/** A file as text that gives its bytes back: UTF-8, or else one character per byte. */
function decodeFile(base64: string): { readonly text: string; readonly encoding: 'utf8' | 'latin1' } {
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { text, encoding: 'utf8' }
    : { text: bytes.toString('latin1'), encoding: 'latin1' };
}

function everywhere(tests: readonly SandboxTest[], detail: string) {
  return {
    verdicts: tests.map(() => 'error' as const),
    outputs: tests.map(() => null),
    details: tests.map(() => detail),
    weak: tests.map(() => true),
  };
}

/** pytest's own record of the run must say what our plugin says. */
function agrees({ junit, sentinel, passed = 0, ran, verdicts }: JudgedAnswer): boolean {
  if (passed === 0 && !verdicts.includes('pass')) return true;
  const counts = junit === undefined ? null : junitCounts(junit, sentinel);
  return counts !== null && counts.passed === passed && counts.passed + counts.failed === ran;
}

const nodesOf = (tests: readonly SandboxTest[]) =>
  tests.flatMap(({ body }) => (body.kind === 'pytest' ? [body.node] : []));

function toResult(tests: readonly SandboxTest[], answer: JudgedAnswer, isOfficial: boolean): SandboxResult {
  const { verdicts, details, problem, cpuMs, passed = 0, ran = 0 } = answer;
  const isAgreed = !isOfficial || agrees(answer);
  const counts = isOfficial ? { counts: { passed: isAgreed ? passed : 0, ran } } : {};
  if (!isAgreed && verdicts.includes('pass')) return { ...everywhere(tests, FORGED), cpuMs, ...counts };
  return {
    verdicts,
    outputs: tests.map(() => null),
    details,
    weak: tests.map(() => true),
    cpuMs,
    ...(problem ? { problem } : {}),
    ...counts,
  };
}

/**
 * Puts a candidate in its function's place and runs the tests on it: those of the repository by pytest, all together;
 * generated ones each in a process of its own. A candidate that does not fit is a value, too.
 */
export async function judgeCandidate(
  { code, suite, limits }: SandboxJob,
  target: RepositoryTarget,
  file: Pick<ReadAnswer, 'content' | 'tests'>,
  runner: RepositoryRunner,
): Promise<SandboxResult> {
  const { tests } = suite;
  const { text, encoding } = decodeFile(file.content);
  const { functionName, className, path } = target;
  const patched = replaceFunction(text, { name: functionName, className }, code);
  const nodes = nodesOf(tests);
  const isOfficial = nodes.length > 0;
  if ('problem' in patched) {
    const counts = isOfficial ? { counts: { passed: 0, ran: 0 } } : {};
    return { ...everywhere(tests, patched.reason), cpuMs: 0, problem: patched.problem, ...counts };
  }
  const shared = {
    path,
    originals: { content: file.content, tests: file.tests },
    files: { [path]: Buffer.from(patched.source, encoding).toString('base64') },
    limitMs: limits.timeoutMs,
    memoryMib: Math.max(limits.memoryMib, LEAST_MEMORY_MIB),
    key: runner.key,
    warm: runner.warm,
  };
  const { pytestArgs, plugin } = target;
  const answer = await runner.ask(
    isOfficial
      ? { op: 'official', ...shared, nodes, pytestArgs, plugin }
      : {
          op: 'generated',
          ...shared,
          tests: tests.map(({ body }) => body),
          function: functionName,
          className,
          importMs: IMPORT_MS,
          nodes: [],
          pytestArgs,
          plugin,
        },
  );
  return toResult(tests, answer, isOfficial);
}

/** Runs pytest, in one process, on a tree with the files that a candidate changes; files of tests win over its own. */
export async function judgeTreeCandidate(
  { code, suite: { tests }, limits }: SandboxJob,
  { files, importFrom, pytestArgs }: TreeTarget,
  runner: RepositoryRunner,
): Promise<SandboxResult> {
  const answer = await runner.ask({
    op: 'official',
    path: null,
    importFrom,
    originals: { content: '', tests: {} },
    files: { ...(JSON.parse(code) as ChangedFiles), ...files },
    limitMs: limits.timeoutMs,
    memoryMib: Math.max(limits.memoryMib, LEAST_MEMORY_MIB),
    key: runner.key,
    warm: runner.warm,
    nodes: nodesOf(tests),
    pytestArgs,
    plugin: null,
  });
  return toResult(tests, answer, true);
}
