import { parseFailureLimit } from '../../analysis/calls/failure-limit.ts';
import type { ChatModel } from '../../core/chat.ts';
import { ModelConfigError } from '../../core/errors.ts';
import { oncePer } from '../../core/once-per.ts';
import { type CallRecord, costOf, usageOf } from '../../core/token-cost.ts';
import { type Budget, withBudget, withJournal } from '../../model/account.ts';
import { createGgufModel } from '../../model/gguf-model.ts';
import { createOfflineModel } from '../../model/offline-model.ts';
import { createOpenAiModel } from '../../model/openai-model.ts';
import { type CallQueue, callQueue, type RetryOptions, withDrain, withLimit, withRetry } from '../../model/pacing.ts';
import { withCache } from '../../model/with-cache.ts';
import type { RecordedRequests } from '../../pipeline/deps.ts';
import type { RunStore } from '../../records/run-store.ts';
import type { Context } from '../context.ts';
import type { SharedSettings } from '../settings/config.ts';
import { modelFile, type PriceList, recordedId } from '../settings/prices.ts';
import { valuesOf } from '../settings/setting.ts';
import { NO_RECORDING, type RecordedAnswers, storedAnswers } from './stored-replies.ts';
import { withBatches } from './with-batches.ts';

type EndpointSettings = Partial<Pick<SharedSettings, 'offline' | 'baseUrl' | 'extraBody' | 'requestTimeoutMs'>>;

/** A model as its endpoint gives it, without limit, retries or cache; asks nothing yet. */
export async function openEndpoint(id: string, settings: EndpointSettings, { env }: Pick<Context, 'env'>) {
  const { offline, baseUrl, requestTimeoutMs, extraBody } = settings;
  // Under the id that its replies are stored by.
  if (offline) return createOfflineModel(recordedId(id));
  const path = modelFile(id);
  if (path !== undefined) {
    if (extraBody !== undefined) {
      throw new ModelConfigError('gguf-extras', `${id} takes no extra body`, {
        hint: 'Leave --extra-body out: a model file is sampled by temperature and top-p alone.',
      });
    }
    return createGgufModel({ path });
  }
  const apiKey = env['OPENAI_API_KEY'] || undefined;
  return createOpenAiModel({ model: id, ...valuesOf({ baseUrl, apiKey, timeoutMs: requestTimeoutMs }) });
}

/** Puts the same extra fields into every request, so that they are part of its cache key too. */
function withExtras(model: ChatModel, extraBody: SharedSettings['extraBody']): ChatModel {
  if (extraBody === undefined) return model;
  return { id: model.id, complete: (request, signal) => model.complete({ extraBody, ...request }, signal) };
}

/** USD that earlier calls cost, those without a count at their worst; models without a price cost nothing here. */
export function spentUsd(calls: readonly CallRecord[], prices: PriceList): number {
  return calls.reduce((sum, call) => {
    const price = prices[call.model];
    return price ? sum + costOf(usageOf(call), price, { batch: call.batch === true }) : sum;
  }, 0);
}

/** Where calls are kept, what they may cost, and who hears of them. */
export interface CallPorts {
  readonly prices: PriceList;
  /** Caps that all of the models draw on. */
  readonly budgets: readonly Budget[];
  /** Of the calls, if others share it; one of `concurrency` by default. */
  readonly queue?: CallQueue;
  readonly recorded?: { readonly requests: RecordedRequests | null; readonly answers: RecordedAnswers };
  readonly store: Pick<RunStore, 'log'>;
  /** Of the run; many by default. */
  readonly tasks?: number;
  /** Calls under way when the signal is aborted are waited for a little, so that paid replies are kept. */
  readonly context: Pick<Context, 'progress' | 'signal'>;
  /** How tries, and looks at batches, are spaced, if not as usual. */
  readonly pace?: Omit<RetryOptions, 'retries'>;
}

export const isBatched = ({ batch, samplesFile }: Partial<SharedSettings>) =>
  batch === true && samplesFile === undefined;

/**
 * Models that never pay for a reply twice, and together never more than the caps. A reservation is made for each try when it
 * goes out, so that neither waiting calls nor answered ones hold money back. A single call that fails is put on
 * record and becomes a reply of status `failed`.
 */
export function modelStack(
  settings: Pick<SharedSettings, 'concurrency' | 'retries'> & Partial<SharedSettings>,
  { prices, budgets, queue, recorded, store, tasks, context: { progress, signal }, pace = {} }: CallPorts,
): (model: ChatModel) => ChatModel {
  const { concurrency, retries, retryFailed = false, maxFailures } = settings;
  const limit = maxFailures === undefined ? undefined : parseFailureLimit(String(maxFailures));
  const logs = { replies: store.log('replies'), failures: store.log('failures'), calls: store.log('calls') };
  // A model that does two jobs is one model, with one limit.
  return oncePer((model) => {
    const keeping = { recording: recorded?.answers ?? NO_RECORDING, retryFailed, tasks, maxFailures: limit };
    const answers = storedAnswers(model.id, logs, keeping);
    const price = prices[model.id] ?? null;
    const spend = (call: CallRecord) => progress.spend?.(price ? costOf(usageOf(call), price) : 0);
    const journaled = withJournal(model, (call) => logs.calls.append(call), spend);
    const drained = withDrain(journaled, signal);
    const paid = price && budgets.length > 0 ? withBudget(drained, budgets, price) : drained;
    // A call that waits keeps its place: an endpoint that is busy is asked less, and one that is gone not by everyone.
    const own = { ...pace, retries };
    const tried = withLimit(withRetry(paid, own), queue ?? callQueue(concurrency), answers.over);
    const batching = { pace: own, budgets, price, signal, progress };
    const asked = isBatched(settings)
      ? withBatches(tried, model, { ...batching, logs: { ...logs, batches: store.log('batches') } })
      : tried;
    return withExtras(withCache(asked, answers.cache), settings.extraBody);
  });
}
