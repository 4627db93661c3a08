import { cohenKappa } from '../statistics/rater-agreement.ts';
import { type Decision, isUndecided } from './bug-classifier.ts';
import type { BugLabel } from './bug-kinds.ts';

export interface GoldLabels {
  readonly label: BugLabel;
  readonly secondLabel: BugLabel | null;
}

/**
 * Compares rankings with people's labels, pair by pair: the share of pairs whose first guess (one of whose first two) is
 * people's first or second label, Cohen's kappa of the first guess with the first label, and the share among failures of
 * which a first label is said.
 */
export function goldAgreement(pairs: readonly { readonly gold: GoldLabels; readonly ranked: Decision }[]) {
  const n = pairs.length;
  const rightWithin = (of: typeof pairs, k: number) =>
    of.filter(({ gold, ranked }) =>
      ranked.labels.slice(0, k).some(({ label }) => label === gold.label || label === gold.secondLabel),
    ).length / Math.max(1, of.length);
  const within = (k: number) => rightWithin(pairs, k);
  const decided = pairs.filter(({ ranked }) => !isUndecided(ranked));
  const kappa = cohenKappa(
    pairs.map(({ ranked }) => ranked.labels[0]?.label),
    pairs.map(({ gold }) => gold.label),
  );
  return { n, top1: within(1), top2: within(2), kappa, decided: { n: decided.length, right: rightWithin(decided, 1) } };
}
