import type { FailedTest } from '../../core/explanation.ts';
import type { OfficialTest } from '../../core/oracle.ts';
import type { CandidateProblem } from '../../core/repository.ts';
import type { Sandbox, SandboxLimits, SandboxResult, Verdict } from '../../core/sandbox.ts';
import { failedTest } from './failed-test.ts';
import { CALLS_A_PIECE, callsOf, isInput, isShared, type TestSlices } from './test-slices.ts';

/** The result of one program on some official tests: the first verdict that is not a pass, or `pass`. */
export interface PartOutcome {
  readonly verdict: Verdict;
  readonly detail: string | null;
  /** Why there are no verdicts of single tests. */
  readonly problem?: CandidateProblem | undefined;
  /** How many of its tests passed, of how many; absent where not all of them were run. */
  readonly tests?: { readonly passed: number; readonly total: number };
  /** How a cell cost the sandbox its process. */
  readonly fatal?: string | undefined;
  /** The failed test, with the observed behaviour. */
  readonly failed?: FailedTest | undefined;
}

interface PartInput {
  /** For messages. */
  readonly id: string;
  readonly code: string;
  readonly slices: TestSlices;
  readonly limits: SandboxLimits;
  /** CPU milliseconds for calls that are run one by one. */
  readonly totalMs: number;
  /** Run the other inputs too, once one failed. */
  readonly everyTest?: boolean | undefined;
}

interface PartDeps {
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

/** One input that fails is all that has to be known of a program. */
const FIRST_FAILURE = { giveUpAfterTimeouts: 1, stopAtFailure: true } as const;

/** Calls that run one by one before the time is looked at. */
const CALLS_A_LOOK = 16;
/** CPU milliseconds for a cell of many calls before they are run one by one, and in multiples of the reference's. */
const SHARED_CELL = { floorMs: 250, factor: 8 };

/** Verdicts that may be due to sharing a cell: its time, its memory, or room for answers. */
const OF_SHARING: ReadonlySet<Verdict> = new Set(['timeout', 'out-of-memory', 'error']);

const PASSED: PartOutcome = { verdict: 'pass', detail: null };

/** The first informative verdict; `not-run` only follows another test that exceeded its limit. */
function firstFailure({ verdicts, details }: SandboxResult): PartOutcome & { readonly at: number } {
  const ran = verdicts.findIndex((verdict) => verdict !== 'pass' && verdict !== 'not-run');
  const at = ran === -1 ? verdicts.indexOf('not-run') : ran;
  if (at === -1) return { ...PASSED, at };
  return { verdict: verdicts[at] ?? 'not-run', detail: details[at] ?? null, at };
}

/** Whether a test's verdict is one of its own, and not one of many calls or of a whole module. */
const isSingle = (test: OfficialTest) =>
  test.body.kind === 'assertion' || test.body.kind === 'method' || (isInput(test) && !isShared(test));

/** How many of the tests passed, once each of them was run by itself. */
class Tally {
  readonly #total: number;
  #passed = 0;
  #ran = 0;

  constructor(tests: readonly OfficialTest[]) {
    this.#total = tests.every(isSingle) ? tests.length : Number.NaN;
  }

  add({ verdicts }: SandboxResult): void {
    this.#passed += verdicts.filter((verdict) => verdict === 'pass').length;
    this.#ran += verdicts.filter((verdict) => verdict !== 'not-run').length;
  }

