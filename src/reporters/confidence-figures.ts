import type { ArmConfidence, Calibration } from '../analysis/calibration/confidence-results.ts';
import type { AdaptiveSaving } from '../analysis/cost/arm-replies.ts';
import type { CoveragePoint } from '../statistics/calibration.ts';
import { count, percent, percentInterval, plural } from './figures.ts';

/** Shares of tasks at which the curve is written out. */
const COVERAGES = [0.25, 0.5, 0.75, 1] as const;

/** The points of a risk-coverage curve nearest above a quarter, a half, three quarters and all of the tasks. */
export function curvePoints(curve: readonly CoveragePoint[]): readonly CoveragePoint[] {
  const points = COVERAGES.flatMap((coverage) => curve.find((point) => point.coverage >= coverage - 1e-9) ?? []);
  return [...new Set(points)];
}

/** Such as `48 tasks: Brier score 0.192, of a constant forecast 0.249; calibration error 6.9 points, …`. */
export function calibrationFigures({ brier, brierOfMean, calibrationError, perfectBelow, picks }: Calibration): string {
  return (
    `${plural(picks, 'task')}: Brier score ${brier.toFixed(3)}, of a constant forecast ${brierOfMean.toFixed(3)}; ` +
    `calibration error ${(100 * calibrationError).toFixed(1)} points (a perfect forecaster stays below ` +
    `${(100 * perfectBelow).toFixed(1)} in 95 %)` +
    (calibrationError > perfectBelow ? '; uncalibrated here: use the order of the picks, not the probabilities' : '')
  );
}

/** The effect of `--min-confidence`; null if it was not set. */
export function answeredFigures({ answered, picks }: ArmConfidence): string | null {
  if (!answered) return null;
  const { atLeast, tasks, right } = answered;
  const rightText = tasks === 0 ? '' : `, ${percent(right.value)} ${percentInterval(right)} of them right`;
  return `Answered at a confidence of ${atLeast} and more: ${count(tasks)}/${plural(picks, 'task')}${rightText}`;
}

/** The saving of adaptive rounds, in one sentence. */
export function savingFigures({ tasks, endedEarly, asked, planned }: AdaptiveSaving): string {
  const saved = planned === 0 ? 0 : 1 - asked / planned;
  return (
    `Adaptive rounds: ${count(endedEarly)}/${plural(tasks, 'task')} ended early; ` +
    `${count(planned - asked)} of ${count(planned)} samples of the arms saved (${percent(saved)})`
  );
}
