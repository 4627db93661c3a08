import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type ChatModel, requestKey } from '../core/chat.ts';
import { BudgetError, InterruptedError } from '../core/errors.ts';
import { type CallRecord, costOf, type TokenPrices, worstCase } from '../core/token-cost.ts';
import { usageOfFailure } from './failures.ts';

/** A cap that several models may share. */
export type Budget = ReturnType<typeof createBudget>;

/** @param options `spentUsd`: by earlier sessions of the same run */
export function createBudget({
  maxCostUsd,
  spentUsd = 0,
}: {
  readonly maxCostUsd: number;
  readonly spentUsd?: number;
}) {
  // Sums are of doubles: a reservation that fits exactly is not refused for the last digit.
  const cap = maxCostUsd * (1 + 1e-12);
  let spent = spentUsd;
  let reserved = 0;
  const changes = new EventEmitter().setMaxListeners(0);
  return {
    get spentUsd(): number {
      return spent;
    },
    /**
     * Resolves once the sum fits in addition to the spent and reserved ones; waits while calls under way may release
     * some. What it returns ends the reservation, with the actual cost of the call.
     *
     * @throws BudgetError if it never fits, InterruptedError if the signal aborts
     */
    async reserve(usd: number, signal: AbortSignal): Promise<(actualUsd: number) => void> {
      while (spent + reserved + usd > cap) {
        if (signal.aborted) throw new InterruptedError();
        if (spent + usd > cap) {
          const state = `${spent.toFixed(4)} of ${maxCostUsd} USD are spent, it could cost ${usd.toFixed(4)}`;
          throw new BudgetError('budget-reached', `the next call could exceed the budget: ${state}`, {
            hint: 'Raise --max-cost and run the same command again: it resumes where it stopped.',
          });
        }
        await once(changes, 'change', { signal }).catch(() => {});
      }
      reserved += usd;
      let ended = false;
      return (actualUsd) => {
        if (ended) return;
        ended = true;
        reserved -= usd;
        spent += actualUsd;
        changes.emit('change');
      };
    },
  };
}

/**
 * Never spends more than any of the caps: the worst case of a call is reserved before it goes out and settled by the
 * reply's own count. A call that fails under way, or whose endpoint counts nothing, keeps its worst case, since it
 * may have been charged for; one that was turned away costs nothing.
 *
 * @throws BudgetError before a call whose worst case does not fit.
 */
export function withBudget(model: ChatModel, budgets: readonly Budget[], prices: TokenPrices): ChatModel {
  return {
    id: model.id,
    complete: async (request, signal) => {
      const worst = costOf(worstCase(request), prices);
      const settlers: ((usd: number) => void)[] = [];
      let cost = 0;
      try {
        for (const budget of budgets) settlers.push(await budget.reserve(worst, signal));
        cost = worst;
        const reply = await model.complete(request, signal);
        if (reply.usage) cost = costOf(reply.usage, prices);
        return reply;
      } catch (error) {
        const usage = usageOfFailure(error);
        if (usage) cost = costOf(usage, prices);
        throw error;
      } finally {
        for (const settle of settlers) settle(cost);
      }
    },
  };
}

/**
 * Writes down every call before it goes out and when it has ended, so that no session's spending is forgotten.
 *
 * @param onEnd hears of each call that has ended
 */
export function withJournal(
  model: ChatModel,
  append: (record: CallRecord) => Promise<void>,
  onEnd: (record: CallRecord) => void,
): ChatModel {
  return {
    id: model.id,
    complete: async (request, signal) => {
      const ids = { key: randomUUID(), replyKey: requestKey(model.id, request), model: model.id };
      let call: CallRecord = { ...ids, state: 'open', usage: null, worst: worstCase(request) };
      await append(call);
      try {
        const reply = await model.complete(request, signal);
        call = { ...call, state: reply.status === 'refused' ? 'refused' : 'answered', usage: reply.usage };
        return reply;
      } catch (error) {
        call = { ...call, state: 'failed', usage: usageOfFailure(error) };
        throw error;
      } finally {
        await append(call);
        onEnd(call);
      }
    },
  };
}
