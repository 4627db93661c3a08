import { randomUUID } from 'node:crypto';
import { type BatchingModel, type BatchRecord, canBatch } from '../../core/batch.ts';
import { type ChatModel, type ChatReply, type ChatRequest, requestKey } from '../../core/chat.ts';
import { ModelConfigError } from '../../core/errors.ts';
import type { Progress } from '../../core/progress.ts';
import type { Budget } from '../../model/with-budget.ts';
import { withExtras } from '../../model/with-extras.ts';
import type { AskedModels, Prefetch } from '../../pipeline/deps.ts';
import type { RunLog } from '../../records/run-store.ts';
import type { SharedSettings } from '../settings/config.ts';
import type { PriceList } from '../settings/prices.ts';
import {
  type BatchContext,
  type BatchOutcome,
  followBatch,
  type PollTimes,
  type SubjectAsk,
  stateOf,
} from './follow-batch.ts';
import { extrasOf, type ReplyLogs } from './model-stack.ts';
import { type RecordedAnswers, storedAnswers } from './stored-replies.ts';

/** What one batch may hold: OpenAI takes 50,000 requests and 200 MB. */
const MOST_REQUESTS = 50_000;
const MOST_CHARACTERS = 100_000_000;

/** A model with the same model behind its decorators, which asks singly. */
interface BatchedModel {
  readonly endpoint: ChatModel;
  readonly single: ChatModel;
}

