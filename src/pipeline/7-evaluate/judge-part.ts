import { assertedValue, LONGEST_SIGHTING, shortened } from '../../core/explanation.ts';
import { hashOf } from '../../core/hash.ts';
import type { OfficialTest } from '../../core/oracle.ts';
import type { CallsBody, Sandbox, SandboxLimits, SandboxResult, Verdict } from '../../core/sandbox.ts';
import type { OfficialRecord } from '../../records/run-record.ts';
import { CALLS_A_PIECE, callsOf, isInput, isShared, type TestSlices } from './test-slices.ts';

/** The result of one program on some official tests: the first verdict that is not a pass, or `pass`. */
export type PartOutcome = Pick<OfficialRecord, 'verdict' | 'detail' | 'problem' | 'tests' | 'fatal' | 'failed'>;

interface PartInput {
  readonly id: string;
  readonly code: string;
  readonly slices: TestSlices;
  readonly limits: SandboxLimits;
  /** CPU milliseconds for calls that are run one by one. */
  readonly totalMs: number;
  /** Run the other inputs too, once one failed. */
  readonly everyTest?: boolean | undefined;
}

/** One input that fails is all that has to be known of a program. */
const FIRST_FAILURE = { giveUpAfterTimeouts: 1, stopAtFailure: true } as const;

/** Calls that run one by one before the time is looked at. */
const CALLS_A_LOOK = 16;
/** CPU milliseconds for a cell of many calls before they are run one by one, and in multiples of the reference's. */
const SHARED_CELL = { floorMs: 125, factor: 8 };

/** Verdicts that may be due to sharing a cell: its time, its memory, or room for answers. */
const OF_SHARING: ReadonlySet<Verdict> = new Set(['timeout', 'out-of-memory', 'error']);

const PASSED: PartOutcome = { verdict: 'pass', detail: null };
export const NOT_RUN: PartOutcome = { verdict: 'not-run', detail: null };

/** The first informative verdict, or -1; `not-run` only follows another test that exceeded its limit. */
function firstFailure({ verdicts }: SandboxResult): number {
  const ran = verdicts.findIndex((verdict) => verdict !== 'pass' && verdict !== 'not-run');
  return ran === -1 ? verdicts.indexOf('not-run') : ran;
}

/** Whether a test's verdict is one of its own, and not one of many calls or of a whole module. */
const isSingle = (test: OfficialTest) =>
  test.body.kind === 'assertion' || test.body.kind === 'method' || (isInput(test) && !isShared(test));

/** The outcome of some tests by one of their verdicts. */
function outcomeAt(result: SandboxResult, tests: readonly OfficialTest[], at: number): PartOutcome {
  const { verdicts, details, fatal, problem } = result;
  const killed = fatal?.[0];
  return {
    ...(at === -1 ? PASSED : { verdict: verdicts[at] ?? 'not-run', detail: details[at] ?? null }),
    problem,
    failed: failedTest(tests, result, at),
    fatal: killed === undefined ? undefined : (details[killed] ?? 'unknown'),
  };
}

/** A share of one call's limit: an endless program costs one whole limit. In doubled steps, the same in every run. */
function cellLimitMs(tests: readonly OfficialTest[], callLimitMs: number): number {
  const slowest = Math.max(...tests.map(({ costMs = 0 }) => costMs));
  const steps = Math.max(0, Math.ceil(Math.log2((slowest * SHARED_CELL.factor) / SHARED_CELL.floorMs)));
  return Math.min(callLimitMs, SHARED_CELL.floorMs * 2 ** steps);
}

/**
 * Runs official tests until one fails. A cell of many calls that is over a limit is run again in smaller pieces, and from
 * the first of them that is, too, all that is left call by call, since limits are meant for each of them.
 */
