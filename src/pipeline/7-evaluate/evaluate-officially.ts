import { type MutagreeError, SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { Oracle, OracleVault } from '../../core/oracle.ts';
import type { Candidate } from '../../core/program.ts';
import type { SandboxLimits } from '../../core/sandbox.ts';
import type { Task } from '../../core/task.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import type { RunLog, RunLogs } from '../../records/run-store.ts';
import { forAllTasks } from '../ask-model.ts';
import type { Deps } from '../deps.ts';
import { computeExpectedOutputs, isWithoutAnswers } from './compute-expected-outputs.ts';
import { judgePart, NOT_RUN, type PartOutcome } from './judge-part.ts';
import { sliceTests } from './test-slices.ts';

export interface OfficialInput extends Pick<Task, 'entryPoint' | 'preload' | 'repository'> {
  readonly taskId: string;
  readonly candidates: readonly Pick<Candidate, 'id' | 'code'>[];
}

export interface OfficialDeps extends Pick<Deps, 'sandbox' | 'progress' | 'signal' | 'answers'> {
  readonly memoryMib: number;
  /** Overrides the benchmark's own limit. */
  readonly timeoutMs?: number | undefined;
  /** Judge every part of the tests; else a program that fails one is not run on those that come after it. */
  readonly details?: boolean | undefined;
  /** Leave a task out whose reference gives no answers to compare with; else that is thrown. */
  readonly leavesOut?: boolean | undefined;
  readonly rows: Pick<RunLog<RunLogs['official']>, 'get' | 'append'> | null;
}

/** The parts that a benchmark reports separately; one without a name if it has none. */
function partsOf({ tests, setup }: Oracle, { entryPoint, preload, repository }: OfficialInput) {
  const suite = { entryPoint, official: true as const, setup: setup || undefined, preload, repository };
  return [...new Set(tests.map(({ part }) => part))].map((name) => {
    return { name, slices: sliceTests({ ...suite, tests: tests.filter(({ part }) => part === name) }) };
  });
}

async function judge(
  { taskId }: OfficialInput,
  { id: candidateId, code }: Pick<Candidate, 'id' | 'code'>,
  parts: ReturnType<typeof partsOf>,
  { totalMs, ...limits }: SandboxLimits & { readonly totalMs: number },
  { sandbox, rows, signal, details: everyTest = false }: OfficialDeps,
): Promise<OfficialRecord> {
  const suites = parts.map(({ slices }) => slices.suite(slices.tests).id);
  const content = suites.length === 1 ? suites[0] : suites;
  const key = hashOf(taskId, candidateId, code, content, limits, sandbox.name);
  const known = rows?.get(key);
  if (known) return known;
  const outcomes: PartOutcome[] = [];
  const id = `${taskId} ${candidateId}`;
  for (const { slices } of parts) {
    const isOver = !everyTest && outcomes.some(({ verdict }) => verdict !== 'pass');
    const part = { id, code, slices, limits, totalMs, everyTest };
    outcomes.push(isOver ? NOT_RUN : await judgePart(part, { sandbox, signal }));
  }
  const outcome = outcomes.find(({ verdict }) => verdict !== 'pass') ?? outcomes[0] ?? NOT_RUN;
  const named = parts.flatMap(({ name }, at) => (name ? [[name, outcomes[at]?.verdict ?? 'not-run'] as const] : []));
  const record: OfficialRecord = {
    taskId,
    candidateId,
    passed: outcome.verdict === 'pass',
    ...outcome,
    parts: named.length > 0 ? Object.fromEntries(named) : undefined,
    fatal: outcomes.find(({ fatal }) => fatal !== undefined)?.fatal,
  };
  await rows?.append({ key, ...record });
  return record;
}

/** A task with the verdicts of its candidates, in their order. */
export interface Judged<Input extends OfficialInput = OfficialInput> {
  readonly input: Input;
  readonly official: readonly OfficialRecord[];
  /** Why the task is left out and has no verdicts. */
  readonly problem?: MutagreeError;
}

/** Stage 7. Runs the official tests, after every pick is made. The one stage that may open the oracle. */
export async function evaluateOfficially<Input extends OfficialInput>(
  tasks: readonly Input[],
  oracles: OracleVault,
  deps: OfficialDeps,
): Promise<readonly Judged<Input>[]> {
  const programs = tasks.reduce((sum, { candidates }) => sum + candidates.length, 0);
  deps.progress.start('official tests', programs);
  return forAllTasks(tasks, deps.signal, async (input, signal) => {
    const settled = computeExpectedOutputs(oracles.open(input.taskId), input.preload ?? [], { ...deps, signal });
    const oracle = await settled.catch((error: unknown) => {
      // A failure of any other kind concerns every task.
      if (deps.leavesOut && (isWithoutAnswers(error) || error instanceof SandboxError)) return error;
      throw error;
    });
    if (oracle instanceof Error) {
      deps.progress.advance(input.candidates.length);
      return { input, official: [], problem: oracle };
    }
    const parts = partsOf(oracle, input);
    const totalMs = oracle.relativeLimit?.totalMs ?? Number.POSITIVE_INFINITY;
    const limits = { timeoutMs: deps.timeoutMs ?? oracle.timeoutMs, memoryMib: deps.memoryMib, totalMs };
    const advance = () => deps.progress.advance();
    const judgeOne = (candidate: OfficialInput['candidates'][number]) =>
      judge(input, candidate, parts, limits, { ...deps, signal }).finally(advance);
    return { input, official: await Promise.all(input.candidates.map(judgeOne)) };
  });
}

/** The result of work that decides nothing, or why the sandbox could not do it. @throws errors of any other kind */
export const failureAsValue = <Result>(work: Promise<Result>): Promise<Result | SandboxError> =>
  work.catch((error: unknown) => {
    if (error instanceof SandboxError) return error;
    throw error;
  });
