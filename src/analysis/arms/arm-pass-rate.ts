import type { Arm } from '../../core/arm.ts';
import { groupByTask } from '../../core/group-by.ts';
import type { RunRecord } from '../../records/run-record.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { meanInterval } from '../../statistics/mean-interval.ts';
import { samplesBehind, shareOfTests } from './judged-samples.ts';
import type { TaskResult } from './task-results.ts';

/**
 * Average passing rate over functions of one arm: the mean over tasks of the share of official tests that the pick
 * passes; for `baseline` of the mean over its samples. Without a program it is 0. Null where verdicts of single tests are
 * missing, or where every task has one test, so that it would be pass@1.
 *
 * @param results of the arm alone
 */
export function armPassRate(record: RunRecord, arm: Arm, results: readonly TaskResult[]): Estimate | null {
  const official = groupByTask(record.official);
  const candidates = groupByTask(record.candidates);
  const planned = groupByTask(record.armSamples.filter((samples) => samples.arm === arm));
  let several = false;
  const rates: number[] = [];
  for (const { taskId, pickedId } of results) {
    const records = official.get(taskId) ?? [];
    if (records.some(({ tests }) => !tests)) return null;
    several ||= records.some(({ tests }) => (tests?.total ?? 0) > 1);
    const shares = new Map(records.map((each) => [each.candidateId, shareOfTests(each)]));
    const samples = planned.get(taskId)?.[0]?.samples ?? [];
    const weights = samplesBehind(candidates.get(taskId) ?? [], samples);
    const all = [...weights].reduce((sum, [id, weight]) => sum + weight * (shares.get(id) ?? 0), 0);
    if (arm === 'baseline') rates.push(samples.length > 0 ? all / samples.length : 0);
    else rates.push(pickedId === null ? 0 : (shares.get(pickedId) ?? 0));
  }
  return several ? meanInterval(rates) : null;
}
