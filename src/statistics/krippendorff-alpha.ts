/** How far apart two labels are; 0 for equal ones. */
export type LabelDistance = (first: number, second: number) => number;

/** Any two different labels are equally far apart. */
export const nominalDistance: LabelDistance = (first, second) => (first === second ? 0 : 1);

/** The square of the difference, for labels that are numbers. */
export const intervalDistance: LabelDistance = (first, second) => (first - second) ** 2;

/**
 * Krippendorff's alpha: 1 - observed over expected disagreement; 1 is perfect, 0 is chance. null where it is undefined
 * (no unit with two labels, or only one label in use).
 *
 * Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability" (`krippendorff.alpha`).
 *
 * @param ratings shape [raters][units]; null where a rater did not label a unit. Labels are numbers: codes for nominal
 *   ones.
 */
export function krippendorffAlpha(
  ratings: readonly (readonly (number | null)[])[],
  distance: LabelDistance = nominalDistance,
): number | null {
  const units = Array.from({ length: Math.max(0, ...ratings.map((row) => row.length)) }, (_, unit) =>
    ratings.flatMap((row) => row[unit] ?? []),
  ).filter((labels) => labels.length > 1);
  const all = units.flat();
  let observed = 0;
  for (const labels of units) observed += sumOfPairs(labels, distance) / (labels.length - 1);
  const expected = sumOfPairs(all, distance) / (all.length - 1);
  return all.length === 0 || expected === 0 ? null : 1 - observed / expected;
}

/** Distances summed over ordered pairs, by counts of equal labels. */
function sumOfPairs(labels: readonly number[], distance: LabelDistance): number {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  let sum = 0;
  for (const [first, many] of counts)
    for (const [second, others] of counts) sum += many * others * distance(first, second);
  return sum;
}
