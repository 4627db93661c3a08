import { z } from 'zod';
import {
  type ConfidenceModel,
  type ConsensusSet,
  compareSets,
  type ExecutionMatrix,
  type Ranking,
} from '../src/core/matrix.ts';
import { readData } from '../src/package-root.ts';
import { logisticProbability } from '../src/statistics/logistic.ts';
import { findConsensusSets, type UnscoredSet } from './consensus-sets.ts';

const table = z.object({
  source: z.string(),
  features: z.array(z.string()),
  /** By scorer: the intercept, then one coefficient a feature. */
  coefficients: z.record(z.string(), z.array(z.number())),
});
export type ConfidenceTable = z.infer<typeof table>;

/** The columns of the table, in order. */
export const CONFIDENCE_FEATURES = [
  'log-odds of the agreeing share of samples (0 for a plain draw)',
  'log of the number of samples (0 for a plain draw)',
  'log-odds of the share of tests that the pick passes (0 for a plain draw)',
  'plain draw',
] as const;

/** The empirical logit of `part` of `whole` (Haldane 1956, Ann. Hum. Genet. 20, 309-311). */
const logit = (part: number, whole: number) => Math.log((part + 0.5) / (whole - part + 0.5));

/**
 * The inputs of confidence: the log-odds of the samples in the pick's consensus set among all samples, the logarithm of
 * their number, the log-odds of the tests that the pick passes among all tests (occurrences count), and 0; the mean
 * over tied candidates, by samples. If nothing is ranked and the pick is a plain draw: 0, 0, 0 and 1. The share of
 * passed tests reflects the ability of the model, which agreement alone does not: with it, forecasts for other models
 * are better than those from their share of right picks (docs/agreement.md).
 */
export function confidenceFeatures(matrix: ExecutionMatrix, { sets }: Ranking): readonly number[] {
  if (sets.length === 0) return [0, 0, 0, 1];
  const weightOf = (entries: ExecutionMatrix['tests']) => entries.reduce((sum, { weight }) => sum + weight, 0);
  const samples = weightOf(matrix.candidates);
  const setOf = new Map(findConsensusSets(matrix).flatMap((set) => set.candidates.map((row) => [row, set] as const)));
  const best = sets.filter((set) => compareSets(set, sets[0] as ConsensusSet) === 0).flatMap((set) => set.candidates);
  const meanOf = (of: (set: UnscoredSet | undefined) => number) => {
    const weighed = best.map((row) => [matrix.candidates[row]?.weight ?? 0, of(setOf.get(row))] as const);
    const drawn = weighed.reduce((sum, [weight]) => sum + weight, 0);
    return weighed.reduce((sum, [weight, value]) => sum + weight * value, 0) / drawn;
  };
  return [
    logit(
      meanOf((set) => set?.samples ?? 0),
      samples,
    ),
    Math.log(samples),
    logit(
      meanOf((set) => set?.testOccurrences ?? 0),
      weightOf(matrix.tests),
    ),
    0,
  ];
}

let loaded: ConfidenceTable | null = null;

/** The table that is shipped, made by bench/fit-confidence. @throws MutagreeError where the package is incomplete */
export function confidenceTable(): ConfidenceTable {
  loaded ??= readData('confidence.json', table);
  return loaded;
}

/**
 * The probability that a ranking's pick passes the official tests, from agreement alone; null for a rule without a row
 * in the table, or without a program. Fitted on few models and benchmarks: elsewhere trust its order and check its
 * level (`select --official` and every report print the calibration error).
 */
export const pickConfidence: ConfidenceModel = (matrix, ranking, scorer) => {
  const coefficients = confidenceTable().coefficients[scorer];
  if (!coefficients || matrix.candidates.length === 0) return null;
  return logisticProbability(coefficients, confidenceFeatures(matrix, ranking));
};
