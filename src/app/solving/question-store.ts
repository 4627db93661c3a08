import { type CallRecord, costOf } from '../../core/token-cost.ts';
import type { RunLog, RunStore } from '../../records/run-store.ts';
import type { SolutionCost } from '../../records/solution.ts';
import type { ReplyStore } from '../../store/reply-store.ts';
import { memoryStore } from '../estimation/memory-store.ts';
import type { PriceList } from '../settings/prices.ts';

function costOfCalls(calls: readonly CallRecord[], prices: PriceList): SolutionCost {
  const isCounted = calls.every(({ usage }) => usage !== null);
  const sum = (of: (call: CallRecord) => number) => calls.reduce((total, call) => total + of(call), 0);
  const price = prices[calls[0]?.model ?? ''];
  const usd = price ? sum(({ usage, worst }) => costOf(usage ?? worst, price)) : null;
  return {
    calls: calls.length,
    inputTokens: isCounted ? sum(({ usage }) => usage?.inputTokens ?? 0) : null,
    outputTokens: isCounted ? sum(({ usage }) => usage?.outputTokens ?? 0) : null,
    usd: calls.length === 0 ? 0 : usd,
  };
}

/**
 * A store for one question: everything in memory, but for the replies, which a folder keeps for all questions if there is
 * one. A call that failed is asked again with the next question.
 *
 * @returns `cost`: what its calls came to; replies that were stored before cost nothing
 */
export function questionStore(replies: ReplyStore | null): {
  readonly store: RunStore;
  cost(prices: PriceList): SolutionCost;
} {
  const own = new Map<string, CallRecord>();
  const calls: RunLog<CallRecord> = {
    get: (key) => replies?.calls.get(key) ?? own.get(key),
    all: () => [...own.values()],
    append: async (record) => {
      own.set(record.key, record);
      await replies?.calls.append(record);
    },
  };
  return {
    store: memoryStore({ calls, ...(replies ? { replies: replies.replies } : {}) }),
    cost: (prices) => costOfCalls([...own.values()], prices),
  };
}
