import { ConfigError, MutagreeError, SandboxError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest, Oracle } from '../../core/oracle.ts';
import { type CallsBody, type Sandbox, type SandboxResult, suiteOf } from '../../core/sandbox.ts';
import type { AnswerCache, StoredAnswers } from '../../records/run-store.ts';
import { CALLS_A_PIECE, callsOf, cutCalls, splitCalls } from './test-slices.ts';

/** Limit of a call of the reference: slower calls have no place in a benchmark. */
const LONGEST_CALL_MS = 60_000;

export interface ExpectedOutputDeps {
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly memoryMib: number;
  /** Null if every run computes the answers again. */
  readonly answers: AnswerCache | null;
}

interface Answering {
  readonly taskId: string;
  readonly setup?: string | undefined;
  readonly preload?: readonly string[] | undefined;
}

const needsAnswers = ({ body }: OfficialTest) => body.kind === 'calls' && body.expected === undefined;

async function runProgram(
  code: string,
  tests: readonly OfficialTest[],
  timeoutMs: number,
  task: Answering,
  { sandbox, signal, memoryMib }: ExpectedOutputDeps,
): Promise<SandboxResult> {
  const { taskId, setup, preload } = task;
  const suite = suiteOf({ tests, entryPoint: null, ...(setup ? { setup } : {}), ...(preload ? { preload } : {}) });
  return sandbox.run({ id: `${taskId} reference`, code, suite, limits: { timeoutMs, memoryMib } }, signal);
}

function requireAnswers({ verdicts, details }: SandboxResult, taskId: string): void {
  const failed = verdicts.findIndex((verdict) => verdict !== 'pass');
  if (failed === -1) return;
  const reason = details[failed] ?? verdicts[failed];
  throw new ConfigError(
    'reference-fails',
    `the reference of task "${taskId}" gives no answers to compare with: ${reason}`,
    {
      hint: 'Correct its inputs or its reference, leave the task out, or use a Python that runs it (--python, see "mutagree doctor").',
    },
  );
}

/** The reason why a task has no expected outputs; null for failures that concern every task. */
export function unsettledBy(error: unknown): MutagreeError | null {
  if (error instanceof SandboxError) return error;
  return error instanceof MutagreeError && error.code === 'reference-fails' ? error : null;
}

/** The reference's outputs for some tests. */
interface Answered {
  readonly tests: readonly OfficialTest[];
  readonly outputs: readonly (string | null)[];
  readonly costsMs: readonly number[];
  /** Of the slowest call over the floor's share; 0 where there is none. */
  readonly slowestMs: number;
}

/** Calls one by one; only those over the floor's share are worth a measurement of their own. */
async function askSingly(
  code: string,
  tests: readonly OfficialTest[],
  shareMs: number,
  task: Answering,
  deps: ExpectedOutputDeps,
): Promise<Answered> {
  const all = await runProgram(code, tests, LONGEST_CALL_MS, task, deps);
  requireAnswers(all, task.taskId);
  const quick = await runProgram(code, tests, shareMs, task, deps);
  const costsMs = tests.map(() => 0);
  for (const [at, test] of tests.entries()) {
    if (quick.verdicts[at] !== 'timeout') continue;
    costsMs[at] = (await runProgram(code, [test], LONGEST_CALL_MS, task, deps)).cpuMs;
  }
  return { tests, outputs: all.outputs, costsMs, slowestMs: Math.max(0, ...costsMs) };
}

/** One cell of the reference, in pieces where they take long; one within the share of one call holds no call over it. */
async function askCell(
  code: string,
  test: OfficialTest,
  shareMs: number,
  task: Answering,
  deps: ExpectedOutputDeps,
): Promise<Answered> {
  const { verdicts, outputs, cpuMs } = await runProgram(code, [test], shareMs, task, deps);
  if (verdicts[0] === 'pass') return { tests: [test], outputs, costsMs: [cpuMs], slowestMs: 0 };
  if (callsOf(test) <= CALLS_A_PIECE) return askSingly(code, splitCalls(test), shareMs, task, deps);
  const pieces: Answered[] = [];
  for (const piece of splitCalls(test, CALLS_A_PIECE)) pieces.push(await askCell(code, piece, shareMs, task, deps));
  return {
    tests: pieces.flatMap((piece) => piece.tests),
    outputs: pieces.flatMap((piece) => piece.outputs),
    costsMs: pieces.flatMap((piece) => piece.costsMs),
    slowestMs: Math.max(...pieces.map(({ slowestMs }) => slowestMs)),
  };
}

async function askPrograms(oracle: Oracle, task: Answering, deps: ExpectedOutputDeps): Promise<StoredAnswers> {
  const { tests, answeredBy = [], relativeLimit, timeoutMs } = oracle;
  const [reference = '', ...others] = answeredBy;
  const shareMs = relativeLimit ? relativeLimit.floorMs / relativeLimit.factor : timeoutMs;
  const cells: Answered[] = [];
  for (const test of tests) cells.push(await askCell(reference, test, shareMs, task, deps));
  const asked = cells.flatMap((cell) => cell.tests);
  const slowest = Math.max(0, ...cells.map(({ slowestMs }) => slowestMs));
  const outputs = [cells.flatMap((cell) => cell.outputs)];
  for (const code of others) outputs.push([...(await runProgram(code, asked, LONGEST_CALL_MS, task, deps)).outputs]);
  return {
    pieces: cells.map((cell) => cell.tests.map(callsOf)),
    // Another reading of the task need not know an answer everywhere.
    answers: asked.map((_, at) => outputs.flatMap((ofProgram) => ofProgram[at] ?? [])),
    costsMs: cells.flatMap((cell) => cell.costsMs),
    timeoutMs: relativeLimit ? Math.ceil(Math.max(relativeLimit.floorMs, relativeLimit.factor * slowest)) : timeoutMs,
  };
}

/**
 * The oracle with the answers of its reference filled in, asked in the sandbox or read from the cache; others come back
 * as they are.
 *
 * @throws ConfigError `reference-fails`; SandboxError
 */
export async function computeExpectedOutputs(
  oracle: Oracle,
  preload: readonly string[],
  deps: ExpectedOutputDeps,
): Promise<Oracle> {
  const { taskId, tests, answeredBy, setup } = oracle;
  if (!tests.some(needsAnswers)) return oracle;
  const task = { taskId, ...(setup ? { setup } : {}), ...(preload.length > 0 ? { preload } : {}) };
  const key = hashOf(
    'answers 3',
    answeredBy,
    setup,
    tests.map(({ body }) => body),
    deps.sandbox.name,
  );
  let stored = await deps.answers?.get(key);
  if (!stored) {
    stored = await askPrograms(oracle, task, deps);
    await deps.answers?.put(key, stored);
  }
  const { answers, timeoutMs, pieces, costsMs } = stored;
  const asked = tests.flatMap((test, at) => cutCalls(test, pieces[at] ?? [1]));
  return {
    ...oracle,
    timeoutMs,
    tests: asked.map((test, at) => {
      const expected = (answers[at] ?? []).map((text) => ({ form: 'recorded', text }) as const);
      return { ...test, costMs: costsMs[at] ?? 0, body: { ...(test.body as CallsBody), expected } };
    }),
  };
}
