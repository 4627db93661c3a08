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
