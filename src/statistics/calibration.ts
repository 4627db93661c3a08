import type { Rng } from '../core/random.ts';
import { quantileOf } from './bootstrap.ts';

/** A forecast probability with its outcome: 1 or 0, or the expected outcome of a draw. */
export interface Forecast {
  readonly probability: number;
  readonly outcome: number;
}

/**
 * Mean squared error of forecasts, 0 for perfect ones; a fractional outcome counts as a draw, so that its own
 * uncertainty is part of the score.
 *
 * Source: Brier 1950, Monthly Weather Review 78, 1-3.
 */
export function brierScore(forecasts: readonly Forecast[]): number {
  const sum = forecasts.reduce(
    (total, { probability, outcome }) => total + probability ** 2 - 2 * probability * outcome + outcome,
    0,
  );
  return forecasts.length === 0 ? 0 : sum / forecasts.length;
}

/** Forecasts of about the same probability in bins of equal mass, by ascending probability; fewer where there are fewer forecasts than bins. */
export function calibrationBins(forecasts: readonly Forecast[], bins: number) {
  const sorted = [...forecasts].sort((a, b) => a.probability - b.probability);
  return Array.from({ length: bins }, (_, bin) => {
    const part = sorted.slice(Math.round((bin * sorted.length) / bins), Math.round(((bin + 1) * sorted.length) / bins));
    const mean = (of: (forecast: Forecast) => number) => part.reduce((sum, each) => sum + of(each), 0) / part.length;
    return {
      size: part.length,
      meanProbability: mean(({ probability }) => probability),
      meanOutcome: mean(({ outcome }) => outcome),
    };
  }).filter(({ size }) => size > 0);
}

/**
 * Expected calibration error: the mean gap between forecast and outcome over bins of equal mass, weighted by size.
 *
 * Source: Naeini, Cooper and Hauskrecht 2015, AAAI 29; equal mass after Nguyen and O'Connor 2015, EMNLP.
 */
export function calibrationError(forecasts: readonly Forecast[], bins = 5): number {
  if (forecasts.length === 0) return 0;
  const gaps = calibrationBins(forecasts, bins).map(
    ({ size, meanProbability, meanOutcome }) => size * Math.abs(meanProbability - meanOutcome),
  );
  return gaps.reduce((sum, gap) => sum + gap, 0) / forecasts.length;
}

/**
 * The calibration error that even a perfect forecaster does not exceed with probability `level`, since few forecasts
 * never match their outcomes exactly: outcomes are drawn with the forecast probabilities, many times over.
 *
 * Source: consistency resampling, Broecker and Smith 2007, Weather and Forecasting 22, 651-661.
 */
export function perfectCalibrationError(
  probabilities: readonly number[],
  { rng, level = 0.95, bins = 5, draws = 2000 }: { rng: Rng; level?: number; bins?: number; draws?: number },
): number {
  const errors = Float64Array.from({ length: draws }, () =>
    calibrationError(
      probabilities.map((probability) => ({ probability, outcome: rng.next() < probability ? 1 : 0 })),
      bins,
    ),
  );
  return quantileOf(errors.sort(), level);
}

/** Answering only the most confident share of tasks. */
export interface CoveragePoint {
  readonly coverage: number;
  readonly threshold: number;
  readonly precision: number;
}

/**
 * The risk-coverage curve: one point for every distinct probability, from the most confident on; tasks of equal
 * probability are answered together.
 *
 * Source: El-Yaniv and Wiener 2010, J. Mach. Learn. Res. 11, 1605-1641.
 */
export function riskCoverage(forecasts: readonly Forecast[]): CoveragePoint[] {
  const sorted = [...forecasts].sort((a, b) => b.probability - a.probability);
  const points: CoveragePoint[] = [];
  let correct = 0;
  for (const [at, { probability, outcome }] of sorted.entries()) {
    correct += outcome;
    if (sorted[at + 1]?.probability === probability) continue;
    const answered = at + 1;
    points.push({ coverage: answered / sorted.length, threshold: probability, precision: correct / answered });
  }
  return points;
}
