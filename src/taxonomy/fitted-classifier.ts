import type { Classification, Evidence } from './bug-classifier.ts';
import { BUG_KINDS } from './bug-kinds.ts';
import { type FamilySighting, familiesOf } from './error-families.ts';
import { type FailedProgram, readFailure } from './read-failure.ts';
import { subKindOf } from './sub-kinds.ts';

/** How many kinds evidence is given for, and how much of it. */
const EXPLAINED = 3;
const MOST_EVIDENCE = 8;

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

/** Ranks the kinds of one failure by the families of its errors, weighed by a small fitted table; asks nobody. */
export function classifyBug(failed: FailedProgram, table: FamilyTable): Classification {
  const failure = readFailure(failed);
  const families = familiesOf(failure);
  const { kinds, right } = readFamilyTable(table, families);
  const labels = BUG_KINDS.map(({ label, name }, at) => {
    const subKind = subKindOf(label, failure);
    return { label, name, score: kinds[at] ?? 0, ...(subKind === null ? {} : { subKind }) };
  }).sort((a, b) => b.score - a.score || a.label - b.label);
  const first = labels[0]?.label;
  const defined = new Set(families.map(({ family }) => family.defines));
  const alsoHolds = labels.flatMap(({ label }) => (defined.has(label) ? [label] : []));

  const explained = labels.filter(({ label }, at) => at < EXPLAINED || defined.has(label)).map(({ label }) => label);
  const evidence: Evidence[] = explained.flatMap((label) =>
    families.flatMap(({ family, text }) =>
      text !== null && (label === first || (family.kinds[label] ?? 0) > 0) ? [{ label, text }] : [],
    ),
  );
  return {
    id: failed.id,
    labels,
    evidence: evidence.slice(0, MOST_EVIDENCE),
    ...(alsoHolds.length > 0 ? { alsoHolds } : {}),
    chance: right,
  };
}
