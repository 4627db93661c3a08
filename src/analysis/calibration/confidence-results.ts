import type { Arm } from '../../core/arm.ts';
import { createRng } from '../../core/random.ts';
import type { RunRecord } from '../../records/run-record.ts';
import {
  brierScore,
  type CoveragePoint,
  calibrationError,
  type Forecast,
  perfectCalibrationError,
  riskCoverage,
} from '../../statistics/calibration.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { taskResults } from '../arms/task-results.ts';

/** How well the confidence of picks foretold the official verdicts. */
export interface Calibration {
  readonly picks: number;
  readonly brier: number;
  /** Brier score of always forecasting the mean outcome of these very picks. */
  readonly brierOfMean: number;
  /** Expected calibration error over 5 bins of equal mass, and what a perfect forecaster stays below in 95 %. */
  readonly calibrationError: number;
  readonly perfectBelow: number;
  /** From the most confident pick on. */
  readonly curve: readonly CoveragePoint[];
}

/** Null without forecasts. */
export function calibrate(forecasts: readonly Forecast[], seed: number): Calibration | null {
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

/** The confidence of one selecting arm's picks. */
export interface ArmConfidence extends Calibration {
  readonly arm: Arm;
  /** What `--min-confidence` left: tasks answered and the share of them that is right; null where none was asked. */
  readonly answered: { readonly atLeast: number; readonly tasks: number; readonly right: Estimate } | null;
}

const known = new WeakMap<RunRecord, readonly ArmConfidence[]>();

/**
 * Per selecting arm, in the run's order; none where the run's scorer gives no confidence. Computed once per record, since
 * every report asks.
 */
export function armConfidence(record: RunRecord): readonly ArmConfidence[] {
  const confidences = known.get(record) ?? computeConfidence(record);
  known.set(record, confidences);
  return confidences;
}

function computeConfidence(record: RunRecord): readonly ArmConfidence[] {
  const { arms, scorer, seed, config } = record.manifest;
  const results = taskResults(record);
  const atLeast = typeof config['minConfidence'] === 'number' ? config['minConfidence'] : null;
  return arms.flatMap((arm): ArmConfidence[] => {
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
    const kept = atLeast === null ? null : forecasts.filter(({ probability }) => probability >= atLeast);
    const answered =
      atLeast === null || kept === null
        ? null
        : { atLeast, tasks: kept.length, right: meanInterval(kept.map(({ outcome }) => outcome)) };
    return [{ arm, ...calibration, answered }];
  });
}
