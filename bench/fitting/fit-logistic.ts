import { type LogisticCoefficients, logisticProbability } from '../../src/statistics/logistic.ts';

/** One case of a logistic regression; `outcome` may be a fraction, as the expected outcome of a draw is. */
export interface LogisticCase {
  readonly features: readonly number[];
  readonly outcome: number;
  readonly weight: number;
}

/** Solves `A x = b` by elimination with row pivots; A is small and positive definite here. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const rows: Float64Array[] = matrix.map((row, at) => Float64Array.from([...row, right[at] as number]));
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot] as Float64Array, rows[column] as Float64Array];
    const own = rows[column] as Float64Array;
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = (row[column] as number) / (own[column] as number);
      for (let cell = column; cell <= size; cell++) row[cell] = (row[cell] as number) - factor * (own[cell] as number);
    }
  }
  return Float64Array.from(rows, (row, at) => (row[size] as number) / (row[at] as number));
}

/**
 * Logistic regression by Newton's method with a ridge on the slopes (not on the intercept), which keeps separable data
 * finite.
 *
 * Source: le Cessie and van Houwelingen 1992, J. R. Stat. Soc. C 41, 191-201.
 */
export function fitLogistic(cases: readonly LogisticCase[], ridge: number): LogisticCoefficients {
  const size = 1 + (cases[0]?.features.length ?? 0);
  let coefficients = new Float64Array(size);
  for (let step = 0; step < 50; step++) {
    const hessian = Array.from({ length: size }, () => new Float64Array(size));
    const gradient = new Float64Array(size);
    for (const { features, outcome, weight } of cases) {
      const inputs = [1, ...features];
      const probability = logisticProbability([...coefficients], features);
      const curvature = weight * Math.max(1e-9, probability * (1 - probability));
      for (const [i, input] of inputs.entries()) {
        gradient[i] = (gradient[i] as number) + weight * (outcome - probability) * input;
        const row = hessian[i] as Float64Array;
        for (const [j, other] of inputs.entries()) row[j] = (row[j] as number) + curvature * input * other;
      }
    }
    for (let at = 1; at < size; at++) {
      const row = hessian[at] as Float64Array;
      row[at] = (row[at] as number) + ridge;
      gradient[at] = (gradient[at] as number) - ridge * (coefficients[at] as number);
    }
    const change = solve(hessian, gradient);
    coefficients = coefficients.map((value, at) => value + (change[at] as number));
    if (change.every((value) => Math.abs(value) < 1e-10)) break;
  }
  return [...coefficients];
}
