import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAsk, BatchEndpoint, BatchRecord } from '../../core/batch.ts';
import type { ReplyRecord, ReplySubject, TokenUsage } from '../../core/chat.ts';
import { InterruptedError, ModelError } from '../../core/errors.ts';
import type { Progress } from '../../core/progress.ts';
import { type CallRecord, costOf, type TokenPrices, usageOf, worstCase } from '../../core/token-cost.ts';
import { mayBeCharged } from '../../model/may-be-charged.ts';
import type { Budget } from '../../model/with-budget.ts';
import type { RunLog } from '../../records/run-store.ts';

/** How long a batch is left alone between two looks, in milliseconds. */
export interface PollTimes {
  readonly firstMs: number;
  readonly mostMs: number;
}

const USUAL_TIMES: PollTimes = { firstMs: 1000, mostMs: 60_000 };
const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** What following a batch takes. */
export interface BatchContext {
  readonly modelId: string;
  readonly endpoint: BatchEndpoint;
  readonly logs: {
    readonly replies: RunLog<ReplyRecord>;
    readonly calls: RunLog<CallRecord>;
    readonly batches: RunLog<BatchRecord>;
  };
  readonly budgets: readonly Budget[];
  readonly price: TokenPrices | null;
  /** Further tries after an error that may pass. */
  readonly retries: number;
  readonly times?: PollTimes;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A request with what it is for. */
export type SubjectAsk = BatchAsk & { readonly about: ReplySubject };

/** A batch of ours: a new one, or one of an earlier process, of which it may not be known whether it arrived. */
export interface Submission {
  readonly token: string;
  readonly asks: readonly SubjectAsk[];
  /** Null if it is not known. */
  readonly batchId: string | null;
  readonly isNew: boolean;
}

/** What came of a batch. */
interface BatchOutcome {
  /** Ids of the requests whose replies are stored. */
  readonly answered: readonly string[];
  /** Requests without an answer, by the commonest reason. */
  readonly unanswered: readonly (readonly [reason: string, count: number])[];
}

const stateKey = (token: string) => `${token}:state`;

/** Batches of a model that an earlier process left without an end. */
export function openBatches({ batches }: BatchContext['logs'], modelId: string): readonly Submission[] {
  return batches.all().flatMap((record) => {
    if (record.kind !== 'prepared' || record.model !== modelId) return [];
    const state = batches.get(stateKey(record.key));
    if (state?.kind === 'state' && state.state !== 'submitted') return [];
    const batchId = state?.kind === 'state' ? state.batchId : null;
    return [{ token: record.key, asks: record.asks, batchId, isNew: false }];
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new InterruptedError();
  });
}

/** Does it again after errors that may pass, with growing waits. */
async function persistently<T>(work: () => Promise<T>, { retries, times = USUAL_TIMES, signal }: BatchContext) {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ModelError && error.retryable) || tries >= retries) throw error;
      await pause(error.retryAfterMs ?? Math.min(times.mostMs, times.firstMs * 2 ** tries), signal);
    }
  }
}

function callOf(token: string, { id, request }: BatchAsk, modelId: string): CallRecord {
  return {
    key: `${token}:${id}`,
    replyKey: id,
    model: modelId,
    state: 'open',
    usage: null,
    worst: worstCase(request),
    batch: true,
  };
}

/**
 * Writes a batch down and hands it in; the token is on the disk before anything goes out. An attempt whose outcome is not
 * known, of this process or of one that died, is looked up at the endpoint before anything is handed in again.
 */
async function submitOnce({ token, asks, isNew }: Submission, context: BatchContext): Promise<string> {
  const { modelId, endpoint, logs, signal } = context;
  if (isNew) {
    await logs.batches.append({ key: token, kind: 'prepared', model: modelId, asks });
    for (const ask of asks) await logs.calls.append(callOf(token, ask, modelId));
  }
  let isUnsure = !isNew;
  const batchId = await persistently(async () => {
    const found = isUnsure ? await endpoint.find(token, signal) : null;
    isUnsure = true;
    return found ?? (await endpoint.submit(token, asks, signal));
  }, context);
  await logs.batches.append({ key: stateKey(token), kind: 'state', state: 'submitted', batchId, status: 'submitted' });
  return batchId;
}

/** Ends the calls of a batch that brought nothing. */
async function endCalls(token: string, asks: readonly BatchAsk[], usage: TokenUsage | null, context: BatchContext) {
  for (const ask of asks) {
    await context.logs.calls.append({ ...callOf(token, ask, context.modelId), state: 'failed', usage });
  }
}

