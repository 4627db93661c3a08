import { summariseArms } from '../../analysis/arms/arm-results.ts';
import { callOutcomes } from '../../analysis/calls/call-outcomes.ts';
import {
  exceedsLimit,
  type FailureLimit,
  parseFailureLimit,
  tooManyFailures,
} from '../../analysis/calls/failure-limit.ts';
import { MutagreeError } from '../../core/errors.ts';
import type { RunRecord } from '../../records/run-record.ts';
import { assertThreshold } from '../settings/thresholds.ts';
import type { PreparedStudy } from './prepare-study.ts';

/** The reports are there, but say little where too many calls failed. @throws ModelError `model-calls-failed` */
function assertAnswered(record: RunRecord, limit: FailureLimit): void {
  const { failures = [] } = record;
  const { calls } = callOutcomes(record);
  const whole = { isWhole: true, tasks: record.tasks.length };
  const isHopeless = failures.length > 0 && failures.length === calls;
  if (isHopeless || exceedsLimit(failures, calls, limit, whole)) throw tooManyFailures(failures, calls);
}

/** What finished runs fall short of: calls that failed, or the threshold that was asked for; null where nothing. */
export function shortfallOf(
  runs: readonly { readonly record: RunRecord; readonly model: string; readonly repeat: number }[],
  { config, threshold, plan }: PreparedStudy,
): MutagreeError | null {
  try {
    for (const { record } of runs) assertAnswered(record, parseFailureLimit(String(config.maxFailures)));
    for (const { record, model, repeat } of threshold ? runs : []) {
      if (!threshold) continue;
      const arm = threshold.arm ?? config.arms.at(-1) ?? 'baseline';
      const result = summariseArms(record).arms.find((each) => each.arm === arm);
      const name = plan.runs.length > 1 ? `${arm} (${model}, repeat ${repeat})` : arm;
      assertThreshold(threshold, result?.passAtK[String(threshold.k)]?.value, name);
    }
  } catch (error) {
    if (error instanceof MutagreeError) return error;
    throw error;
  }
  return null;
}
