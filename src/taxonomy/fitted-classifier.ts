import type { BugClassifier, Classification, Evidence } from './bug-classifier.ts';
import { BUG_KINDS, type BugLabel } from './bug-kinds.ts';
import { type ClueModel, clueProbabilities } from './clue-model.ts';
import type { ReadFailure, Sighting } from './clues/clue.ts';
import { clues } from './clues/index.ts';
import { readFailure } from './read-failure.ts';
import { subKindOf } from './sub-kinds.ts';

/** Every clue that a failure shows. */
export function sightings(read: ReadFailure): Map<string, Sighting> {
  const found = new Map<string, Sighting>();
  for (const { name, look } of clues) {
    const sighting = look(read);
    if (sighting) found.set(name, sighting);
  }
  return found;
}

/** How many labels evidence is given for, and below which weight a clue is not evidence. */
const EXPLAINED = 3;
const LEAST_WEIGHT = 0.15;
const MOST_EVIDENCE = 8;

/**
 * From this lead on a first label is said. On the failures that the clues were written with it leaves 20 % of them, of
 * which 71 % are right (five folds by function); on unseen ones all figures were some ten points lower, so that 60 % or
 * more is what may be hoped for there (docs/bug-taxonomy.md).
 */
export const LEAST_LEAD = 0.35;

/** Clues that show a kind by its very definition, whatever else is wrong: then that kind holds too. */
const DEFINING: Readonly<Partial<Record<BugLabel, string>>> = {
  2: 'no-valid-python',
  7: 'no-module',
  8: 'own-object-lacks-attribute',
  13: 'out-of-time-or-memory',
};

/** Ranks the kinds of one failure by a fitted model; pure. */
function rankBugKinds(failure: ReadFailure, model: ClueModel): Omit<Classification, 'id'> {
  const seen = sightings(failure);
  const strengths = new Map([...seen].map(([name, { strength }]) => [name, strength]));
  const probabilities = clueProbabilities(model, strengths);
  const labels = BUG_KINDS.map(({ label, name }, at) => {
    const subKind = subKindOf(label, failure);
    return { label, name, score: probabilities[at] ?? 0, ...(subKind === null ? {} : { subKind }) };
  }).sort((a, b) => b.score - a.score || a.label - b.label);
  const isDefined = (label: BugLabel) => seen.has(DEFINING[label] ?? '');
  const explained = labels.filter(({ label }, at) => at < EXPLAINED || isDefined(label));
  const weighed = explained.flatMap(({ label }) =>
    [...seen].map(([name, { strength, text }]) => ({
      label,
      text,
      // A clue that speaks for every kind alike tells nothing.
      weight: strength * lead(model.weights[name] ?? [], label),
    })),
  );
  const evidence: Evidence[] = weighed
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((a, b) => b.weight - a.weight)
    // Two clues may have seen the same line.
    .filter((one, at, all) => all.findIndex(({ label, text }) => label === one.label && text === one.text) === at)
    .slice(0, MOST_EVIDENCE)
    .map(({ label, text }) => ({ label, text }));
  const alsoHolds = labels.flatMap(({ label }) => (isDefined(label) ? [label] : []));
  return { labels, evidence, ...(alsoHolds.length > 0 ? { alsoHolds } : {}), leastLead: LEAST_LEAD };
}

function lead(weights: readonly number[], label: number): number {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
  return (weights[label - 1] ?? 0) - mean;
}

/** The classifier by rules and a small fitted model; asks nobody and always gives the same answer. */
export function fittedClassifier(model: ClueModel): BugClassifier {
  return {
    name: 'rules',
    summary: `${clues.length} rules over program, reference, prompt and pytest output, weighed by a small fitted model`,
    classify: async (failure) => ({ id: failure.id, ...rankBugKinds(readFailure(failure), model) }),
  };
}