async function untilEnded({ token, asks }: Submission, batchId: string, context: BatchContext) {
  const { endpoint, logs, times = USUAL_TIMES, progress, signal } = context;
  let tenths = 0;
  progress.note(`waits for batch ${batchId} of ${asks.length} requests of ${context.modelId}`);
  for (let waitMs = times.firstMs; ; waitMs = Math.min(times.mostMs, waitMs * 1.5)) {
    const { state, status, done, problem } = await persistently(() => endpoint.look(batchId, signal), context);
    if (state === 'ended') return status;
    if (state === 'failed') {
      await endCalls(token, asks, NOTHING, context);
      await logs.batches.append({ key: stateKey(token), kind: 'state', state: 'refused', batchId, status });
      throw new ModelError('batch-refused', `the endpoint refused batch ${batchId}: ${problem}`, {
        concernsAll: true,
        hint: 'Nothing of it was paid for. Fix what it names and run the same command again, or leave --batch out: then every reply is asked for singly.',
      });
    }
    const now = Math.floor((10 * done) / asks.length);
    if (now > tenths) progress.note(`batch ${batchId}: ${done} of ${asks.length} requests are done`);
    tenths = Math.max(now, tenths);
    await pause(waitMs, signal);
  }
}

/** Stores every answer of an ended batch, under the key of its request; a reply that is stored already stays. */
async function collect(
  { token, asks }: Submission,
  batchId: string,
  status: string,
  context: BatchContext,
): Promise<BatchOutcome & { readonly usd: number }> {
  const { modelId, endpoint, logs, price, progress, signal } = context;
  const open = new Map(asks.map((ask) => [ask.id, ask]));
  const answered: string[] = [];
  const reasons = new Map<string, number>();
  let usd = 0;
  const end = async (ask: SubjectAsk, change: Pick<CallRecord, 'state' | 'usage'>) => {
    const call = { ...callOf(token, ask, modelId), ...change };
    await logs.calls.append(call);
    const cost = price ? costOf(usageOf(call), price, { batch: true }) : 0;
    usd += cost;
    progress.spend?.(cost);
  };
  for await (const answer of endpoint.answers(batchId, signal)) {
    const ask = open.get(answer.id);
    // A line that came twice, or that nobody asked for.
    if (!ask) continue;
    open.delete(answer.id);
    if ('reply' in answer) {
      const { reply } = answer;
      const { request, about } = ask;
      const record = { key: ask.id, model: modelId, ...about, request, reply, replayed: false };
      // What was refused before was asked again to be answered.
      const known = logs.replies.get(ask.id);
      if (!known || known.reply.status === 'refused') await logs.replies.append(record);
      answered.push(ask.id);
      await end(ask, { state: reply.status === 'refused' ? 'refused' : 'answered', usage: reply.usage });
    } else {
      const { code, usage } = answer.error;
      const isFree = code === 'model-batch-error' || !mayBeCharged(answer.error);
      await end(ask, { state: 'failed', usage: usage ?? (isFree ? NOTHING : null) });
      reasons.set(code, (reasons.get(code) ?? 0) + 1);
    }
  }
  // What the files do not name was not reached: an endpoint bills what it answered.
  await endCalls(token, [...open.values()], NOTHING, context);
  if (open.size > 0) reasons.set(status === 'completed' ? 'no answer' : status, open.size);
  await logs.batches.append({ key: stateKey(token), kind: 'state', state: 'collected', batchId, status });
  return { answered, unanswered: [...reasons].sort(([, a], [, b]) => b - a), usd };
}

/**
 * One batch from its token to its stored replies.
 *
 * @throws ModelError `batch-refused` where the endpoint took none of it, BudgetError, InterruptedError (the batch goes on
 * at the endpoint, and the next process fetches it)
 */
export async function followBatch(batch: Submission, context: BatchContext): Promise<BatchOutcome> {
  const { price, budgets, progress, signal } = context;
  const { asks, isNew } = batch;
  // A batch of an earlier process counts as spent, at its worst, from the start.
  const worst =
    price && isNew ? asks.reduce((sum, { request }) => sum + costOf(worstCase(request), price, { batch: true }), 0) : 0;
  const settlers: ((usd: number) => void)[] = [];
  let cost = 0;
  try {
    if (worst > 0) for (const budget of budgets) settlers.push(await budget.reserve(worst, signal));
    const id = batch.batchId ?? (await submitOnce(batch, context));
    cost = worst;
    const status = await untilEnded(batch, id, context).catch((error: unknown) => {
      if (error instanceof InterruptedError) {
        progress.note(`batch ${id} goes on at the endpoint; the same command fetches it`);
      }
      throw error;
    });
    const { usd, ...outcome } = await collect(batch, id, status, context);
    cost = usd;
    return outcome;
  } finally {
    for (const settle of settlers) settle(cost);
  }
}
