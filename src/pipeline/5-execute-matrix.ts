import { hashOf } from '../core/hash.ts';
import type { ExecutionMatrix } from '../core/matrix.ts';
import type { Candidate, GeneratedTest, TestBody } from '../core/program.ts';
import type { RepositoryTarget } from '../core/repository.ts';
import type { StoredVerdicts } from '../core/run-store.ts';
import type { SandboxTest, TestSuite } from '../core/sandbox.ts';
import { forAllTasks } from './ask-model.ts';
import type { Deps } from './deps.ts';

/** What a matrix is computed from; a run has it after stage 4, `select` from files. */
export interface MatrixInput {
  readonly taskId: string;
  readonly entryPoint: string | null;
  readonly preload?: readonly string[];
  readonly setup?: string;
  /** Tests run in the program's own process; see `Task`. */
  readonly sharesProcess?: boolean;
  /** Where the candidates are put; they stand alone without it. */
  readonly repository?: RepositoryTarget;
  readonly candidates: readonly Candidate[];
  readonly tests: readonly GeneratedTest[];
}

/** A generated test that runs beside the program. */
function besideProgram(body: TestBody): SandboxTest['body'] {
  if (body.kind === 'stdio') return body;
  const [module, method] = body.kind === 'method' ? [body.module, body.method] : [body.code, ''];
  return { kind: 'in-process', form: 'method', module, method };
}

/** The generated tests of a task as a suite that sandboxes compile once. */
export function toSuite(input: Omit<MatrixInput, 'taskId' | 'candidates'>): TestSuite {
  const { entryPoint, preload, setup, sharesProcess, repository, tests } = input;
  const content = {
    tests: tests.map(({ id, body }) => ({ id, body: sharesProcess ? besideProgram(body) : body })),
    entryPoint,
    ...(preload ? { preload } : {}),
    ...(setup ? { setup } : {}),
    ...(repository ? { repository } : {}),
  };
  return { id: hashOf(content), ...content };
}

type ExecuteDeps = Pick<Deps, 'sandbox' | 'limits' | 'progress' | 'signal'> & {
  /** Rows computed before, by key; `select` keeps none. */
  readonly rows: { get(key: string): StoredVerdicts | undefined; append(row: StoredVerdicts): Promise<void> } | null;
};

async function executeRow(
  input: MatrixInput,
  suite: TestSuite,
  candidate: Candidate,
  deps: ExecuteDeps,
): Promise<StoredVerdicts> {
  const { sandbox, limits, rows, signal } = deps;
  // Two tasks may share programs and tests, and each has a row of its own.
  const key = hashOf(input.taskId, candidate.code, suite.id, limits, sandbox.name);
  const known = rows?.get(key);
  if (known) return known;
  const testIds = input.tests.map((test) => test.id);
  const result =
    testIds.length === 0
      ? { verdicts: [], outputs: [], details: [], weak: [], cpuMs: 0 }
      : await sandbox.run({ id: `${input.taskId} ${candidate.id}`, code: candidate.code, suite, limits }, signal);
  const { outputs, ...rest } = result;
  // Inside a repository nobody records what a function returns, which is not the same as returning nothing.
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
  const suite = toSuite(input);
  const rows = await Promise.all(
    input.candidates.map(async (candidate) => {
      const row = await executeRow(input, suite, candidate, deps);
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
    ...(input.repository ? {} : { outputs }),
  };
}