export async function judgePart(
  { id, code, slices, limits, totalMs, everyTest = false }: PartInput,
  { sandbox, signal }: { readonly sandbox: Sandbox; readonly signal: AbortSignal },
): Promise<PartOutcome> {
  const total = slices.tests.length;
  if (total === 0) return NOT_RUN;
  const run = (tests: readonly OfficialTest[], own: Partial<SandboxLimits>) =>
    sandbox.run({ id, code, suite: slices.suite(tests), limits: { ...limits, ...own } }, signal);

  /** Calls one by one, each with the whole limit, until one fails or all together took too long. */
  const judgeSingly = async (tests: readonly OfficialTest[]): Promise<PartOutcome> => {
    const single = tests.flatMap((test) => slices.calls(test));
    let spentMs = 0;
    for (let from = 0; from < single.length; from += CALLS_A_LOOK) {
      const looked = single.slice(from, from + CALLS_A_LOOK);
      const result = await run(looked, FIRST_FAILURE);
      const at = firstFailure(result);
      if (at !== -1) return outcomeAt(result, looked, at);
      spentMs += result.cpuMs;
      if (spentMs > totalMs) return { verdict: 'timeout', detail: `all calls together took more than ${totalMs} ms` };
    }
    return PASSED;
  };

  const areSingle = slices.tests.every(isSingle);
  const goesOn = everyTest && areSingle;
  const ran: Verdict[] = [];
  // Counted once each of the tests was run by itself.
  const tally = () =>
    areSingle && ran.length === total
      ? { passed: ran.filter((verdict) => verdict === 'pass').length, total }
      : undefined;
  let last = PASSED;
  let failed: PartOutcome | null = null;
  const waiting = [...slices.slices];
  for (let tests = waiting.shift(); tests; tests = waiting.shift()) {
    const shared = tests.some(isShared);
    const result = await run(tests, {
      ...(shared ? { timeoutMs: cellLimitMs(tests, limits.timeoutMs) } : {}),
      ...(tests.every(isInput) && !goesOn ? FIRST_FAILURE : {}),
    });
    const { verdicts, counts } = result;
    const at = firstFailure(result);
    const stopped = tests[at];
    if (shared && stopped && OF_SHARING.has(verdicts[at] as Verdict)) {
      // A sandbox runs cells in an order of its own: those before this one may not have been run.
      const others = tests.filter((_, index) => index !== at && verdicts[index] !== 'pass');
      const rest = [others, ...waiting].filter(({ length }) => length > 0);
      if (callsOf(stopped) <= CALLS_A_PIECE) return judgeSingly([stopped, ...rest.flat()]);
      waiting.splice(0, waiting.length, ...slices.pieces(stopped), ...rest);
      continue;
    }
    ran.push(...verdicts.filter((verdict) => verdict !== 'not-run'));
    // Of a repository fewer tests may run than are listed, and the missing ones count as not passed.
    const counted = counts && { passed: counts.passed, total: Math.max(counts.ran, tests.length) };
    last = { ...outcomeAt(result, tests, at), tests: counted ?? tally() };
    if (at === -1) continue;
    if (!goesOn) return last;
    failed ??= last;
  }
  return failed ? { ...failed, tests: tally() ?? failed.tests } : last;
}

/** The sandbox's prefix for the failed call, such as `input 12: …`. */
export const INPUT = /^input (\d+): /;

function valueAt(json: string, at: number): string | null {
  try {
    const values: unknown = JSON.parse(json);
    const value = Array.isArray(values) ? (values as unknown[])[at] : undefined;
    return value === undefined ? null : JSON.stringify(value);
  } catch {
    return null;
  }
}

/** The call that failed, with its arguments as JSON; the function alone where it is not known which one did. */
function callTexts({ target, inputs, expected, only }: CallsBody, detail: string | null) {
  const input = INPUT.exec(detail ?? '')?.[1];
  const at = typeof only === 'number' ? only : input === undefined ? null : Number(input);
  if (at === null) return { test: `${target}(…)`, expected: null };
  const values = valueAt(inputs, at);
  const first = expected?.[0];
  return {
    test: `${target}(${values === null ? '…' : values.slice(1, -1)})`,
    expected: first?.form === 'json' ? valueAt(first.text, at) : null,
  };
}

/** The test and the value that it expects, where it tells one. */
function textsOf({ body }: OfficialTest, detail: string | null) {
  if (body.kind === 'calls') return callTexts(body, detail);
  if (body.kind === 'stdio') return { test: `standard input:\n${body.stdin}`, expected: body.expectedStdout };
  if (body.kind === 'assertion') return { test: body.code, expected: assertedValue(body.code) };
  if (body.kind === 'pytest') return { test: body.node, expected: null };
  return { test: body.kind === 'method' ? `${body.method}\n\n${body.module}` : body.module, expected: null };
}

/** Equal where the same tests gave the same wrong values; null where one raised, hung, or nothing is known of its value. */
function behaviourOf(tests: readonly OfficialTest[], { verdicts, outputs, details }: SandboxResult): string | null {
  const wrong = tests.flatMap(({ id, body }, at) => {
    const verdict = verdicts[at];
    if (verdict === 'pass' || verdict === 'not-run') return [];
    // A repository's test tells no value, but pytest's message holds the two that differ.
    const seen =
      outputs[at] ??
      (body.kind === 'pytest' && /^(AssertionError: |assert )/.test(details[at] ?? '') ? details[at] : null);
    return [verdict === 'fail' && seen ? ([id, seen] as const) : null];
  });
  return wrong.length > 0 && wrong.every((one) => one !== null) ? hashOf(wrong) : null;
}

/** The program's behaviour on the first test that it did not pass, in texts of bounded length. */
export function failedTest(tests: readonly OfficialTest[], result: SandboxResult, at: number) {
  const first = tests[at];
  if (!first) return undefined;
  const { test, expected } = textsOf(first, result.details[at] ?? null);
  const short = (text: string | null | undefined) => (text ? shortened(text, LONGEST_SIGHTING.value) : (text ?? null));
  return {
    id: first.id,
    test: shortened(test, LONGEST_SIGHTING.test),
    expected: short(expected),
    returned: short(result.outputs[at]),
    behaviour: behaviourOf(tests, result),
  };
}