  outcome(): Pick<PartOutcome, 'tests'> {
    return this.#ran === this.#total ? { tests: { passed: this.#passed, total: this.#total } } : {};
  }
}

/** Repositories only: fewer tests may run than are listed, and the missing ones count as not passed. */
function ofRepository(
  { problem, counts }: SandboxResult,
  tests: readonly OfficialTest[],
): Pick<PartOutcome, 'problem' | 'tests'> {
  return {
    ...(problem ? { problem } : {}),
    ...(counts ? { tests: { passed: counts.passed, total: Math.max(counts.ran, tests.length) } } : {}),
  };
}

function fatalOf({ fatal, details }: SandboxResult): Pick<PartOutcome, 'fatal'> {
  const [at] = fatal ?? [];
  return at === undefined ? {} : { fatal: details[at] ?? 'unknown' };
}

/**
 * The limit of a cell of many calls is a share of one call's: an endless program is recognised after one call with its
 * whole limit. In doubled steps, so that a limit is the same in every run.
 */
function cellLimitMs(tests: readonly OfficialTest[], callLimitMs: number): number {
  const slowest = Math.max(...tests.map(({ costMs = 0 }) => costMs));
  const steps = Math.max(0, Math.ceil(Math.log2((slowest * SHARED_CELL.factor) / SHARED_CELL.floorMs)));
  return Math.min(callLimitMs, SHARED_CELL.floorMs * 2 ** steps);
}

/** Calls one by one, each with the whole limit, until one fails or all together took too long. */
async function judgeSingly(
  { id, code, slices, limits, totalMs }: PartInput,
  tests: readonly OfficialTest[],
  { sandbox, signal }: PartDeps,
): Promise<PartOutcome> {
  const single = tests.flatMap((test) => slices.pieces(test, 1));
  let spentMs = 0;
  for (let from = 0; from < single.length; from += CALLS_A_LOOK) {
    const suite = slices.suite(single.slice(from, from + CALLS_A_LOOK));
    const result = await sandbox.run({ id, code, suite, limits: { ...limits, ...FIRST_FAILURE } }, signal);
    const { at, verdict, detail } = firstFailure(result);
    const looked = single.slice(from, from + CALLS_A_LOOK);
    if (at !== -1) return { verdict, detail, ...failedTest(looked, result, at), ...fatalOf(result) };
    spentMs += result.cpuMs;
    if (spentMs > totalMs) return { verdict: 'timeout', detail: `all calls together took more than ${totalMs} ms` };
  }
  return PASSED;
}

/**
 * Runs official tests until one fails. A cell of many calls that is over a limit is run again in smaller pieces, and from
 * the first of them that is, too, all that is left call by call, since limits are meant for each of them.
 */
export async function judgePart(input: PartInput, deps: PartDeps): Promise<PartOutcome> {
  const { id, code, slices, limits, everyTest = false } = input;
  if (slices.tests.length === 0) return { verdict: 'not-run', detail: null };
  let last = PASSED;
  let failed: PartOutcome | null = null;
  const tally = new Tally(slices.tests);
  const goesOn = everyTest && slices.tests.every(isSingle);
  const waiting = [...slices.slices];
  for (let tests = waiting.shift(); tests; tests = waiting.shift()) {
    const shared = tests.some(isShared);
    const given = {
      ...limits,
      ...(shared ? { timeoutMs: cellLimitMs(tests, limits.timeoutMs) } : {}),
      ...(tests.every(isInput) && !goesOn ? FIRST_FAILURE : {}),
    };
    const result = await deps.sandbox.run({ id, code, suite: slices.suite(tests), limits: given }, deps.signal);
    const { at, ...found } = firstFailure(result);
    if (shared && OF_SHARING.has(found.verdict)) {
      const stopped = tests[at] as OfficialTest;
      // A sandbox runs cells in an order of its own: those before this one may not have been run.
      const others = tests.filter((_, index) => index !== at && result.verdicts[index] !== 'pass');
      const rest = [others, ...waiting].filter(({ length }) => length > 0);
      if (callsOf(stopped) <= CALLS_A_PIECE) {
        return judgeSingly(input, [stopped, ...rest.flat()], deps);
      }
      const pieces = slices.pieces(stopped, CALLS_A_PIECE).map((piece) => [piece]);
      waiting.splice(0, waiting.length, ...pieces, ...rest);
      continue;
    }
    tally.add(result);
    last = {
      ...found,
      ...tally.outcome(),
      ...ofRepository(result, tests),
      ...failedTest(tests, result, at),
      ...fatalOf(result),
    };
    if (at === -1) continue;
    if (!goesOn) return last;
    failed ??= last;
  }
  return failed ? { ...failed, ...tally.outcome() } : last;
}
