import type { AnswerCache, StoredAnswers } from '../core/answer-cache.ts';
import { ConfigError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import type { OfficialTest, Oracle } from '../core/oracle.ts';
import type { CallsBody, Sandbox, SandboxResult } from '../core/sandbox.ts';
import { splitCalls } from './split-calls.ts';

/** What the reference's programs run with: a call that takes longer than this has no part in a benchmark. */
const LONGEST_CALL_MS = 60_000;

export interface SettleDeps {
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly memoryMib: number;
  /** Null: every run asks the references anew. */
  readonly answers: AnswerCache | null;
}

interface Answering {
  readonly taskId: string;
  readonly setup?: string;
  readonly preload?: readonly string[];
}

const needsAnswers = ({ body }: OfficialTest) => body.kind === 'calls' && body.expected === undefined;

async function runProgram(
  code: string,
  tests: readonly OfficialTest[],
  timeoutMs: number,
  task: Answering,
  { sandbox, signal, memoryMib }: SettleDeps,
): Promise<SandboxResult> {
  const { taskId, setup, preload } = task;
  const content = { tests, entryPoint: null, ...(setup ? { setup } : {}), ...(preload ? { preload } : {}) };
  const suite = { id: hashOf(content), ...content };
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
      mend: 'Correct its inputs or its reference, leave the task out with --tasks, or use a Python that runs it (see "mutagree doctor").',
    },
  );
}

/** The slowest call, measured by itself; only the calls over the floor's share are worth a run of their own. */
async function slowestCallMs(
  code: string,
  tests: readonly OfficialTest[],
  shareMs: number,
  task: Answering,
  deps: SettleDeps,
): Promise<number> {
  const quick = await runProgram(code, tests, shareMs, task, deps);
  let slowest = 0;
  for (const [at, test] of tests.entries()) {
    if (quick.verdicts[at] !== 'timeout') continue;
    const { cpuMs } = await runProgram(code, [test], LONGEST_CALL_MS, task, deps);
    slowest = Math.max(slowest, cpuMs);
  }
  return slowest;
}

async function askPrograms(oracle: Oracle, task: Answering, deps: SettleDeps): Promise<StoredAnswers> {
  const { tests, answeredBy = [], relativeLimit, timeoutMs } = oracle;
  const [reference = '', ...others] = answeredBy;
  const shareMs = relativeLimit ? relativeLimit.floorMs / relativeLimit.factor : timeoutMs;
  const together = await runProgram(reference, tests, shareMs, task, deps);
  // A cell within the share of one call holds no call over it.
  const singly = together.verdicts.some((verdict) => verdict !== 'pass');
  const asked = singly ? tests.flatMap(splitCalls) : tests;
  const first = singly ? await runProgram(reference, asked, LONGEST_CALL_MS, task, deps) : together;
  requireAnswers(first, task.taskId);
  const slowest = singly ? await slowestCallMs(reference, asked, shareMs, task, deps) : 0;
  const results = [first];
  for (const code of others) results.push(await runProgram(code, asked, LONGEST_CALL_MS, task, deps));
  return {
    // Another reading of the task need not know an answer everywhere.
    answers: asked.map((_, at) => results.flatMap(({ outputs }) => outputs[at] ?? [])),
    timeoutMs: relativeLimit ? Math.ceil(Math.max(relativeLimit.floorMs, relativeLimit.factor * slowest)) : timeoutMs,
    singly,
  };
}

/**
 * The oracle with the answers of its reference filled in, asked in the sandbox or read from the cache; others come back
 * as they are.
 *
 * @throws ConfigError `reference-fails`; SandboxError
 */
export async function settleOracle(oracle: Oracle, preload: readonly string[], deps: SettleDeps): Promise<Oracle> {
  const { taskId, tests, answeredBy, setup } = oracle;
  if (!tests.some(needsAnswers)) return oracle;
  const task = { taskId, ...(setup ? { setup } : {}), ...(preload.length > 0 ? { preload } : {}) };
  const key = hashOf(
    'answers 1',
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
  const { answers, timeoutMs, singly } = stored;
  const asked = singly ? tests.flatMap(splitCalls) : tests;
  return {
    ...oracle,
    timeoutMs,
    tests: asked.map((test, at) => {
      const expected = (answers[at] ?? []).map((text) => ({ form: 'recorded', text }) as const);
      return { ...test, body: { ...(test.body as CallsBody), expected } };
    }),
  };
}
