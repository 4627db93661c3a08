import type { Study } from '../../records/study.ts';
import { meanOf, varianceOf } from '../../statistics/bootstrap.ts';
import { groupRuns } from '../comparison/conditions.ts';
import { summariseArms } from './arm-results.ts';
import { reportedK } from './task-results.ts';

/** pass@k from run to run, as DL-Bench reports its five runs: it reflects sampling alone. Deviation with n - 1. */
export function repeatVariance(study: Study) {
  return groupRuns(study).flatMap(({ model, temperature, runs }) => {
    const summaries = runs.map(summariseArms);
    const manifest = runs[0]?.manifest;
    return (manifest?.arms ?? []).flatMap((arm) =>
      reportedK(manifest ?? { k: [], samplesPerArm: 1 }).map((k) => {
        const values = summaries.flatMap(
          ({ arms }) => arms.find((result) => result.arm === arm)?.passAtK[k]?.value ?? [],
        );
        const variance = values.length > 1 ? varianceOf(values) : null;
        const standardDeviation = variance === null ? null : Math.sqrt(variance);
        return { model, temperature, arm, k, values, mean: meanOf(values), variance, standardDeviation };
      }),
    );
  });
}
