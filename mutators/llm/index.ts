import type { ModelMutator } from '../../src/core/mutation.ts';
import { llmActivePassiveMutator } from './active-passive-mutator.ts';
import { llmAdversarialNameMutator } from './adversarial-name-mutator.ts';
import { llmBackTranslationMutator } from './back-translation-mutator.ts';
import { llmDeclarativeInterrogativeMutator } from './declarative-interrogative-mutator.ts';
import { llmDetourMutator } from './detour-mutator.ts';
import { llmPlanMutator } from './plan-mutator.ts';
import { llmRephraseMutator } from './rephrase-mutator.ts';
import { llmRestateMutator } from './restate-mutator.ts';
import { llmSimilarVerbMutator } from './similar-verb-mutator.ts';
import { llmTaskNameMutator } from './task-name-mutator.ts';
import { llmUppercaseMutator } from './uppercase-mutator.ts';

/** The thesis has seven kinds; back-translation and approaches are others'. */
const THESIS_SET = [
  llmActivePassiveMutator,
  llmDeclarativeInterrogativeMutator,
  llmSimilarVerbMutator,
  llmUppercaseMutator,
  llmRephraseMutator,
  llmTaskNameMutator,
  llmAdversarialNameMutator,
] as const satisfies readonly ModelMutator[];

/** Every mutator that lets a model write, one file each; used only when named. */
export const modelMutators = [
  ...THESIS_SET,
  llmBackTranslationMutator,
  llmPlanMutator,
  llmRestateMutator,
  llmDetourMutator,
] as const satisfies readonly ModelMutator[];

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
  if (part === 'thesis') return THESIS_SET;
  const all: readonly ModelMutator[] = modelMutators;
  if (part === 'family:llm') return all.filter(({ preserves }) => includeAdversarial || preserves !== 'adversarial');
  return all.filter(({ name }) => name === part);
}
