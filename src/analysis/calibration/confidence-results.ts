import { oncePer } from '../../core/once-per.ts';
import { createRng } from '../../core/random.ts';
import type { RunRecord } from '../../records/run-record.ts';
import {
  brierScore,
  calibrationError,
  type Forecast,
  perfectCalibrationError,
  riskCoverage,
} from '../../statistics/calibration.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { taskResults } from '../arms/task-results.ts';

/** Confidence against outcomes, from the most confident pick on; null without forecasts. */
export function calibrate(forecasts: readonly Forecast[], seed: number) {
  if (forecasts.length === 0) return null;
  const mean = forecasts.reduce((sum, { outcome }) => sum + outcome, 0) / forecasts.length;
  return {
    picks: forecasts.length,
    brier: brierScore(forecasts),
    brierOfMean: brierScore(forecasts.map(({ outcome }) => ({ probability: mean, outcome }))),
    calibrationError: calibrationError(forecasts),
    perfectBelow: perfectCalibrationError(
      forecasts.map(({ probability }) => probability),
      { rng: createRng(seed).fork('perfect-calibration') },
    ),
    curve: riskCoverage(forecasts),
  };
}

export type Calibration = NonNullable<ReturnType<typeof calibrate>>;

/** The result of answering only picks of at least this confidence. */
function answeredFrom(forecasts: readonly Forecast[], atLeast: number) {
  const kept = forecasts.filter(({ probability }) => probability >= atLeast);
  return { atLeast, tasks: kept.length, right: meanInterval(kept.map(({ outcome }) => outcome)) };
}

/** Per selecting arm, in the run's order; none where the run's scorer gives no confidence. Computed once per record. */
export const armConfidence = oncePer((record: RunRecord) => {
  const { arms, scorer, seed, config } = record.manifest;
  const results = taskResults(record);
  const atLeast = typeof config['minConfidence'] === 'number' ? config['minConfidence'] : null;
  return arms.flatMap((arm) => {
    const confidences = new Map(
      record.rankings
        .filter((ranking) => ranking.arm === arm && ranking.scorer === scorer)
        .map(({ taskId, confidence }) => [taskId, confidence ?? null]),
    );
    const forecasts = results.flatMap((result): Forecast[] => {
      const probability = result.arm === arm ? (confidences.get(result.taskId) ?? null) : null;
      return probability === null ? [] : [{ probability, outcome: result.passAtK['1'] ?? 0 }];
    });
    const calibration = calibrate(forecasts, seed);
    if (!calibration) return [];
    return [{ arm, ...calibration, answered: atLeast === null ? null : answeredFrom(forecasts, atLeast) }];
  });
});

export type ArmConfidence = ReturnType<typeof armConfidence>[number];
