import type { ChatModel, ChatReply, ChatRequest, ReplyCache, ReplyRecord } from '../core/chat.ts';
import type { RunLog } from '../core/run-store.ts';
import { type CallRecord, costOf, usageOf, worstCase } from '../core/token-cost.ts';
import { createGgufModel } from '../model/gguf-model.ts';
import { createOfflineModel } from '../model/offline-model.ts';
import { createOpenAiModel } from '../model/openai-model.ts';
import { type Budget, withBudget } from '../model/with-budget.ts';
import { withCache } from '../model/with-cache.ts';
import { withJournal } from '../model/with-journal.ts';
import { withLimit } from '../model/with-limit.ts';
import { withRetry } from '../model/with-retry.ts';
import type { SharedSettings } from './config.ts';
import type { Io } from './io.ts';
import { type PriceList, recordedId } from './model-prices.ts';

const GGUF = 'gguf:';

/**
 * A model as its endpoint gives it, without limit, retries or cache; asks nothing yet.
 *
 * @throws ModelConfigError where a key, a file or a package is missing.
 */
export async function openEndpoint(
  id: string,
  { offline, baseUrl }: Pick<SharedSettings, 'offline' | 'baseUrl'>,
  io: Pick<Io, 'env'>,
): Promise<ChatModel> {
  // Under the id that its replies are stored by.
  if (offline) return createOfflineModel(recordedId(id));
  if (id.startsWith(GGUF)) return createGgufModel({ path: id.slice(GGUF.length) });
  const apiKey = io.env['OPENAI_API_KEY'];
  return createOpenAiModel({ model: id, ...(baseUrl ? { baseUrl } : {}), ...(apiKey ? { apiKey } : {}) });
}

/** Where the replies of a run, and the calls that brought them, are kept. */
export interface ReplyLogs {
  readonly replies: RunLog<ReplyRecord>;
  readonly calls: RunLog<CallRecord>;
}

/** Replies of this run first, then those of the recording; everything that is used ends up in the run's own log. */
function storeCache(
  modelId: string,
  { replies: log }: Pick<ReplyLogs, 'replies'>,
  recording: ReadonlyMap<string, ReplyRecord>,
): { run: ReplyCache; recorded: ReplyCache } {
  return {
    run: {
      get: (key: string): ChatReply | undefined => log.get(key)?.reply,
      put: (key: string, request: ChatRequest, reply: ChatReply) => {
        const { about, ...shaping } = request;
        const subject = about ?? { taskId: '', variantId: '', purpose: 'program' as const };
        return log.append({ key, model: modelId, ...subject, request: shaping, reply, replayed: recording.has(key) });
      },
    },
    recorded: { get: (key) => recording.get(key)?.reply, put: async () => {} },
  };
}

/**
 * USD that some earlier calls cost, those without a count at their worst; replies of before calls were written down
 * count by themselves. Models without a price cost nothing here.
 */
export function spentUsd(
  { replies, calls }: { readonly replies: readonly ReplyRecord[]; readonly calls: readonly CallRecord[] },
  prices: PriceList,
): number {
  const journaled = new Set(calls.map(({ replyKey }) => replyKey));
  const loose = replies.filter(({ key, replayed }) => !replayed && !journaled.has(key));
  const costs = [
    ...calls.map((call) => ({ model: call.model, usage: usageOf(call) })),
    ...loose.map(({ model, request, reply }) => ({ model, usage: reply.usage ?? worstCase(request) })),
  ];
  return costs.reduce((sum, { model, usage }) => {
    const price = prices[model];
    return price ? sum + costOf(usage, price) : sum;
  }, 0);
}

export interface StoredModelOptions {
  readonly settings: Pick<SharedSettings, 'concurrency' | 'retries'>;
  readonly prices: PriceList;
  /** Caps that all of the models draw on. */
  readonly budgets: readonly Budget[];
  /** Hears what each call cost, in USD; 0 where the price is not known. */
  readonly onCost?: (usd: number) => void;
}

/**
 * Models that pay for no reply twice, and together never more than the caps. A reservation is made for each try when it
 * goes out, so that neither waiting calls nor answered ones hold money back.
 */
export function storedModels(
  models: readonly ChatModel[],
  logs: ReplyLogs,
  recording: ReadonlyMap<string, ReplyRecord>,
  { settings, prices, budgets, onCost }: StoredModelOptions,
): readonly ChatModel[] {
  // A model that does two jobs is one model, with one limit.
  const made = new Map<ChatModel, ChatModel>();
  return models.map((model) => {
    const known = made.get(model);
    if (known) return known;
    const { run, recorded } = storeCache(model.id, logs, recording);
    const price = prices[model.id];
    const journaled = withJournal(
      model,
      (call) => logs.calls.append(call),
      (call) => onCost?.(price ? costOf(usageOf(call), price) : 0),
    );
    const paid = price && budgets.length > 0 ? withBudget(journaled, budgets, price) : journaled;
    const tried = withRetry(withLimit(paid, settings.concurrency), { retries: settings.retries });
    const stored = withCache(withCache(tried, recorded), run);
    made.set(model, stored);
    return stored;
  });
}
