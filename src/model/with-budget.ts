import { EventEmitter, once } from 'node:events';
import type { ChatModel } from '../core/chat.ts';
import { BudgetError, InterruptedError } from '../core/errors.ts';
import { costOf, type TokenPrices, worstCase } from '../core/token-cost.ts';
import { usageOfFailure } from './failures.ts';

/** A cap that several models may share. */
export type Budget = ReturnType<typeof createBudget>;

interface BudgetOptions {
  readonly maxCostUsd: number;
  /** By earlier sessions of the same run. */
  readonly spentUsd?: number | undefined;
}

/** Its sums are of doubles: a reservation that fits exactly is not refused for the last digit. */
const ROUNDING = 1e-12;

export function createBudget({ maxCostUsd, spentUsd = 0 }: BudgetOptions) {
  let spent = spentUsd;
  let reserved = 0;
  const changes = new EventEmitter().setMaxListeners(0);
  const fits = (usd: number) => spent + reserved + usd <= maxCostUsd * (1 + ROUNDING);

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
      while (!fits(usd)) {
        if (signal.aborted) throw new InterruptedError();
        if (spent + usd > maxCostUsd * (1 + ROUNDING)) {
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
      try {
        for (const budget of budgets) settlers.push(await budget.reserve(worst, signal));
      } catch (error) {
        for (const settle of settlers) settle(0);
        throw error;
      }
      let cost = worst;
      try {
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
