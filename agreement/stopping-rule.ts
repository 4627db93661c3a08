import { groupBy } from '../src/core/group-by.ts';
import {
  type ConsensusSet,
  compareSets,
  type ExecutionMatrix,
  type MatrixEntry,
  type Scorer,
} from '../src/core/matrix.ts';
import { sampleKey } from '../src/core/program.ts';
import type { Rng } from '../src/core/random.ts';
import { findConsensusSets } from './consensus-sets.ts';

/** The requests that a task may still make. */
export interface RemainingBudget {
  readonly programs: number;
  readonly testReplies: number;
  readonly testsPerReply: number;
}

export interface StoppingOptions {
  readonly scorer: Scorer;
  /** Test replies that were asked for so far, those without a usable test among them. */
  readonly testReplies: number;
  readonly remaining: RemainingBudget;
  readonly rng: Rng;
  /** Test occurrences below which futures say nothing; for comparisons. */
  readonly fewestTests?: number;
}

/** Why a task needs no further samples; null where it does. */
export type StopReason = 'cannot-be-overtaken' | 'settled';

/** Futures that are drawn; the share of those that keep the leader is then known to about 5 points. */
const FUTURES = 40;
/** The usual level of an interval: the pick must stay the same in 95 % of the futures. */
const SETTLED = 0.95;
/**
 * The urn contains existing tests only, so that few tests look settled too soon. Without this limit the saving is
 * larger and costs pass@1; docs/agreement.md has the figures.
 */
const FEWEST_TESTS = 20;

/**
 * Whether a task's pick is decided before its budget is spent. Either the leading consensus set stays ahead by `sqrt(k)
 * n` even if every later sample joined the best rival and passed all its new tests; or, if that bound is far off,
 * futures are drawn: the remaining programs and test replies are drawn from the existing ones, each joining the urn
 * (Polya's urn, the predictive distribution of a Dirichlet process without new tables), and in 95 % of them the leader
 * keeps the lead. A task in which nothing passes, or with fewer than 20 test occurrences, continues.
 *
 * Source: the bound is CodeT's score (arXiv 2207.10397); Blackwell and MacQueen 1973, Ann. Statist. 1, 353-355, for
 * the urn; stopping when the answer is settled follows Aggarwal et al. 2023, "Let's Sample Step by Step" (arXiv
 * 2305.11860). Measured in docs/agreement.md.
 */
export function stopReason(matrix: ExecutionMatrix, options: StoppingOptions): StopReason | null {
  const { scorer, remaining } = options;
  const leading = leaders(matrix, scorer);
  if (leading.size === 0) return null;
  if (cannotBeOvertaken(matrix, leading, remaining)) return 'cannot-be-overtaken';
  const { fewestTests = FEWEST_TESTS } = options;
  if (matrix.tests.reduce((sum, { weight }) => sum + weight, 0) < fewestTests) return null;
  return keptShare(matrix, options) >= SETTLED ? 'settled' : null;
}

/** The share of drawn futures in which today's leaders lead, ties counted by samples. */
export function keptShare(matrix: ExecutionMatrix, options: StoppingOptions): number {
  const { scorer, rng } = options;
  const leading = leaders(matrix, scorer);
  let kept = 0;
  for (let future = 0; future < FUTURES; future++) {
    const final = leaders(drawFuture(matrix, options, rng), scorer);
    const samples = [...final].map((row) => [row, matrix.candidates[row]?.weight ?? 0] as const);
    const total = samples.reduce((sum, [, weight]) => sum + weight, 0);
    kept += samples.reduce((sum, [row, weight]) => sum + (leading.has(row) ? weight : 0), 0) / Math.max(1, total);
  }
  return kept / FUTURES;
}

/** Candidates that share the best rank. */
function leaders(matrix: ExecutionMatrix, scorer: Scorer): ReadonlySet<number> {
  const { sets } = scorer.rank(matrix);
  const best = sets.filter((set) => compareSets(set, sets[0] as ConsensusSet) === 0);
  return new Set(best.flatMap(({ candidates }) => candidates));
}

function cannotBeOvertaken(
  matrix: ExecutionMatrix,
  leading: ReadonlySet<number>,
  { programs, testReplies, testsPerReply }: RemainingBudget,
): boolean {
  const sets = findConsensusSets(matrix);
  const own = sets.filter(({ candidates }) => candidates.some((row) => leading.has(row)));
  const [leader] = own;
  // Several leaders with different tests: a new sample decides between them.
  if (!leader || own.length > 1) return false;
  const newTests = testReplies * testsPerReply;
  const reach = (samples: number, tests: number) => (samples + programs) * (tests + newTests) ** 2;
  const ahead = leader.samples * leader.testOccurrences ** 2;
  const allTests = matrix.tests.reduce((sum, { weight }) => sum + weight, 0);
  // A program that is not written yet may pass every test.
  const newcomer = programs > 0 ? reach(0, allTests) : 0;
  const rivals = sets.filter((set) => set !== leader).map((set) => reach(set.samples, set.testOccurrences));
  return Math.max(newcomer, ...rivals) < ahead;
}

/** Returns the matrix with the remaining samples drawn from the existing ones. */
function drawFuture(matrix: ExecutionMatrix, { testReplies, remaining }: StoppingOptions, rng: Rng): ExecutionMatrix {
  const programs = drawUrn(
    matrix.candidates.flatMap(({ weight }, row) => Array.from({ length: weight }, () => row)),
    remaining.programs,
    rng,
  );
  const written = matrix.tests.flatMap(({ origins }, column) => origins.map((origin) => ({ origin, column })));
  const replies = groupBy(written, ({ origin }) => sampleKey(origin));
  const silent = Math.max(0, testReplies - replies.size);
  const urn: (readonly number[])[] = [
    ...[...replies.values()].map((own) => own.map(({ column }) => column)),
    ...Array.from({ length: silent }, () => []),
  ];
  const tests = drawUrn(urn, remaining.testReplies, rng).flat();
  const grown = (entries: readonly MatrixEntry[], more: readonly number[]) => {
    const extra = new Float64Array(entries.length);
    for (const at of more) extra[at] = (extra[at] as number) + 1;
    return entries.map((entry, at) => ({ ...entry, weight: entry.weight + (extra[at] as number) }));
  };
  return { ...matrix, candidates: grown(matrix.candidates, programs), tests: grown(matrix.tests, tests) };
}

/** Draws that each put a second ball of their kind back. */
function drawUrn<T>(balls: readonly T[], count: number, rng: Rng): T[] {
  if (balls.length === 0) return [];
  const urn = [...balls];
  for (let draw = 0; draw < count; draw++) urn.push(rng.pick(urn));
  return urn.slice(balls.length);
}
