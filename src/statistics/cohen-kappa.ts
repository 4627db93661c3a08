import { countsOf } from '../core/counts-of.ts';

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
