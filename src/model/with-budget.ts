import type { ChatModel, ChatRequest, TokenUsage } from '../core/chat.ts';
import { BudgetError } from '../core/errors.ts';

/** USD per million tokens. */
export interface TokenPrices {
  readonly inputPerMTok: number;
  readonly outputPerMTok: number;
}

/** A cap that several models of one run share. */
export interface Budget {
  /** @throws BudgetError `budget-reached` where it does not fit. */
  reserve(usd: number): void;
  /** Replaces a reservation by what the call did cost. */
  settle(reservedUsd: number, actualUsd: number): void;
}

/** @param spentUsd spent by earlier sessions of the same run. */
export function createBudget(maxCostUsd: number, spentUsd = 0): Budget {
  let committed = spentUsd;
  return {
    reserve(usd) {
      if (committed + usd > maxCostUsd) {
        const state = `${committed.toFixed(4)} of ${maxCostUsd} USD are spent or reserved, it could cost ${usd.toFixed(4)}`;
        throw new BudgetError('budget-reached', `the next call could exceed the budget: ${state}`, {
          mend: 'Raise --max-cost and run the same command again: it goes on where it stopped.',
        });
      }
      committed += usd;
    },
    settle(reservedUsd, actualUsd) {
      committed += actualUsd - reservedUsd;
    },
  };
}

/** USD that a call with this usage costs. */
export function costOf(
  { inputTokens, outputTokens }: TokenUsage,
  { inputPerMTok, outputPerMTok }: TokenPrices,
): number {
  return (inputTokens * inputPerMTok + outputTokens * outputPerMTok) / 1e6;
}

/**
 * No tokenizer makes more tokens than bytes; 16 a message for the chat template. An overestimate on purpose: the cap
 * holds whatever the tokenizer.
 */
export function worstCase({ messages, maxTokens }: ChatRequest): TokenUsage {
  const inputTokens = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 16, 16);
  return { inputTokens, outputTokens: maxTokens };
}

/**
 * Never spends more than the cap: the worst case of a call is reserved before it is made and settled by the reply's
 * own count. A call that fails keeps its reservation, since the endpoint may have charged for it.
 *
 * @throws BudgetError `budget-reached` before a call whose worst case does not fit.
 */
export function withBudget(model: ChatModel, budget: Budget, prices: TokenPrices): ChatModel {
  return {
    id: model.id,
    complete: async (request, signal) => {
      const reserved = costOf(worstCase(request), prices);
      budget.reserve(reserved);
      const reply = await model.complete(request, signal);
      if (reply.usage) budget.settle(reserved, costOf(reply.usage, prices));
      return reply;
    },
  };
}
