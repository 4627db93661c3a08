import { type Decision, isUndecided } from './bug-classifier.ts';
import { BUG_KINDS } from './bug-kinds.ts';

/** A failure counts once, under its first label; the rest of a kind is not about deep learning. */
export function bugDistribution(classifications: readonly Decision[]) {
  const firsts = classifications.flatMap((each) => (isUndecided(each) ? [] : (each.labels[0] ?? [])));
  return {
    failures: classifications.length,
    /** Failures without a sufficient sign; they count under no kind. */
    undecided: classifications.length - firsts.length,
    kinds: BUG_KINDS.map(({ label, name, subKinds }) => {
      const own = firsts.filter((first) => first.label === label);
      return {
        label,
        name,
        count: own.length,
        subKinds: subKinds.map((sub) => ({ name: sub, count: own.filter(({ subKind }) => subKind === sub).length })),
      };
    }),
  };
}

export type BugDistribution = ReturnType<typeof bugDistribution>;
