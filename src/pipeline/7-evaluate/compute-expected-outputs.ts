import { ConfigError } from '../../core/errors.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest, Oracle } from '../../core/oracle.ts';
import { type CallsBody, type SandboxResult, suiteOf } from '../../core/sandbox.ts';
import type { Deps } from '../deps.ts';
import { CALLS_A_PIECE, callsOf, cutCalls, splitCalls } from './test-slices.ts';

/** Limit of a call of the reference: slower calls have no place in a benchmark. */
const LONGEST_CALL_MS = 60_000;

type ExpectedOutputDeps = Pick<Deps, 'sandbox' | 'signal' | 'answers'> & { readonly memoryMib: number };

function requireAnswers({ verdicts, details }: SandboxResult, taskId: string): void {
  const failed = verdicts.findIndex((verdict) => verdict !== 'pass');
  if (failed === -1) return;
  const reason = details[failed] ?? verdicts[failed];
  const problem = `the reference of task "${taskId}" gives no answers to compare with: ${reason}`;
  throw new ConfigError('reference-fails', problem, {
    hint: 'Correct its inputs or its reference, leave the task out, or use a Python that runs it (--python, see "mutagree doctor").',
  });
}

/** Whether a reference gave no answers to compare with. */
export const isWithoutAnswers = (error: unknown): error is ConfigError =>
  error instanceof ConfigError && error.code === 'reference-fails';

interface Answered {
  readonly test: OfficialTest;
  readonly output: string | null;
  readonly costMs: number;
  /** The time of a single call over the floor's share; 0 for any other test. */
  readonly slowMs: number;
}

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
  const askSingly = async (calls: readonly OfficialTest[]): Promise<readonly Answered[]> => {
    const all = await run(calls, LONGEST_CALL_MS);
    requireAnswers(all, taskId);
    const quick = await run(calls, shareMs);
    const answered: Answered[] = [];
    for (const [at, test] of calls.entries()) {
      const slowMs = quick.verdicts[at] === 'timeout' ? (await run([test], LONGEST_CALL_MS)).cpuMs : 0;
      answered.push({ test, output: all.outputs[at] ?? null, costMs: slowMs, slowMs });
    }
    return answered;
  };
  /** One cell, in pieces where it takes long; one within the share of one call holds no call over it. */
  const askCell = async (test: OfficialTest): Promise<readonly Answered[]> => {
    const { verdicts, outputs, cpuMs: costMs } = await run([test], shareMs);
    if (verdicts[0] === 'pass') return [{ test, output: outputs[0] ?? null, costMs, slowMs: 0 }];
    if (callsOf(test) <= CALLS_A_PIECE) return askSingly(splitCalls(test));
    const pieces: Answered[] = [];
    for (const piece of splitCalls(test, CALLS_A_PIECE)) pieces.push(...(await askCell(piece)));
    return pieces;
  };
  const cells: (readonly Answered[])[] = [];
  for (const test of tests) cells.push(await askCell(test));
  const all = cells.flat();
  const asked = all.map(({ test }) => test);
  const outputs: SandboxResult['outputs'][] = [all.map(({ output }) => output)];
  for (const code of others) outputs.push((await run(asked, LONGEST_CALL_MS, code)).outputs);
  const slowestMs = Math.max(0, ...all.map(({ slowMs }) => slowMs));
  return {
    pieces: cells.map((cell) => cell.map(({ test }) => callsOf(test))),
    // Another reading of the task need not know an answer everywhere.
    answers: asked.map((_, at) => outputs.flatMap((ofProgram) => ofProgram[at] ?? [])),
    costsMs: all.map(({ costMs }) => costMs),
    timeoutMs: relativeLimit ? Math.ceil(Math.max(relativeLimit.floorMs, relativeLimit.factor * slowestMs)) : timeoutMs,
  };
}

/** The oracle with the answers of its reference filled in. @throws ConfigError `reference-fails`; SandboxError */
export async function computeExpectedOutputs(oracle: Oracle, preload: readonly string[], deps: ExpectedOutputDeps) {
  const { tests, answeredBy, setup } = oracle;
  if (!tests.some(({ body }) => body.kind === 'calls' && body.expected === undefined)) return oracle;
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
