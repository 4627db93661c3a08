import { type CallRecord, costOf } from '../../core/token-cost.ts';
import type { LogName, RunLog, RunLogs } from '../../records/run-store.ts';
import type { SolutionCost } from '../../records/solution.ts';
import type { ReplyStore } from '../../store/reply-store.ts';
import { memoryStore } from '../estimation/memory-store.ts';
import type { PriceList } from '../settings/prices.ts';

/** Where the stages of one question write, and which calls were made for it. */
export interface QuestionStore {
  log<K extends LogName>(name: K): RunLog<RunLogs[K]>;
  /** What its calls came to; replies that were stored before cost nothing. */
  cost(prices: PriceList): SolutionCost;
}

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
 * A store for one question: everything in memory, but for the replies, which a folder keeps for all questions where
 * there is one.
 */
export function questionStore(replies: ReplyStore | null): QuestionStore {
  const memory = memoryStore();
  const made = new Map<string, CallRecord>();
  const shared = replies?.calls ?? memory.log('calls');
  const calls: RunLog<CallRecord> = {
    get: (key) => shared.get(key),
    all: () => [...made.values()],
    append: (record) => {
      made.set(record.key, record);
      return shared.append(record);
    },
  };
  const logs: Partial<{ [K in LogName]: RunLog<RunLogs[K]> }> = {
    calls,
    // A call that failed is asked again with the next question: what ailed the endpoint may be over.
    ...(replies ? { replies: replies.replies } : {}),
  };
  return {
    log: <K extends LogName>(name: K) => (logs[name] as RunLog<RunLogs[K]> | undefined) ?? memory.log(name),
    cost: (prices) => costOfCalls([...made.values()], prices),
  };
}
