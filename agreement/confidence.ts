import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MutagreeError } from '../src/core/errors.ts';
import {
  type ConfidenceModel,
  type ConsensusSet,
  compareSets,
  type ExecutionMatrix,
  type Ranking,
} from '../src/core/matrix.ts';
import { logisticProbability } from '../src/statistics/logistic.ts';
import { findConsensusSets } from './consensus-sets.ts';

const table = z.object({
  source: z.string(),
  features: z.array(z.string()),
  /** By scorer: the intercept, then one coefficient a feature. */
  coefficients: z.record(z.string(), z.array(z.number())),
});
export type ConfidenceTable = z.infer<typeof table>;

/** What the columns of the table are, in order. */
export const CONFIDENCE_FEATURES = [
  'log-odds of the agreeing share of samples (0 for a plain draw)',
  'log of the number of samples (0 for a plain draw)',
  'plain draw',
] as const;

/**
 * What confidence is computed from: `ln((k + 1/2) / (N - k + 1/2))`, `ln(N)` and 0, k the samples in the pick's
 * consensus set (the mean over tied candidates, by samples) and N all samples; where nothing is ranked, so that the
 * pick is a plain draw, 0, 0 and 1. The halves are those of the empirical logit (Haldane 1956, Ann. Hum. Genet. 20,
 * 309-311). Test counts, margins and output clusters added nothing in cross-validation (docs/agreement.md).
 */
export function confidenceFeatures(matrix: ExecutionMatrix, { sets }: Ranking): readonly number[] {
  if (sets.length === 0) return [0, 0, 1];
  const samples = matrix.candidates.reduce((sum, { weight }) => sum + weight, 0);
  const sizes = new Map(
    findConsensusSets(matrix).flatMap((set) => set.candidates.map((row) => [row, set.samples] as const)),
  );
  const best = sets.filter((set) => compareSets(set, sets[0] as ConsensusSet) === 0).flatMap((set) => set.candidates);
  const weightOf = (row: number) => matrix.candidates[row]?.weight ?? 0;
  const drawn = best.reduce((sum, row) => sum + weightOf(row), 0);
  const agreeing = best.reduce((sum, row) => sum + weightOf(row) * (sizes.get(row) ?? 0), 0) / drawn;
  return [Math.log((agreeing + 0.5) / (samples - agreeing + 0.5)), Math.log(samples), 0];
}

/** The nearest data/confidence.json above this file, whether compiled or not. */
function tableFile(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'data', 'confidence.json');
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) {
      throw new MutagreeError('confidence-missing', 'data/confidence.json is not beside the program', {
        mend: 'Install mutagree again: its package is incomplete.',
      });
    }
  }
}

let loaded: ConfidenceTable | null = null;

/** The table that is shipped, made by bench/fit-confidence. @throws MutagreeError where the package is incomplete */
export function confidenceTable(): ConfidenceTable {
  loaded ??= table.parse(JSON.parse(readFileSync(tableFile(), 'utf8')));
  return loaded;
}

/**
 * The probability that the pick of a ranking passes the official tests, from what agreement alone shows; null for a
 * rule without a row in the table, or without a program. Calibrated on one model and one benchmark: on others it
 * orders picks, and its level is to be checked (`select --official` prints the calibration error).
 */
export const pickConfidence: ConfidenceModel = (matrix, ranking, scorer) => {
  const coefficients = confidenceTable().coefficients[scorer];
  if (!coefficients || matrix.candidates.length === 0) return null;
  return logisticProbability(coefficients, confidenceFeatures(matrix, ranking));
};
