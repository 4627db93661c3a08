import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import { exceedsLimit, parseFailureLimit, tooManyFailures } from '../../analysis/calls/failure-limit.ts';
import type { MutagreeError } from '../../core/errors.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { shortfallBelow } from '../settings/thresholds.ts';
import type { PreparedStudy } from './prepare-study.ts';

interface FinishedRun {
  readonly record: RunRecord;
  readonly model: string;
  readonly repeat: number;
}

/** Whether too many calls failed for the reports to be informative. */
function unanswered({ record }: FinishedRun, { config }: PreparedStudy): MutagreeError | null {
  const { failures = [], tasks } = record;
  const { calls } = callOutcomes(record);
  const isHopeless = failures.length > 0 && failures.length === calls;
  const limit = parseFailureLimit(String(config.maxFailures));
  const isOver = isHopeless || exceedsLimit(failures, calls, limit, { isWhole: true, tasks: tasks.length });
  return isOver ? tooManyFailures(failures, calls) : null;
}

function belowThreshold(
  { record, model, repeat }: FinishedRun,
  { threshold, config, plan }: PreparedStudy,
): MutagreeError | null {
  if (!threshold) return null;
  const arm = threshold.arm ?? config.arms.at(-1) ?? 'baseline';
  const result = summariseArms(record).arms.find((each) => each.arm === arm);
  const name = plan.runs.length > 1 ? `${arm} (${model}, repeat ${repeat})` : arm;
  return shortfallBelow(threshold, result?.passAtK[String(threshold.k)]?.value, name);
}

/** The shortfall of finished runs: failed calls or a missed threshold; null if none. */
export function shortfallOf(runs: readonly FinishedRun[], prepared: PreparedStudy): MutagreeError | null {
  for (const check of [unanswered, belowThreshold]) {
    for (const run of runs) {
      const shortfall = check(run, prepared);
      if (shortfall) return shortfall;
    }
  }
  return null;
}
