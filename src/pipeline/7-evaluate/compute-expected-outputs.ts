import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest, Oracle } from '../../core/oracle.ts';
import { type CallsBody, type SandboxResult, suiteOf } from '../../core/sandbox.ts';
import type { Deps } from '../deps.ts';
import { CALLS_A_PIECE, callsOf, cutCalls, splitCalls } from './test-slices.ts';

/** Limit of a call of the reference: slower calls have no place in a benchmark. */
const LONGEST_CALL_MS = 60_000;

type ExpectedOutputDeps = Pick<Deps, 'sandbox' | 'signal' | 'answers'> & { readonly memoryMib: number };

const needsAnswers = ({ body }: OfficialTest) => body.kind === 'calls' && body.expected === undefined;

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

/** Whether a reference gave no answers to compare with. */
export const isWithoutAnswers = (error: unknown): error is ConfigError =>
  error instanceof ConfigError && error.code === 'reference-fails';

interface Answered {
  readonly tests: readonly OfficialTest[];
  readonly outputs: readonly (string | null)[];
  readonly costsMs: readonly number[];
  /** Of the slowest call over the floor's share; 0 where there is none. */
  readonly slowestMs: number;
}

const joined = (parts: readonly Answered[]): Answered => ({
  tests: parts.flatMap(({ tests }) => tests),
  outputs: parts.flatMap(({ outputs }) => outputs),
  costsMs: parts.flatMap(({ costsMs }) => costsMs),
  slowestMs: Math.max(0, ...parts.map(({ slowestMs }) => slowestMs)),
});

async function askPrograms(oracle: Oracle, preload: readonly string[] | undefined, deps: ExpectedOutputDeps) {
  const { taskId, setup, tests, answeredBy = [], relativeLimit, timeoutMs } = oracle;
  const { sandbox, signal, memoryMib } = deps;
  const [reference = '', ...others] = answeredBy;
  const shareMs = relativeLimit ? relativeLimit.floorMs / relativeLimit.factor : timeoutMs;
  const run = (some: readonly OfficialTest[], limitMs: number, code = reference): Promise<SandboxResult> => {
    const suite = suiteOf({ tests: some, entryPoint: null, setup: setup || undefined, preload });
    return sandbox.run({ id: `${taskId} reference`, code, suite, limits: { timeoutMs: limitMs, memoryMib } }, signal);
  };
  /** Calls one by one; only those over the floor's share are worth a measurement of their own. */
  const askSingly = async (calls: readonly OfficialTest[]): Promise<Answered> => {
    const all = await run(calls, LONGEST_CALL_MS);
    requireAnswers(all, taskId);
    const quick = await run(calls, shareMs);
    const costsMs = calls.map(() => 0);
    for (const [at, test] of calls.entries()) {
      if (quick.verdicts[at] === 'timeout') costsMs[at] = (await run([test], LONGEST_CALL_MS)).cpuMs;
    }
    return { tests: calls, outputs: all.outputs, costsMs, slowestMs: Math.max(0, ...costsMs) };
  };
  /** One cell, in pieces where it takes long; one within the share of one call holds no call over it. */
  const askCell = async (test: OfficialTest): Promise<Answered> => {
    const { verdicts, outputs, cpuMs } = await run([test], shareMs);
    if (verdicts[0] === 'pass') return { tests: [test], outputs, costsMs: [cpuMs], slowestMs: 0 };
    if (callsOf(test) <= CALLS_A_PIECE) return askSingly(splitCalls(test));
    const pieces: Answered[] = [];
    for (const piece of splitCalls(test, CALLS_A_PIECE)) pieces.push(await askCell(piece));
    return joined(pieces);
  };
  const cells: Answered[] = [];
  for (const test of tests) cells.push(await askCell(test));
  const { tests: asked, outputs: first, costsMs, slowestMs } = joined(cells);
  const outputs = [first];
  for (const code of others) outputs.push((await run(asked, LONGEST_CALL_MS, code)).outputs);
  return {
    pieces: cells.map((cell) => cell.tests.map(callsOf)),
    // Another reading of the task need not know an answer everywhere.
    answers: asked.map((_, at) => outputs.flatMap((ofProgram) => ofProgram[at] ?? [])),
    costsMs,
    timeoutMs: relativeLimit ? Math.ceil(Math.max(relativeLimit.floorMs, relativeLimit.factor * slowestMs)) : timeoutMs,
  };
}

/** The oracle with the answers of its reference filled in. @throws ConfigError `reference-fails`; SandboxError */
export async function computeExpectedOutputs(oracle: Oracle, preload: readonly string[], deps: ExpectedOutputDeps) {
  const { tests, answeredBy, setup } = oracle;
  if (!tests.some(needsAnswers)) return oracle;
  const bodies = tests.map(({ body }) => body);
  const key = hashOf('answers 3', answeredBy, setup, bodies, deps.sandbox.name);
  let stored = await deps.answers?.get(key);
  if (!stored) {
    stored = await askPrograms(oracle, preload.length > 0 ? preload : undefined, deps);
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