interface BatchSessionOptions {
  readonly models: { readonly [K in keyof AskedModels]: BatchedModel };
  readonly logs: ReplyLogs & { readonly batches: RunLog<BatchRecord> };
  readonly retries: number;
  readonly prices: PriceList;
  readonly budgets: readonly Budget[];
  readonly times?: PollTimes;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A batch to wait for; `batchId` is null before it was handed in. */
interface Piece {
  readonly token: string;
  readonly asks: readonly SubjectAsk[];
  readonly batchId: string | null;
}

/** The batches of one process: those that it hands in, and those that an earlier one left. */
interface BatchSession {
  /** Keys of the requests that a batch of this session has held, or that were met; none is asked in a second batch. */
  readonly tried: Set<string>;
  /** Fetches what an earlier process handed in, or died over. */
  fetchEarlier(): Promise<void>;
  /** Asks for what is wanted of a model; one that does not take part is left alone. */
  askTogether(asks: readonly SubjectAsk[], modelId: string): Promise<void>;
}

/** Requests in pieces that an endpoint takes. */
function inPieces(asks: readonly SubjectAsk[]): readonly (readonly SubjectAsk[])[] {
  const pieces: SubjectAsk[][] = [];
  let characters = 0;
  for (const ask of asks) {
    const { length } = JSON.stringify(ask.request);
    const last = pieces.at(-1);
    if (last && last.length < MOST_REQUESTS && characters + length <= MOST_CHARACTERS) last.push(ask);
    else {
      pieces.push([ask]);
      characters = 0;
    }
    characters += length;
  }
  return pieces;
}

function toNote({ answered, unanswered }: BatchOutcome): string | null {
  const lost = unanswered.reduce((sum, [, count]) => sum + count, 0);
  if (lost === 0) return null;
  const reasons = unanswered.map(([reason, count]) => `${reason}: ${count}`).join(', ');
  return `${lost} of ${answered + lost} requests of a batch brought nothing (${reasons}); they are asked singly, at the full price`;
}

function requireBatches(model: ChatModel): BatchingModel {
  if (canBatch(model)) return model;
  throw new ModelConfigError('batch-unsupported', `${model.id} cannot be asked in batches`, {
    hint: 'Leave --batch out.',
  });
}

const batchesText = (pieces: readonly Piece[]) => (pieces.length === 1 ? 'a batch' : `${pieces.length} batches`);

/** Batches of a model that are on record without an end. */
function openPieces(logs: BatchSessionOptions['logs'], modelId: string): readonly Piece[] {
  return logs.batches.all().flatMap((record) => {
    if (record.kind !== 'prepared' || record.model !== modelId) return [];
    const state = stateOf(record.key, logs);
    if (state && state.state !== 'submitted') return [];
    return [{ token: record.key, asks: record.asks, batchId: state?.batchId ?? null }];
  });
}

/** @throws ModelConfigError `batch-unsupported` */
function openBatchSession(options: BatchSessionOptions): BatchSession {
  const { models, logs, retries, prices, budgets, times, progress, signal } = options;
  const batching = new Map<string, { readonly model: BatchingModel; readonly single: ChatModel }>();
  for (const { endpoint, single } of Object.values(models)) {
    batching.set(endpoint.id, { model: requireBatches(endpoint), single });
  }
  const tried = new Set<string>();
  const probed = new Set<string>();

  const contextOf = (model: BatchingModel): BatchContext => ({
    modelId: model.id,
    endpoint: model.batches,
    logs,
    budgets,
    price: prices[model.id] ?? null,
    retries,
    ...(times ? { times } : {}),
    progress,
    signal,
  });

  const follow = async (pieces: readonly Piece[], model: BatchingModel, mayBeThere: boolean) => {
    if (pieces.length === 0) return;
    const asked = pieces.reduce((sum, { asks }) => sum + asks.length, 0);
    progress.start(`wait for ${batchesText(pieces)} of ${model.id}`, asked);
    // All are awaited before one failure is thrown, so that what was paid for is stored.
    const outcomes = await Promise.allSettled(
      pieces.map(({ token, asks, batchId }) => {
        for (const { id } of asks) tried.add(id);
        return followBatch(token, asks, { batchId, mayBeThere }, contextOf(model));
      }),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') throw outcome.reason;
      const note = toNote(outcome.value);
      if (note) progress.note(note);
    }
  };

  return {
    tried,
    async fetchEarlier() {
      for (const { model } of batching.values()) {
        const open = openPieces(logs, model.id);
        if (open.length > 0) progress.note(`goes on with ${batchesText(open)} of an earlier session`);
        await follow(open, model, true);
      }
    },
    async askTogether(asks, modelId) {
      const known = batching.get(modelId);
      if (!known) return;
      const [first, ...others] = asks;
      const isFirstBatch = !probed.has(modelId);
      probed.add(modelId);
      if (isFirstBatch && first) await known.single.complete({ ...first.request, about: first.about }, signal);
      const rest = isFirstBatch ? others : asks;
      const pieces = inPieces(rest).map((piece): Piece => ({ token: randomUUID(), asks: piece, batchId: null }));
      await follow(pieces, known.model, false);
    },
  };
}

export interface BatchPrefetchOptions extends Omit<BatchSessionOptions, 'retries'> {
  readonly recording: RecordedAnswers;
  readonly settings: Pick<SharedSettings, 'retries' | 'retryFailed' | 'reasoningEffort' | 'extraBody'>;
}

const NOT_YET: ChatReply = { status: 'failed', text: '', usage: null };

/** Requests that are wanted, by model and by key. */
type Wanted = Map<string, Map<string, SubjectAsk>>;

/** Answers what is on record, and keeps the rest as wanted. */
function listeningModel(
  id: string,
  { run, recorded, failures }: ReturnType<typeof storedAnswers>,
  tried: Set<string>,
  wanted: Wanted,
): ChatModel {
  return {
    id,
    complete: async (request: ChatRequest) => {
      const key = requestKey(id, request);
      const stored = run.get(request) ?? recorded.get(request);
      if (stored) return stored;
      if (failures.find(request) || tried.has(key)) return NOT_YET;
      tried.add(key);
      const { about = { taskId: '', variantId: '', purpose: 'program' as const }, also: _also, ...shaping } = request;
      const own = wanted.get(id) ?? new Map<string, SubjectAsk>();
      wanted.set(id, own.set(key, { id: key, request: shaping, about }));
      return NOT_YET;
    },
  };
}

/**
 * Asks in batches for whatever a stage wants that is not on record. One request of each model goes out singly before its
 * first batch: what the model refuses by name is known by then, so that a batch is not refused line by line. A batch that
 * an earlier process left is fetched first. What a batch does not answer stays for the stage to ask singly; nothing is
 * asked in two batches of one session.
 *
 * @throws ModelConfigError `batch-unsupported`
 */
export function batchPrefetch({ recording, settings, ...options }: BatchPrefetchOptions): Prefetch {
  const { models, logs } = options;
  const session = openBatchSession({ ...options, retries: settings.retries });
  let earlier: Promise<void> | null = null;
  return async (asking) => {
    earlier ??= session.fetchEarlier();
    await earlier;
    for (;;) {
      const wanted: Wanted = new Map();
      const listening = (model: ChatModel) => {
        const answers = storedAnswers(model.id, logs, recording, { retryFailed: settings.retryFailed });
        return withExtras(listeningModel(model.id, answers, session.tried, wanted), extrasOf(settings));
      };
      await asking({
        model: listening(models.model.endpoint),
        testModel: listening(models.testModel.endpoint),
        rewriter: listening(models.rewriter.endpoint),
      });
      if (wanted.size === 0) return;
      for (const [modelId, asks] of wanted) await session.askTogether([...asks.values()], modelId);
    }
  };
}
