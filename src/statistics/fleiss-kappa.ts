import { countsOf } from '../core/counts-of.ts';

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
