import { hashOf } from '../core/hash.ts';
import { type ExecutionMatrix, weakPasses } from '../core/matrix.ts';
import { type Candidate, type GeneratedTest, type TestBody, testText } from '../core/program.ts';
import { createRng } from '../core/random.ts';
import type { RepositoryTarget } from '../core/repository.ts';
import { type SandboxResult, type SandboxTest, suiteOf, type TestSuite } from '../core/sandbox.ts';
import type { CodeGap, Task } from '../core/task.ts';
import { probeBody, taskProbes } from '../python-source/probes/task-probes.ts';
import type { RunLogs } from '../records/run-store.ts';
import { forAllTasks } from './ask-model.ts';
import type { Deps } from './deps.ts';

/** The input of a matrix; a run has it after stage 4, `select` reads it from files. */
export interface MatrixInput {
  readonly taskId: string;
  readonly entryPoint: string | null;
  readonly preload?: readonly string[];
  readonly setup?: string;
  /** The gap that candidates fill; without it they are whole programs. */
  readonly gap?: CodeGap;
  /** The repository that candidates go into; without it they run alone. */
  readonly repository?: RepositoryTarget;
  /** The task's text, whose examples and signature give probes. */
  readonly prompt?: string;
  /** Tests that the task's own text gives: no evidence of agreement, but a condition. */
  readonly given?: readonly TestBody[];
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
}

/** The parts of a task that affect how its tests run, apart from programs and tests. */
export function taskConditions(task: Task): Omit<MatrixInput, 'given' | 'candidates' | 'tests'> {
  const { id: taskId, entryPoint, prompt, preload, setup, gap, repository } = task;
  return {
    taskId,
    entryPoint,
    prompt: prompt.text,
    ...(preload ? { preload } : {}),
    ...(setup ? { setup } : {}),
    ...(gap ? { gap } : {}),
    ...(repository ? { repository } : {}),
  };
}

/**
 * A generated test of a snippet: the code that the prompt gives, the snippet, and the check, run as one. Names are of our
 * own kind, so that none of the program's is hidden.
 */
function aroundSnippet({ before }: CodeGap, body: TestBody): SandboxTest['body'] {
  if (body.kind !== 'assertion') return body;
  const module = `_given = ${JSON.stringify(before)}
_check = ${JSON.stringify(body.code)}
def _run(_solution):
    _space = {"__name__": "__main__"}
    exec(_given + _solution + "\\n" + _check, _space)
_run(solution)
`;
  return { kind: 'in-process', form: 'script', module };
}

/** The generated tests of a task as a suite that sandboxes compile once. */
export function toSuite(input: Omit<MatrixInput, 'taskId' | 'candidates'>): TestSuite {
  const { entryPoint, preload, setup, repository, gap, tests } = input;
  return suiteOf({
    tests: tests.map(({ id, body }) => ({ id, body: gap ? aroundSnippet(gap, body) : body })),
    entryPoint,
    ...(preload ? { preload } : {}),
    ...(setup ? { setup } : {}),
    ...(repository ? { repository } : {}),
  });
}

/**
 * Inputs without an expected value, near those of the task's tests. None if return values cannot be recorded: inside a
 * repository and around a snippet.
 */
function probesFor({ taskId, entryPoint, prompt = '', repository, gap, tests }: MatrixInput, count: number) {
  if (repository || gap) return [];
  const source = { entryPoint, prompt, tests: tests.map(({ body }) => body) };
  return taskProbes(source, count, createRng(0).fork('probes', taskId));
}

/** Everything that a row of a task's matrix comes from: one job for tests, given tests and probes, in this order. */
interface RowPlan {
  readonly suite: TestSuite;
  readonly tests: number;
  readonly given: readonly TestBody[];
  readonly probes: readonly string[];
}

function planRows(input: MatrixInput, probeCount: number): RowPlan {
  const { taskId, tests, given = [] } = input;
  const behind = given.map((body, at) => ({ id: `given-${at}`, taskId, body, origins: [] }));
  const probes = probesFor(input, probeCount);
  return {
    suite: withProbes(toSuite({ ...input, tests: [...tests, ...behind] }), probes),
    tests: tests.length,
    given,
    probes,
  };
}

/** Appends a bare call per input to the suite; its output is recorded and decides no test. */
function withProbes(suite: TestSuite, probes: readonly string[]): TestSuite {
  if (probes.length === 0) return suite;
  const { id: _, ...content } = suite;
  const behind = probes.map((input, at) => ({ id: `probe-${at}`, body: probeBody(input, suite.entryPoint) }));
  return suiteOf({ ...content, tests: [...content.tests, ...behind] });
}

