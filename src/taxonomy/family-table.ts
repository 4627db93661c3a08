import { BUG_KINDS } from './bug-kinds.ts';
import type { FamilySighting } from './error-families.ts';

/** The final labels of failures in one family of errors. */
export interface FamilyRow {
  /** Chances of the fourteen kinds, in the order of their codes; they add up to 1. */
  readonly kinds: readonly number[];
  /** How often people's first or second label is the likeliest of them; in [0, 1]. */
  readonly right: number;
}

export type FamilyTable = Readonly<Record<string, FamilyRow>>;

/** The table's forecast for a failure: the mean over its families, weighted by their shares. */
export function readFamilyTable(table: FamilyTable, sightings: readonly FamilySighting[]): FamilyRow {
  const kinds = BUG_KINDS.map(() => 0);
  let right = 0;
  for (const { family, share } of sightings) {
    const row = table[family.name];
    if (!row) continue;
    for (const [at, chance] of row.kinds.entries()) kinds[at] = (kinds[at] ?? 0) + share * chance;
    right += share * row.right;
  }
  // The file's chances are rounded.
  const sum = kinds.reduce((total, chance) => total + chance, 0);
  return { kinds: kinds.map((chance) => chance / sum), right };
}
