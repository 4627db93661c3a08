import { summariseArms } from '../analysis/arms/arm-results.ts';
import { repeatVariance } from '../analysis/arms/variance.ts';
import { cellGain, hasWordings } from '../analysis/crossed/gain.ts';
import type { Arm } from '../core/arm.ts';
import { ONE, SPREAD } from '../records/crossed.ts';
import type { RunRecord } from '../records/run-record.ts';
import { table } from './columns.ts';
import { percent, percentInterval, plural, pointsWithInterval, pValueText } from './figures.ts';

function armCell(records: readonly RunRecord[], arm: Arm): string {
  const [first, ...others] = records;
  const repeats = first && repeatVariance({ runs: [first, ...others] }).find((one) => one.arm === arm && one.k === 1);
  if (!first || !repeats || repeats.values.length === 0) return 'no verdicts';
  const { mean, variance, standardDeviation, values } = repeats;
  if (variance !== null && standardDeviation !== null) {
    return `${percent(mean)}, sd ${percent(standardDeviation)}, variance ${(1e4 * variance).toFixed(2)}, ${values.length} runs`;
  }
  const { arms, tasks } = summariseArms(first);
  const estimate = arms.find((each) => each.arm === arm)?.passAtK['1'];
  return estimate ? `${percent(estimate.value)} ${percentInterval(estimate)} of ${plural(tasks, 'task')}` : '';
}

/** pass@1 of every model and arm: with its interval over tasks, or mean and deviation over repeats (in points). */
export function studyTable(records: readonly RunRecord[]): string {
  const models = [...new Set(records.map(({ manifest }) => manifest.model.id))];
  const arms = [...new Set(records.flatMap(({ manifest }) => manifest.arms))];
  const rows = models.flatMap((model) => {
    const own = records.filter(({ manifest }) => manifest.model.id === model);
    return arms.map((arm, at) => [at === 0 ? model : '', arm, armCell(own, arm)]);
  });
  return table([['model', 'arm', 'pass@1'], ...rows]);
}

/** What several wordings gain over one in all runs of given samples together; nothing where models were asked. */
export function wordingsLine(records: readonly RunRecord[]): string {
  const own = records.filter(hasWordings);
  const gain = own.length < 2 ? null : cellGain(own, SPREAD, ONE);
  if (!gain) return '';
  const { difference, pValue, tasks } = gain;
  return `All ${own.length} runs, by task: several wordings against one ${pointsWithInterval(difference)} over ${plural(tasks, 'task')}, sign flips ${pValueText(pValue)}\n`;
}
