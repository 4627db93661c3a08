import { cohenKappa } from '../statistics/cohen-kappa.ts';
import type { Classification } from './bug-classifier.ts';
import type { BugLabel } from './bug-kinds.ts';

/** What people said of a failure. */
export interface GoldLabels {
  readonly label: BugLabel;
  readonly secondLabel: BugLabel | null;
}

/** Agreement with people's labels; fractions. */
export interface GoldAgreement {
  readonly n: number;
  /** The first guess is people's first or second label. */
  readonly top1: number;
  /** One of the first two guesses is. */
  readonly top2: number;
  /** Cohen's kappa of the first guess with the first label; null where chance alone agrees always. */
  readonly kappa: number | null;
}

/** Compares rankings with people's labels, pair by pair. */
export function goldAgreement(
  pairs: readonly { readonly gold: GoldLabels; readonly ranked: Pick<Classification, 'labels'> }[],
): GoldAgreement {
  const n = pairs.length;
  const within = (k: number) =>
    pairs.filter(({ gold, ranked }) =>
      ranked.labels.slice(0, k).some(({ label }) => label === gold.label || label === gold.secondLabel),
    ).length / Math.max(1, n);
  const kappa = cohenKappa(
    pairs.map(({ ranked }) => ranked.labels[0]?.label),
    pairs.map(({ gold }) => gold.label),
  );
  return { n, top1: within(1), top2: within(2), kappa };
}
