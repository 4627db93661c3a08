import type { MutationInput, Proposal, Refusal } from '../../src/core/mutation.ts';
import { contains, type Edit } from '../../src/core/text.ts';
import { propose, refuse } from '../proposals.ts';
import { isFreshName } from './fresh-names.ts';
import { targetFunction } from './prompt-names.ts';
import { renameParameterEdits } from './renaming.ts';
import { SHORT_FORMS } from './word-lists.ts';

interface ParameterNaming {
  /** Another name for a parameter, by its own and its place; null where there is none. */
  readonly nameFor: (name: string, index: number) => string | null;
  /** Whether the other name is as descriptive as the old one. */
  readonly tellsAsMuch: boolean;
}

/**
 * Proposes to rename, all at once, the parameters for which `nameFor` has a name that is new and which have no reason to
 * keep theirs. One whose role the running text never mentions keeps it, unless the new name tells as much.
 *
 * Refuses functions that look at their own names: `**kwargs`, `getattr`, `locals`.
 */
export function* parameterRenames(
  input: MutationInput,
  { nameFor, tellsAsMuch }: ParameterNaming,
): Iterable<Proposal | Refusal> {
  const target = targetFunction(input.prompt, input.entryPoint);
  if (!target) return yield refuse('no-signature');
  if (target.parameters.some(({ kind }) => kind === 'kwargs')) return yield refuse('keyword-catch-all');
  if (/\b(?:getattr|setattr|locals|vars|globals|kwargs|inspect)\b/.test(input.prompt.text))
    return yield refuse('reflection');
  const edits: Edit[] = [];
  const renames: Record<string, string> = {};
  const own = target.parameters.filter(({ name }) => name !== 'self' && name !== 'cls');
  if (own.length === 0) yield refuse('no-parameters');
  for (const [index, { name }] of own.entries()) {
    const replacement = nameFor(name, index);
    // A name that occurs twice in the signature is renamed in both places at once.
    if (replacement === null || Object.hasOwn(renames, name)) continue;
    if (!isFreshName(input, replacement)) {
      yield refuse('no-fresh-name');
      continue;
    }
    const outcome = renameParameterEdits(input, target, name, replacement);
    if ('refused' in outcome) yield outcome;
    else if (!tellsAsMuch && saysSomething(name) && !isMentioned(input, outcome.edits)) {
      yield refuse('role-only-in-name');
    } else {
      edits.push(...outcome.edits);
      renames[name] = replacement;
    }
  }
  if (edits.length > 0) yield propose(edits, renames);
}

/** Whether a name may tell more than "the argument". */
function saysSomething(name: string): boolean {
  return name.length > 2 && !SHORT_FORMS.has(name);
}

/** Whether some edit is in running text that mentions the parameter. */
function isMentioned({ prompt }: MutationInput, edits: readonly Edit[]): boolean {
  const told = prompt.regions.filter(({ kind }) => kind === 'prose' || kind === 'constraint');
  return edits.some((edit) => told.some((region) => contains(region, edit)));
}
