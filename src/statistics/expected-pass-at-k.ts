import { compareSets } from '../core/matrix.ts';
import { passAtK } from './pass-at-k.ts';

/** All samples of a task, ranked or not, and how many of them the official tests accept. */
export interface SampleCount {
  readonly samples: number;
  readonly correct: number;
}

export interface ScoredSamples extends SampleCount {
  readonly score: number;
  /** Decides between equal scores, larger first; 0 when absent. */
  readonly tieBreak?: number | undefined;
}

/** Tied sets become one; best first. */
function mergeTied(sets: readonly ScoredSamples[]): ScoredSamples[] {
  const ranked = sets.filter(({ samples }) => samples > 0).sort(compareSets);
  const merged: ScoredSamples[] = [];
  for (const set of ranked) {
    const last = merged.at(-1);
    if (last && compareSets(last, set) === 0) {
      merged[merged.length - 1] = {
        ...last,
        samples: last.samples + set.samples,
        correct: last.correct + set.correct,
      };
    } else merged.push(set);
  }
  return merged;
}

/**
 * Chance that k samples taken by a ranking hold a correct one: sets of equal score are merged, one sample is drawn
 * uniformly from each of the first k, and round again while k is larger. Where nothing is ranked the k samples are
 * drawn from `all`.
 *
 * Source: the protocol of CodeT (arXiv 2207.10397), section 4.1, and its published evaluation: a second draw from the
 * same set is independent of the first (with replacement), the plain draw from `all` is not.
 */
export function expectedPassAtK(sets: readonly ScoredSamples[], all: SampleCount, k: number): number {
  const ranked = mergeTied(sets);
  if (ranked.length === 0) return passAtK(all.samples, all.correct, k);
  const rounds = Math.floor(k / ranked.length);
  const inLastRound = k % ranked.length;
  let allWrong = 1;
  for (const [rank, { samples, correct }] of ranked.entries()) {
    const draws = rounds + (rank < inLastRound ? 1 : 0);
    allWrong *= ((samples - correct) / samples) ** draws;
  }
  return 1 - allWrong;
}
