import type { ConsensusSet, ExecutionMatrix, MatrixEntry, Ranking, Scorer } from '../src/core/matrix.ts';
import { restrictMatrix } from '../src/core/matrix.ts';
import type { Origin } from '../src/core/program.ts';
import { sampleKey } from '../src/core/program.ts';
import type { Rng } from '../src/core/random.ts';
import { findConsensusSets } from './consensus-sets.ts';
import { toRanking } from './rank-consensus-sets.ts';
import { groupBy } from './rank-output-clusters.ts';

function reweighted(matrix: ExecutionMatrix, weightOf: (entry: MatrixEntry) => number): ExecutionMatrix {
  const weigh = (entries: readonly MatrixEntry[]) => entries.map((entry) => ({ ...entry, weight: weightOf(entry) }));
  return { ...matrix, candidates: weigh(matrix.candidates), tests: weigh(matrix.tests) };
}

/** Programs and tests weigh as many distinct variants as wrote them, however many samples did. */
export function countDistinctVariants(matrix: ExecutionMatrix): ExecutionMatrix {
  return reweighted(matrix, ({ origins }) => new Set(origins.map(({ variantId }) => variantId)).size);
}

/** The part of a variant's id that says how it came about: `original`, or the mutator's name. */
function kindOf({ variantId }: Origin, taskId: string): string {
  return (variantId.startsWith(`${taskId}::`) ? variantId.slice(taskId.length + 2) : variantId).split('::')[0] ?? '';
}

/** Every sample weighs what is said of its variant's mutator (`original` for the unchanged prompt), 1 where nothing is. */
export function weighVariants(matrix: ExecutionMatrix, weights: ReadonlyMap<string, number>): ExecutionMatrix {
  return reweighted(matrix, ({ origins }) =>
    origins.reduce((sum, origin) => sum + (weights.get(kindOf(origin, matrix.taskId)) ?? 1), 0),
  );
}

const variantsOf = (entries: readonly MatrixEntry[]) =>
  new Set(entries.flatMap(({ origins }) => origins.map(({ variantId }) => variantId)));

/** Dense ranks of a ranking by candidate; those that are not ranked come after the last. */
function ranksOf({ sets }: Ranking, candidates: number): Float64Array {
  const scores = [...new Set(sets.map(({ score }) => score))];
  const rankOf = new Map(scores.map((score, rank) => [score, rank]));
  const ranks = new Float64Array(candidates).fill(scores.length);
  for (const set of sets) for (const row of set.candidates) ranks[row] = rankOf.get(set.score) as number;
  return ranks;
}

/**
 * A ranking in which no program is judged by tests of its own variant. For every variant the scorer ranks all programs
 * by the tests of the other variants (of all, where there are no others); a program's score is
 * `-mean of ln(1 + r)` over its samples, r its dense rank in the ranking without the tests of that sample's variant.
 * Ranks, since scores over different numbers of tests don't compare.
 */
export function rankWithoutOwnVariant(matrix: ExecutionMatrix, scorer: Scorer): Ranking {
  const total = new Float64Array(matrix.candidates.length);
  for (const variantId of [...variantsOf(matrix.candidates)].sort()) {
    const others = restrictMatrix(matrix, { program: () => true, test: (origin) => origin.variantId !== variantId });
    const ranks = ranksOf(scorer.rank(others.tests.length > 0 ? others : matrix), matrix.candidates.length);
    for (const [row, { origins }] of matrix.candidates.entries()) {
      const own = origins.filter((origin) => origin.variantId === variantId).length;
      total[row] = (total[row] as number) + own * Math.log1p(ranks[row] as number);
    }
  }
  // Sums of logarithms that are equal but for the order of their terms are made equal again.
  const scoreOf = (row: number) => {
    const mean = (total[row] as number) / Math.max(1, matrix.candidates[row]?.origins.length ?? 0);
    return 0 - Math.round(mean * 1e9) / 1e9;
  };
  const sets = findConsensusSets(matrix).flatMap(({ candidates, tests }): ConsensusSet[] =>
    [...groupBy(candidates, scoreOf)].map(([score, members]) => ({ candidates: members, tests, score })),
  );
  return toRanking(matrix, sets);
}

/**
 * The matrix with its variants' names dealt anew to its samples; a sample keeps its program and its tests. The placebo
 * for whatever claims to know something from variants.
 */
export function shuffleVariants(matrix: ExecutionMatrix, rng: Rng): ExecutionMatrix {
  const samples = new Map(
    [...matrix.candidates, ...matrix.tests].flatMap(({ origins }) =>
      origins.map((origin) => [sampleKey(origin), origin]),
    ),
  );
  const keys = [...samples.keys()].sort();
  const names = rng.shuffle(keys.map((key) => samples.get(key)?.variantId ?? ''));
  const dealt = new Map(keys.map((key, sample) => [key, { variantId: names[sample] ?? '', sample }]));
  const rename = (entries: readonly MatrixEntry[]) =>
    entries.map((entry) => ({
      ...entry,
      origins: entry.origins.map((origin) => dealt.get(sampleKey(origin)) ?? origin),
    }));
  return { ...matrix, candidates: rename(matrix.candidates), tests: rename(matrix.tests) };
}
