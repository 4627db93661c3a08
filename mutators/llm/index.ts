import type { ModelMutator } from '../../src/core/mutation.ts';
import { modelApproaches } from './approach-mutators.ts';
import { backTranslationMutator, thesisMutators } from './rewrite-mutators.ts';

/** Every mutator that lets a model write; used only when named. */
export const modelMutators: readonly ModelMutator[] = [...thesisMutators, backTranslationMutator, ...modelApproaches];

/**
 * Takes the names of model mutators out of a selection: ids, `thesis` (the seven rewrites of the thesis) and
 * `family:llm` (all but the adversarial one, unless requested).
 *
 * @returns the rest of the selection, for the rule-based ones, and the taken ones, in the registry's order.
 */
export function takeModelMutators(
  selection: string,
  { includeAdversarial = false }: { readonly includeAdversarial?: boolean } = {},
): { readonly rest: string; readonly chosen: readonly ModelMutator[] } {
  const chosen = new Set<ModelMutator>();
  const rest: string[] = [];
  for (const part of selection.split(',').map((word) => word.trim())) {
    const named = namedBy(part, includeAdversarial);
    if (named.length === 0) rest.push(part);
    for (const mutator of named) chosen.add(mutator);
  }
  return { rest: rest.join(','), chosen: modelMutators.filter((mutator) => chosen.has(mutator)) };
}

function namedBy(part: string, includeAdversarial: boolean): readonly ModelMutator[] {
  if (part === 'thesis') return thesisMutators;
  if (part === 'family:llm')
    return modelMutators.filter(({ preserves }) => includeAdversarial || preserves !== 'adversarial');
  return modelMutators.filter(({ name }) => name === part);
}
