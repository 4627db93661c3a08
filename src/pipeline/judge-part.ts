import { hashOf } from '../core/hash.ts';
import type { CandidateProblem } from '../core/repository.ts';
import type { Sandbox, SandboxLimits, SandboxResult, SandboxTest, TestSuite, Verdict } from '../core/sandbox.ts';
import { splitCalls } from './split-calls.ts';

/** What one program made of some official tests: the first verdict that is not a pass, or `pass`. */
export interface PartOutcome {
  readonly verdict: Verdict;
  readonly detail: string | null;
  /** Why there are no verdicts of single tests. */
  readonly problem?: CandidateProblem;
  /** Of a repository's tests: how many passed, of how many. */
  readonly tests?: { readonly passed: number; readonly total: number };
}

export interface PartInput {
  /** For messages. */
  readonly id: string;
  readonly code: string;
  readonly suite: TestSuite;
  readonly limits: SandboxLimits;
  /** CPU milliseconds for calls that are run one by one. */
  readonly totalMs: number;
}

/** Calls that run one by one before the time is looked at. */
const CALLS_A_LOOK = 16;

const PASSED: PartOutcome = { verdict: 'pass', detail: null };

/** The first verdict that says why; `not-run` says only that another test was over its limit. */
function firstFailure({ verdicts, details }: SandboxResult): PartOutcome & { readonly at: number } {
  const ran = verdicts.findIndex((verdict) => verdict !== 'pass' && verdict !== 'not-run');
  const at = ran === -1 ? verdicts.indexOf('not-run') : ran;
  if (at === -1) return { ...PASSED, at };
  return { verdict: verdicts[at] ?? 'not-run', detail: details[at] ?? null, at };
}

/** One of many inputs of a program: after one that takes too long, the others cannot save it. */
const isInput = ({ body }: SandboxTest) => body.kind === 'calls' || body.kind === 'stdio';

/** What only tests of a repository have: fewer may run than are listed, and then those count as not passed. */
function ofRepository(
  { problem, counts }: SandboxResult,
  { tests }: TestSuite,
): Pick<PartOutcome, 'problem' | 'tests'> {
  return {
    ...(problem ? { problem } : {}),
    ...(counts ? { tests: { passed: counts.passed, total: Math.max(counts.ran, tests.length) } } : {}),
  };
}

function withTests(suite: TestSuite, tests: readonly SandboxTest[]): TestSuite {
  const { id: _, ...content } = { ...suite, tests };
  return { id: hashOf(content), ...content };
}

/**
 * Runs official tests until one fails. A cell of many calls that is over the limit of one call is run again call by
 * call, since the limit is meant for each of them.
 */
export async function judgePart(
  { id, code, suite, limits, totalMs }: PartInput,
  { sandbox, signal }: { readonly sandbox: Sandbox; readonly signal: AbortSignal },
): Promise<PartOutcome> {
  if (suite.tests.length === 0) return { verdict: 'not-run', detail: null };
  const shares = suite.tests.some(({ body }) => body.kind === 'calls' && body.count > 1 && body.only === undefined);
  const firstOnly = suite.tests.every(isInput) ? { ...limits, giveUpAfterTimeouts: 1 } : limits;
  const together = await sandbox.run({ id, code, suite, limits: firstOnly }, signal);
  const { at, ...found } = firstFailure(together);
  const failure = { ...found, ...ofRepository(together, suite) };
  if (!shares || failure.verdict !== 'timeout') return failure;

  const single = suite.tests.slice(at).flatMap(splitCalls);
  let spentMs = 0;
  for (let from = 0; from < single.length; from += CALLS_A_LOOK) {
    const tests = single.slice(from, from + CALLS_A_LOOK);
    const result = await sandbox.run({ id, code, suite: withTests(suite, tests), limits: firstOnly }, signal);
    const wrong = firstFailure(result);
    if (wrong.at !== -1) return { verdict: wrong.verdict, detail: wrong.detail };
    spentMs += result.cpuMs;
    if (spentMs > totalMs) return { verdict: 'timeout', detail: `all calls together took more than ${totalMs} ms` };
  }
  return PASSED;
}
