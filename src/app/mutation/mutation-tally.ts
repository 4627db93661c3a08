import { groupBy } from '../../core/group-by.ts';
import type { Variant } from '../../core/mutation.ts';
import type { RefusalRecord } from '../../records/run-record.ts';
import { quantileOf } from '../../statistics/bootstrap.ts';

const median = (values: readonly number[]) =>
  values.length === 0 ? null : quantileOf(Float64Array.from(values).sort(), 0.5);

/**
 * Counts variants and refusals by mutator, or by composition.
 *
 * @param known mutators that have a row, the first ones, even if they give nothing
 */
export function tallyMutations(
  known: readonly { readonly name: string; readonly family: string }[],
  variants: readonly Variant[],
  refusals: readonly RefusalRecord[],
) {
  const families = new Map(known.map(({ name, family }) => [name, family]));
  for (const { mutation } of variants) if (mutation) families.set(mutation.mutator, mutation.family);
  const written = groupBy(variants, ({ mutation }) => mutation?.mutator ?? '');
  const refused = groupBy(refusals, ({ mutator }) => mutator);
  return [...families].map(([id, family]) => {
    const own = written.get(id) ?? [];
    const reasons = [...groupBy(refused.get(id) ?? [], (each) => each.refused)];
    return {
      id,
      family,
      /** Tasks with at least one variant. */
      applicable: new Set(own.map(({ taskId }) => taskId)).size,
      variants: own.length,
      distinct: new Set(own.map(({ prompt }) => prompt)).size,
      /** Median share of the words of the running text that a variant replaces, drops or adds; null without variants. */
      changedWords: median(own.flatMap(({ mutation }) => mutation?.change?.changedWords ?? [])),
      refused: Object.fromEntries(reasons.map(([reason, all]) => [reason, all.length] as const).sort()),
    };
  });
}
