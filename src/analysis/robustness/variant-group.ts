import { componentsOf, type MutatorFamily } from '../../core/mutation.ts';
import type { VariantGroup } from '../../records/report/mutators-schema.ts';
import type { TaskOutcomes, VariantOutcomes } from '../comparison/conditions.ts';

export const ALL_VARIANTS: VariantGroup = { kind: 'all', name: 'all variants', family: null };

export function variantsIn({ kind, name }: VariantGroup, task: TaskOutcomes): readonly VariantOutcomes[] {
  if (kind === 'all') return task.variants;
  return task.variants.filter((variant) =>
    componentsOf(variant).some((part) => (kind === 'family' ? part.family : part.mutator) === name),
  );
}

/** All variants, then the families, then the mutators, by name. */
export function variantGroups(tasks: readonly TaskOutcomes[]): readonly VariantGroup[] {
  const families = new Map<string, MutatorFamily>();
  for (const { mutator, family } of tasks.flatMap(({ variants }) => variants.flatMap(componentsOf))) {
    families.set(mutator, family);
  }
  const byName = (a: VariantGroup, b: VariantGroup) => (a.name < b.name ? -1 : 1);
  return [
    ALL_VARIANTS,
    ...[...new Set(families.values())]
      .map((family): VariantGroup => ({ kind: 'family', name: family, family }))
      .sort(byName),
    ...[...families].map(([name, family]): VariantGroup => ({ kind: 'mutator', name, family })).sort(byName),
  ];
}
