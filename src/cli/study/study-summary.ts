import { repeatVariance } from '../../core/analysis/variance.ts';
import { summariseArms } from '../../core/arm-results.ts';
import { type CostSum, costAccount } from '../../core/cost-account.ts';
import type { Arm, RunRecord } from '../../core/run-record.ts';
import { usdText as amountText, count, percent, percentInterval, plural } from '../../reporters/figures.ts';
import { table } from '../table.ts';

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

/** USD with as many digits as small sums need. */
export function usdText(usd: number | null): string {
  if (usd === null) return 'price unknown';
  return `${usd === 0 ? '0.00' : amountText(usd)} USD`;
}

function added(sums: readonly CostSum[]): CostSum {
  const total = (pick: (sum: CostSum) => number) => sums.reduce((sum, each) => sum + pick(each), 0);
  return {
    replies: total(({ replies }) => replies),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    uncounted: total(({ uncounted }) => uncounted),
    usd: sums.some(({ usd }) => usd === null) ? null : total(({ usd }) => usd ?? 0),
  };
}

function tokensOf({ replies, inputTokens, outputTokens }: CostSum): string {
  return `${count(replies)} replies, ${count(inputTokens)} tokens in and ${count(outputTokens)} out`;
}

/** What some runs cost, in one line; replies from recordings apart. */
export function accountLine(records: readonly RunRecord[]): string {
  const accounts = records.map(costAccount);
  const paid = added(accounts.map(({ total }) => total.paid));
  const cached = added(accounts.map(({ total }) => total.cached));
  const lost = accounts.reduce((sum, account) => sum + account.lost.calls, 0);
  return [
    paid.replies > 0 || cached.replies === 0 ? `Cost: ${usdText(paid.usd)} for ${tokensOf(paid)}` : 'Cost: nothing',
    ...(cached.replies > 0 ? [`from recordings: ${tokensOf(cached)}`] : []),
    ...(lost > 0 ? [`${plural(lost, 'call')} without a reply`] : []),
  ].join('; ');
}
