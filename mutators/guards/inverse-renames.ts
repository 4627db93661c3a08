import type { GuardInput } from '../../src/core/mutation.ts';

const WORD = /[\p{L}\p{N}_]+/gu;

/** `text` with every new name turned back into the old one, word by word. */
export function withoutRenames(text: string, { renames }: GuardInput['proposal']): string {
  if (renames === undefined) return text;
  const oldByNew = new Map(Object.entries(renames).map(([old, fresh]) => [fresh, old]));
  return text.replace(WORD, (word) => oldByNew.get(word) ?? word);
}

/** Returns `text` without renamed identifiers, old or new, so that it can be compared across a rename. */
export function withoutNames(text: string, { renames }: GuardInput['proposal']): string {
  if (renames === undefined) return text;
  const names = new Set(Object.entries(renames).flat());
  return text.replace(WORD, (word) => (names.has(word) ? '' : word));
}

/** Whether the mutator declares that it does this by design. */
export function declares(
  { mutator }: GuardInput,
  declaration: NonNullable<GuardInput['mutator']['declares']>[number],
): boolean {
  return mutator.declares?.includes(declaration) ?? false;
}