type ExecuteDeps = Pick<Deps, 'sandbox' | 'limits' | 'progress' | 'signal' | 'probes'> & {
  /** Rows computed before, by key; `select` keeps none. */
  readonly rows: {
    get(key: string): RunLogs['verdicts'] | undefined;
    append(row: RunLogs['verdicts']): Promise<void>;
  } | null;
};

/** Splits a job's result into tests, given examples and probe outputs. */
function splitResult(result: SandboxResult, { tests, given, probes }: RowPlan) {
  const { verdicts, outputs, details, weak, fatal, ...rest } = result;
  const own = fatal?.filter((at) => at < tests) ?? [];
  return {
    ...rest,
    verdicts: verdicts.slice(0, tests),
    outputs: outputs.slice(0, tests),
    details: details.slice(0, tests),
    weak: weak.slice(0, tests),
    ...(own.length > 0 ? { fatal: own } : {}),
    ...(given.length > 0 ? { given: givenVerdict(verdicts.slice(tests, tests + given.length), given) } : {}),
    ...(probes.length > 0 ? { probes: { inputs: probes, outputs: probeOutputs(result, tests + given.length) } } : {}),
  };
}

function givenVerdict(verdicts: SandboxResult['verdicts'], given: readonly TestBody[]) {
  return { tests: given.map(testText), passed: verdicts.every((verdict) => verdict === 'pass') };
}

/** An unfinished call returned nothing; a script is judged by its output. */
function probeOutputs({ verdicts, outputs }: Pick<SandboxResult, 'verdicts' | 'outputs'>, tests: number) {
  return outputs.slice(tests).map((text, at) => {
    const verdict = verdicts[tests + at];
    return verdict === 'pass' || verdict === 'fail' ? text : null;
  });
}

async function executeRow(
  input: MatrixInput,
  plan: RowPlan,
  candidate: Candidate,
  deps: ExecuteDeps,
): Promise<RunLogs['verdicts']> {
  const { sandbox, limits, rows, signal } = deps;
  const { suite } = plan;
  // Two tasks may share programs and tests, and each has a row of its own.
  const key = hashOf(input.taskId, candidate.code, suite.id, limits, sandbox.name);
  const known = rows?.get(key);
  if (known) return known;
  const testIds = input.tests.map((test) => test.id);
  const result =
    suite.tests.length === 0
      ? { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 0 }
      : await sandbox.run({ id: `${input.taskId} ${candidate.id}`, code: candidate.code, suite, limits }, signal);
  const { outputs, ...rest } = splitResult(result, plan);
  // Inside a repository return values are not recorded, which differs from returning nothing.
  const recorded = input.repository ? {} : { outputs };
  const row = { key, taskId: input.taskId, candidateId: candidate.id, testIds, ...rest, ...recorded };
  await rows?.append(row);
  return row;
}

/** Stage 5. Runs every candidate of every task on every generated test of its task. */
export async function executeMatrices(
  tasks: readonly MatrixInput[],
  deps: ExecuteDeps,
): Promise<readonly ExecutionMatrix[]> {
  deps.progress.start(
    'execute',
    tasks.reduce((sum, task) => sum + task.candidates.length, 0),
  );
  return forAllTasks(tasks, deps.signal, (input, signal) => executeMatrix(input, { ...deps, signal }));
}

/** The matrix of one task. @throws SandboxError, InterruptedError */
export async function executeMatrix(input: MatrixInput, deps: ExecuteDeps): Promise<ExecutionMatrix> {
  const plan = planRows(input, deps.probes ?? 0);
  const { given, probes } = plan;
  const rows = await Promise.all(
    input.candidates.map(async (candidate) => {
      const row = await executeRow(input, plan, candidate, deps);
      deps.progress.advance();
      return row;
    }),
  );
  const entry = ({ id, origins }: Candidate | GeneratedTest) => ({ id, origins, weight: origins.length });
  const outputs = rows.flatMap((row) => (row.outputs ? [row.outputs] : []));
  return {
    taskId: input.taskId,
    candidates: input.candidates.map(entry),
    tests: input.tests.map(entry),
    verdicts: rows.map((row) => row.verdicts),
    ...weakPasses(
      rows.map((row) => row.verdicts),
      rows.map((row) => row.weak),
    ),
    ...(input.repository ? {} : { outputs }),
    ...(probes.length > 0
      ? { probes: { inputs: probes, outputs: rows.map((row) => row.probes?.outputs ?? probes.map(() => null)) } }
      : {}),
    ...(given.length > 0
      ? { given: { tests: given.map(testText), passed: rows.map((row) => row.given?.passed ?? false) } }
      : {}),
  };
}
