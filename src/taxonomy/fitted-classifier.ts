import type { BugClassifier, Classification, Evidence } from './bug-classifier.ts';
import { BUG_KINDS, type BugLabel } from './bug-kinds.ts';
import { clues } from './clues/index.ts';
import { ERROR_FAMILIES, familiesOf } from './error-families.ts';
import { type FamilyTable, readFamilyTable } from './family-table.ts';
import { type ReadFailure, readFailure } from './read-failure.ts';
import { subKindOf } from './sub-kinds.ts';

/** How many kinds evidence is given for, and how much of it. */
const EXPLAINED = 3;
const MOST_EVIDENCE = 8;
/** What a clue must speak for a kind to be shown under it. */
const LEAST_SPEAKING = 0.3;

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
  const speaks = (kinds: Readonly<Partial<Record<BugLabel, number>>>, label: BugLabel) => kinds[label] ?? 0;
  const errors: Evidence[] = explained.flatMap((label) =>
    families.flatMap(({ family, text }) =>
      text !== null && (label === first || speaks(family.kinds, label) > 0) ? [{ label, text }] : [],
    ),
  );
  const seen = clues.flatMap(({ speaksFor, look }) => {
    const text = look(failure);
    return text === null ? [] : [{ speaksFor, text }];
  });
  const shown = explained.flatMap((label) =>
    seen
      .filter(({ speaksFor }) => speaks(speaksFor, label) >= LEAST_SPEAKING)
      .sort((a, b) => speaks(b.speaksFor, label) - speaks(a.speaksFor, label))
      .map(({ text }): Evidence => ({ label, text })),
  );
  const evidence = [...errors, ...shown].slice(0, MOST_EVIDENCE);
  return { labels, evidence, ...(alsoHolds.length > 0 ? { alsoHolds } : {}), chance: right };
}

/** The classifier by rules and a small fitted table; asks nobody and always gives the same answer. */
export function fittedClassifier(table: FamilyTable): BugClassifier {
  return {
    name: 'rules',
    summary: `${ERROR_FAMILIES.length} families of errors, weighed by a small fitted table; ${clues.length} clues beside them`,
    classify: async (failure) => ({ id: failure.id, ...rankBugKinds(readFailure(failure), table) }),
  };
}
