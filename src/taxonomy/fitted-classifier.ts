import type { BugClassifier, Classification, Evidence } from './bug-classifier.ts';
import { BUG_KINDS } from './bug-kinds.ts';
import { ERROR_FAMILIES, familiesOf } from './error-families.ts';
import { type FamilyTable, readFamilyTable } from './family-table.ts';
import { type ReadFailure, readFailure } from './read-failure.ts';
import { subKindOf } from './sub-kinds.ts';

/** How many kinds evidence is given for, and how much of it. */
const EXPLAINED = 3;
const MOST_EVIDENCE = 8;

/** Ranks the kinds of one failure by the families of its errors alone; pure. */
function rankBugKinds(failure: ReadFailure, table: FamilyTable): Omit<Classification, 'id'> {
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
    labels,
    evidence: evidence.slice(0, MOST_EVIDENCE),
    ...(alsoHolds.length > 0 ? { alsoHolds } : {}),
    chance: right,
  };
}

/** The classifier by rules and a small fitted table; asks nobody and always gives the same answer. */
export function fittedClassifier(table: FamilyTable): BugClassifier {
  return {
    name: 'rules',
    summary: `${ERROR_FAMILIES.length} families of errors, weighed by a small fitted table`,
    classify: async (failure) => ({ id: failure.id, ...rankBugKinds(readFailure(failure), table) }),
  };
}
