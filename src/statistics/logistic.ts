/** The intercept, then one coefficient a feature. */
export type LogisticCoefficients = readonly number[];

/** The probability that a fitted model gives; in (0, 1). */
export function logisticProbability(coefficients: LogisticCoefficients, features: readonly number[]): number {
  const [intercept = 0, ...slopes] = coefficients;
  const log = slopes.reduce((sum, slope, at) => sum + slope * (features[at] ?? 0), intercept);
  return 1 / (1 + Math.exp(-Math.max(-700, Math.min(700, log))));
}
