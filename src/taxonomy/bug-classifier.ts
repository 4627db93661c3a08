import { BUG_KINDS, type BugLabel } from './bug-kinds.ts';

export interface RankedLabel {
  readonly label: BugLabel;
  readonly name: string;
  /** In [0, 1]; over all fourteen kinds they add up to 1. */
  readonly score: number;
  readonly subKind?: string | undefined;
}

export interface Evidence {
  readonly label: BugLabel;
  readonly text: string;
}

export interface Classification {
  readonly id: string;
  readonly labels: readonly RankedLabel[];
  /** The strongest evidence for the first labels, in order. */
  readonly evidence: readonly Evidence[];
  /** Kinds that something shows by their very definition, such as a module that is not there; absent without any. */
  readonly alsoHolds?: readonly BugLabel[] | undefined;
  /**
   * How often people's first or second label is the first kind here, among failures with the same evidence; in [0, 1].
   * Undefined if not measured.
   */
  readonly chance?: number | undefined;
}

export type Decision = Pick<Classification, 'labels' | 'evidence' | 'chance'>;

/**
 * From this chance on a first kind is said; about a quarter of DL-Bench's labelled failures. Of those, 57 to 61 % were
 * right on repositories that were left out (docs/dl-bench.md).
 */
export const LEAST_CHANCE = 0.5;

/** Whether nothing speaks for the first kind, the second is as likely, or it would too often be wrong. */
export function isUndecided({ labels, evidence, chance = 1 }: Decision): boolean {
  const [first, second] = labels;
  if (first === undefined || !evidence.some(({ label }) => label === first.label)) return true;
  return first.score <= (second?.score ?? 0) || chance < LEAST_CHANCE;
}

/** The kinds that hold, the surest first: the first where it is decided, and every one that is shown by its definition. */
export function kindsThatHold(classification: Decision & Pick<Classification, 'alsoHolds'>): readonly RankedLabel[] {
  const { labels, alsoHolds = [] } = classification;
  const decided = !isUndecided(classification);
  return labels.filter(({ label }, at) => (at === 0 && decided) || alsoHolds.includes(label));
}

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
