import { oncePer } from '../../core/once-per.ts';
import type { Study } from '../../records/study.ts';
import { holmAdjust } from '../../statistics/holm.ts';
import { type ArmComparison, summariseArms } from './arm-results.ts';

/** Shape [runs][comparisons]; those of the same two arms are corrected together (Holm 1979). */
export const gainsOverRuns = oncePer((study: Study) => {
  const ofRuns = study.runs.map((record) => summariseArms(record).comparisons);
  const adjusted = new Map<ArmComparison, number>();
  const all = ofRuns.flat();
  for (const pair of new Set(all.map(pairOf))) {
    const together = all.filter((comparison) => pairOf(comparison) === pair);
    const corrected = holmAdjust(together.map(({ pValue }) => pValue));
    for (const [at, comparison] of together.entries()) adjusted.set(comparison, corrected[at] as number);
  }
  return ofRuns.map((comparisons) =>
    comparisons.map((comparison) => {
      const adjustedP = adjusted.get(comparison) as number;
      return { ...comparison, adjustedP, finding: comparison.finding && adjustedP < 0.05 };
    }),
  );
});

const pairOf = ({ arm, against }: ArmComparison): string => `${arm} ${against}`;
