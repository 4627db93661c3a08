/**
 * MASI distance of two sets of labels: 1 - Jaccard index x monotonicity, which is 1 for equal sets, 2/3 if one contains
 * the other, 1/3 if they overlap otherwise, 0 if they are disjoint. Two empty sets are equal.
 *
 * Source: Passonneau 2006, "Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation", LREC
 * (`nltk.metrics.distance.masi_distance`, which rounds 1/3 and 2/3 to two digits).
 */
export function masiDistance<Label>(first: ReadonlySet<Label>, second: ReadonlySet<Label>): number {
  let shared = 0;
  for (const label of first) if (second.has(label)) shared++;
  const union = first.size + second.size - shared;
  if (union === shared) return 0;
  if (shared === 0) return 1;
  const monotonicity = shared === Math.min(first.size, second.size) ? 2 / 3 : 1 / 3;
  return 1 - (shared / union) * monotonicity;
}
