import { summariseArms } from '../../core/arm-results.ts';
import { type CostSum, costAccount } from '../../core/cost-account.ts';
import type { Arm, RunRecord } from '../../core/run-record.ts';
import { meanOf } from '../../core/statistics/bootstrap.ts';
import { count, percent, percentInterval, plural } from '../../reporters/figures.ts';
import { table } from '../table.ts';

/** Sample standard deviation (n - 1); null of fewer than two. */
export function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function armCell(records: readonly RunRecord[], arm: Arm): string {
  const results = records.flatMap((record) => summariseArms(record).arms.find((each) => each.arm === arm) ?? []);
  const values = results.flatMap(({ passAtK }) => passAtK['1']?.value ?? []);
  const [first] = results;
  if (!first || values.length === 0) return 'no verdicts';
  const sd = standardDeviation(values);
  if (sd !== null) {
    return `${percent(meanOf(values))}, sd ${percent(sd)}, variance ${(1e4 * sd * sd).toFixed(2)}, ${values.length} runs`;
  }
  const estimate = first.passAtK['1'];
  return estimate ? `${percent(estimate.value)} ${percentInterval(estimate)} of ${plural(first.tasks, 'task')}` : '';
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
  return `${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2)} USD`;
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
