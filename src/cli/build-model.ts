import type { ChatModel, ChatReply, ChatRequest, ReplyCache, ReplyRecord } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import type { RunStore } from '../core/run-store.ts';
import { createGgufModel } from '../model/gguf-model.ts';
import { createOfflineModel } from '../model/offline-model.ts';
import { createOpenAiModel } from '../model/openai-model.ts';
import { costOf, createBudget, type TokenPrices, withBudget, worstCase } from '../model/with-budget.ts';
import { withCache } from '../model/with-cache.ts';
import { withLimit } from '../model/with-limit.ts';
import { withRetry } from '../model/with-retry.ts';
import type { RunConfig } from './config.ts';
import type { Io } from './io.ts';

const GGUF = 'gguf:';

/** A model that is not asked for before its first call, so that nothing heavy loads for replayed replies. */
async function endpointModel(id: string, config: RunConfig, io: Io): Promise<ChatModel> {
  if (config.offline) return createOfflineModel(id);
  if (id.startsWith(GGUF)) return createGgufModel({ path: id.slice(GGUF.length) });
  const apiKey = io.env['OPENAI_API_KEY'];
  return createOpenAiModel({
    model: id,
    ...(config.baseUrl ? { baseUrl: config.baseUrl } : {}),
    ...(apiKey ? { apiKey } : {}),
  });
}

/** The prices of a run that has a cap. @throws ConfigError where they are not known. */
function pricesOf({ maxCost, priceInput, priceOutput }: RunConfig): TokenPrices | null {
  if (maxCost === undefined) return null;
  if (priceInput === undefined || priceOutput === undefined) {
    throw new ConfigError('price-unknown', '--max-cost needs the prices of the model', {
      mend: 'Add --price-input and --price-output, in USD per million tokens.',
    });
  }
  return { inputPerMTok: priceInput, outputPerMTok: priceOutput };
}

/** Replies of this run first, then those of the recording; everything that is used ends up in the run's own log. */
function storeCache(
  modelId: string,
  store: RunStore,
  recording: ReadonlyMap<string, ReplyRecord>,
): { run: ReplyCache; recorded: ReplyCache } {
  const log = store.log('replies');
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

/** A model with its limit and retries; asks nothing yet. @throws ModelConfigError where a key or a package is missing. */
export async function buildModel(id: string, config: RunConfig, io: Io): Promise<ChatModel> {
  pricesOf(config);
  return withRetry(withLimit(await endpointModel(id, config, io), config.concurrency), { retries: config.retries });
}

/** What earlier sessions of this run paid; a reply without a token count is taken at its longest. */
function spentUsd(store: RunStore, prices: TokenPrices): number {
  return store
    .log('replies')
    .all()
    .filter(({ replayed }) => !replayed)
    .reduce((sum, { request, reply }) => sum + costOf(reply.usage ?? worstCase(request), prices), 0);
}

/** Models that pay for no reply twice, and together never more than the cap. */
export function storedModels(
  models: readonly ChatModel[],
  config: RunConfig,
  store: RunStore,
  recording: ReadonlyMap<string, ReplyRecord>,
): readonly ChatModel[] {
  const prices = pricesOf(config);
  const budget = prices && config.maxCost !== undefined ? createBudget(config.maxCost, spentUsd(store, prices)) : null;
  return models.map((model) => {
    const { run, recorded } = storeCache(model.id, store, recording);
    const paid = budget && prices ? withBudget(model, budget, prices) : model;
    return withCache(withCache(paid, recorded), run);
  });
}
