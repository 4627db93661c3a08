/**
 * Adjusted p values that hold the family-wise error rate, in the order given; reject where one is at most alpha.
 *
 * Source: Holm 1979, Scand. J. Statist. 6, 65-70 (step-down Bonferroni).
 */
export function holmAdjust(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues[index] as number) * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
