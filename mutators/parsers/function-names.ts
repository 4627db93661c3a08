import type { MutationInput, Proposal, Refusal } from '../../src/core/mutation.ts';
import type { Edit } from '../../src/core/text.ts';
import { propose, refuse } from '../proposals.ts';
import { isFreshName } from './fresh-names.ts';
import { renameFunctionEdits, targetName } from './renaming.ts';

/** Longest mutant, as a multiple of its prompt. */
const LONGEST = 1.5;

/** New names for a function, best first, or why there is none. */
export type NameIdeas = readonly string[] | { readonly refused: string };

/**
 * Proposes to call the wanted function by up to `most` of the names that `ideasFor` has for it and that occur nowhere
 * yet.
 *
 * Refuses where the function has no name, no idea is new, or the old name has to stay.
 */
export function* functionRenames(
  input: MutationInput,
  ideasFor: (name: string) => NameIdeas,
  most = 1,
): Iterable<Proposal | Refusal> {
  const name = targetName(input);
  if (name === null) return yield refuse('no-function-name');
  const ideas = ideasFor(name);
  if ('refused' in ideas) return yield ideas;
  const fresh = ideas.filter((idea) => idea !== name && isFreshName(input, idea));
  if (fresh.length === 0) yield refuse('no-fresh-name');
  let left = most;
  for (const idea of fresh) {
    const outcome = renameFunctionEdits(input, name, idea);
    if ('refused' in outcome) return yield outcome;
    if (isTooLong(input, outcome.edits)) continue;
    yield propose(outcome.edits, { [name]: idea });
    if (--left === 0) return;
  }
  if (fresh.length > 0 && left === most) yield refuse('name-too-long');
}

/** Whether the mutant would be too long for its prompt (P12), as a long name in a short request makes it. */
function isTooLong({ prompt }: MutationInput, edits: readonly Edit[]): boolean {
  const growth = edits.reduce((sum, { start, end, replacement }) => sum + replacement.length - (end - start), 0);
  return growth > prompt.text.length * (LONGEST - 1);
}
