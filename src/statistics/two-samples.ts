import { mean, sampleVariance } from 'simple-statistics';

function requireTwo(values: readonly number[]): number[] {
  if (values.length < 2) throw new RangeError(`a variance needs two values, not ${values.length}`);
  return [...values];
}

/**
 * Cohen's d of two independent samples: the difference of the means over the pooled standard deviation (n - 1). Infinite
 * where neither sample has spread.
 *
 * Source: Cohen 1988, "Statistical Power Analysis for the Behavioral Sciences", section 2.2.
 *
 * @throws RangeError for a sample of fewer than two values.
 */
export function cohensD(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [requireTwo(first), requireTwo(second)];
  const pooled = ((a.length - 1) * sampleVariance(a) + (b.length - 1) * sampleVariance(b)) / (a.length + b.length - 2);
  const gap = mean(a) - mean(b);
  return gap === 0 ? 0 : gap / Math.sqrt(pooled);
}

/**
 * Fisher's discriminant ratio: the squared difference of the means over the sum of the variances (n - 1). Infinite where
 * neither sample has spread.
 *
 * Source: Fisher 1936, Annals of Eugenics 7, 179-188, for one feature, as DL-Bench compares two benchmarks by it.
 *
 * @throws RangeError for a sample of fewer than two values.
 */
export function fisherRatio(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [requireTwo(first), requireTwo(second)];
  const gap = mean(a) - mean(b);
  return gap === 0 ? 0 : gap ** 2 / (sampleVariance(a) + sampleVariance(b));
}
