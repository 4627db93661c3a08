import { hashOf } from '../core/hash.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import { type Candidate, type GeneratedTest, type TestBody, testText } from '../core/program.ts';
import { createRng } from '../core/random.ts';
import { type SandboxResult, type SandboxTest, suiteOf, type TestSuite } from '../core/sandbox.ts';
import type { CodeGap, Task } from '../core/task.ts';
import { probeBody, taskProbes } from '../python-source/probes/task-probes.ts';
import { matrixOf } from '../records/matrix-of.ts';
import type { RunLog, RunLogs } from '../records/run-store.ts';
import { forAllTasks } from './ask-model.ts';
import type { Deps } from './deps.ts';

/** The input of a matrix. Without a gap candidates are whole programs, without a repository they run alone. */
export interface MatrixInput extends Pick<Task, 'entryPoint' | 'preload' | 'setup' | 'gap' | 'repository'> {
  readonly taskId: string;
  /** The task's text, whose examples give probes. */
  readonly prompt?: string | undefined;
  /** Tests that the task's own text gives: no evidence of agreement, but a condition. */
  readonly given?: readonly TestBody[] | undefined;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
}

export function taskConditions(task: Task): Omit<MatrixInput, 'given' | 'candidates' | 'tests'> {
  const { id: taskId, entryPoint, prompt, preload, setup, gap, repository } = task;
  return { taskId, entryPoint, prompt: prompt.text, preload, setup: setup || undefined, gap, repository };
}

/** The code that the prompt gives, the snippet, and the check as one, under names that hide none of theirs. */
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

export function toSuite(
  input: Omit<MatrixInput, 'tests'> & { readonly tests: readonly Pick<GeneratedTest, 'id' | 'body'>[] },
): TestSuite {
  const { entryPoint, preload, setup, repository, gap, tests } = input;
  const own = tests.map(({ id, body }) => ({ id, body: gap ? aroundSnippet(gap, body) : body }));
  return suiteOf({ tests: own, entryPoint, preload, setup, repository });
}

/** Everything that a row of a task's matrix comes from: one job for tests, given tests and probes, in this order. */
function planRows(input: MatrixInput, probeCount: number) {
  const { taskId, tests, given = [], entryPoint, prompt = '', repository, gap } = input;
  const source = { entryPoint, prompt, tests: tests.map(({ body }) => body) };
  // Inputs near those of the tests; none if return values cannot be recorded.
  const probes = repository || gap ? [] : taskProbes(source, probeCount, createRng(0).fork('probes', taskId));
  const all = [
    ...tests,
    ...given.map((body, at) => ({ id: `given-${at}`, body })),
    // A bare call: its output is recorded and decides no test.
    ...probes.map((call, at) => ({ id: `probe-${at}`, body: probeBody(call, entryPoint) })),
  ];
  return { suite: toSuite({ ...input, tests: all }), given, probes };
}

type RowPlan = ReturnType<typeof planRows>;

type ExecuteDeps = Pick<Deps, 'sandbox' | 'limits' | 'progress' | 'signal' | 'probes'> & {
  readonly rows: Pick<RunLog<RunLogs['verdicts']>, 'get' | 'append'> | null;
};

function splitResult(result: SandboxResult, { suite, given, probes }: RowPlan) {
  const { verdicts, outputs, details, weak, fatal = [], ...rest } = result;
  const after = suite.tests.length - probes.length;
  const tests = after - given.length;
  const own = fatal.filter((at) => at < tests);
  // An unfinished call returned nothing; a script is judged by its output.
  const isOver = (at: number) => verdicts[at] === 'pass' || verdicts[at] === 'fail';
  const returned = outputs.slice(after).map((text, at) => (isOver(after + at) ? text : null));
  const isGiven = verdicts.slice(tests, after).every((verdict) => verdict === 'pass');
  return {
    ...rest,
    verdicts: verdicts.slice(0, tests),
    outputs: outputs.slice(0, tests),
    details: details.slice(0, tests),
    weak: weak.slice(0, tests),
    fatal: own.length > 0 ? own : undefined,
    given: given.length > 0 ? { tests: given.map(testText), passed: isGiven } : undefined,
    probes: probes.length > 0 ? { inputs: probes, outputs: returned } : undefined,
  };
}

async function executeRow(input: MatrixInput, plan: RowPlan, { id: candidateId, code }: Candidate, deps: ExecuteDeps) {
  const { sandbox, limits, rows, signal } = deps;
  const { taskId } = input;
  const { suite } = plan;
  // Two tasks may share programs and tests, and each has a row of its own.
  const key = hashOf(taskId, code, suite.id, limits, sandbox.name);
  const known = rows?.get(key);
  if (known) return known;
  const result =
    suite.tests.length === 0
      ? { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 0 }
      : await sandbox.run({ id: `${taskId} ${candidateId}`, code, suite, limits }, signal);
  const { outputs, ...rest } = splitResult(result, plan);
  // Inside a repository return values are not recorded, which differs from returning nothing.
  const recorded = { ...rest, outputs: input.repository ? undefined : outputs };
  const row = { key, taskId, candidateId, testIds: input.tests.map((test) => test.id), ...recorded };
  await rows?.append(row);
  return row;
}

/** Stage 5. Runs every candidate of every task on every generated test of its task. */
export async function executeMatrices(tasks: readonly MatrixInput[], deps: ExecuteDeps) {
  const programs = tasks.reduce((sum, { candidates }) => sum + candidates.length, 0);
  deps.progress.start('execute', programs);
  return forAllTasks(tasks, deps.signal, (input, signal) => executeMatrix(input, { ...deps, signal }));
}

/** The matrix of one task. @throws SandboxError, InterruptedError */
export async function executeMatrix(input: MatrixInput, deps: ExecuteDeps): Promise<ExecutionMatrix> {
  const plan = planRows(input, deps.probes ?? 0);
  const advance = () => deps.progress.advance();
  const rows = await Promise.all(input.candidates.map((each) => executeRow(input, plan, each, deps).finally(advance)));
  return matrixOf(input.taskId, input.candidates, input.tests, rows);
}
