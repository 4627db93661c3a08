import { countsOf } from '../core/counts-of.ts';

/** The distance of two labels: 0 for equal ones, and symmetric. */
type LabelDistance<Label> = (first: Label, second: Label) => number;

export const nominalDistance: LabelDistance<unknown> = (first, second) => (first === second ? 0 : 1);

/** Distances summed over ordered pairs. */
function withinUnit<Label>(labels: readonly Label[], distance: LabelDistance<Label>): number {
  let sum = 0;
  for (let first = 1; first < labels.length; first++)
    for (let second = 0; second < first; second++) sum += distance(labels[first] as Label, labels[second] as Label);
  return 2 * sum;
}

function acrossUnits<Label>(counts: ReadonlyMap<Label, number>, distance: LabelDistance<Label>): number {
  let sum = 0;
  for (const [first, many] of counts)
    for (const [second, others] of counts) sum += many * others * distance(first, second);
  return sum;
}

/**
 * Krippendorff's alpha: 1 - observed over expected disagreement; 1 is perfect, 0 is chance. null where it is undefined
 * (no unit with two labels, or only one label in use).
 *
 * Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability" (`krippendorff.alpha`).
 *
 * @param units shape [units][labels given]: a unit holds one label for each rater who labelled it; equal labels must be
 *   identical (`===`). Units with fewer than two are left out.
 */
export function krippendorffAlpha<Label>(
  units: readonly (readonly Label[])[],
  distance: LabelDistance<Label> = nominalDistance,
): number | null {
  const shared = units.filter(({ length }) => length > 1);
  const all = shared.flat();
  const observed = shared.reduce((sum, labels) => sum + withinUnit(labels, distance) / (labels.length - 1), 0);
  const expected = acrossUnits(countsOf(all), distance) / (all.length - 1);
  return all.length === 0 || expected === 0 ? null : 1 - observed / expected;
}

/**
 * Cohen's kappa of two raters: agreement beyond chance relative to the most possible; null without units or if both use
 * the same single label throughout.
 *
 * Source: Cohen 1960, Educ. Psychol. Meas. 20, 37-46 (`sklearn.metrics.cohen_kappa_score`).
 *
 * @throws RangeError if the lists differ in length
 */
export function cohenKappa<Label>(first: readonly Label[], second: readonly Label[]): number | null {
  if (first.length !== second.length) throw new RangeError(`${first.length} labels cannot pair with ${second.length}`);
  const units = first.length;
  if (units === 0) return null;
  const [ours, theirs] = [countsOf(first), countsOf(second)];
  const agreed = first.filter((label, unit) => label === second[unit]).length / units;
  let chance = 0;
  for (const [label, count] of ours) chance += (count / units) * ((theirs.get(label) ?? 0) / units);
  return chance === 1 ? null : (agreed - chance) / (1 - chance);
}

/**
 * Fleiss' kappa: agreement beyond chance of any number of raters, the same for every unit though not the same people.
 * null without units or where only one label is in use.
 *
 * Source: Fleiss 1971, "Measuring nominal scale agreement among many raters", Psychol. Bull. 76, 378-382
 * (`statsmodels.stats.inter_rater.fleiss_kappa`).
 *
 * @param units shape [units][raters]
 * @throws RangeError where units have unequal numbers of labels, or fewer than two
 */
export function fleissKappa<Label>(units: readonly (readonly Label[])[]): number | null {
  const raters = units[0]?.length ?? 0;
  if (units.length === 0) return null;
  if (raters < 2) throw new RangeError("Fleiss' kappa needs at least two labels a unit");
  let observed = 0;
  for (const labels of units) {
    if (labels.length !== raters) throw new RangeError(`a unit has ${labels.length} labels, another ${raters}`);
    for (const count of countsOf(labels).values()) observed += count * (count - 1);
  }
  const totals = countsOf(units.flat());
  const all = units.length * raters;
  let chance = 0;
  for (const count of totals.values()) chance += (count / all) ** 2;
  return totals.size === 1 ? null : (observed / (all * (raters - 1)) - chance) / (1 - chance);
}

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
