import type { CallOutcomes } from '../../analysis/calls/call-outcomes.ts';
import type { CostAccount, CostSum } from '../../analysis/cost/cost-account.ts';
import { usdText as amountText, count, plural } from '../../reporters/figures.ts';

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
    cachedInputTokens: total(({ cachedInputTokens = 0 }) => cachedInputTokens),
    batched: total(({ batched = 0 }) => batched),
    uncounted: total(({ uncounted }) => uncounted),
    usd: sums.some(({ usd }) => usd === null) ? null : total(({ usd }) => usd ?? 0),
  };
}

function tokensOf({ replies, inputTokens, cachedInputTokens = 0, outputTokens, batched = 0 }: CostSum): string {
  const byBatch = batched > 0 ? ` (${count(batched)} by batch)` : '';
  const cached = cachedInputTokens > 0 ? ` (${count(cachedInputTokens)} of them cached)` : '';
  return `${count(replies)} replies${byBatch}, ${count(inputTokens)} tokens in${cached} and ${count(outputTokens)} out`;
}

/** How many single calls failed, in a line; empty where none did. */
export function failedLine(outcomes: readonly CallOutcomes[]): string {
  const total = (of: 'failed' | 'calls') => outcomes.reduce((sum, each) => sum + each[of], 0);
  if (total('failed') === 0) return '';
  return `${count(total('failed'))} of ${plural(total('calls'), 'call')} failed and were left out; the same command with --retry-failed asks them again.\n`;
}

/** What some runs cost, in one line; replies from recordings apart. */
export function accountLine(accounts: readonly CostAccount[]): string {
  const paid = added(accounts.map(({ total }) => total.paid));
  const cached = added(accounts.map(({ total }) => total.cached));
  const lost = accounts.reduce((sum, account) => sum + account.lost.calls, 0);
  return [
    paid.replies > 0 ? `Cost: ${usdText(paid.usd)} for ${tokensOf(paid)}` : 'Cost: nothing',
    ...(cached.replies > 0 ? [`from recordings: ${tokensOf(cached)}`] : []),
    ...(lost > 0 ? [`${plural(lost, 'call')} without a reply`] : []),
  ].join('; ');
}
