import { randomUUID } from 'node:crypto';
import { type ChatModel, type ChatReply, type ChatRequest, type ReplyPurpose, requestKey } from '../../core/chat.ts';
import { countsOf } from '../../core/counts-of.ts';
import { endedBy } from '../../core/ended-by.ts';
import { ModelConfigError, ModelError } from '../../core/errors.ts';
import { plural } from '../../core/plural.ts';
import type { Progress } from '../../core/progress.ts';
import { type CallRecord, costOf, type TokenPrices, usageOf, worstCase } from '../../core/token-cost.ts';
import { wait } from '../../core/wait.ts';
import type { Budget } from '../../model/account.ts';
import { usageOfFailure } from '../../model/failures.ts';
import type { BatchAnswer, BatchAsk } from '../../model/openai-batches.ts';
import type { BatchingModel } from '../../model/openai-model.ts';
import { persistently, type RetryOptions } from '../../model/pacing.ts';
import { allAwaited } from '../../pipeline/ask-model.ts';
import type { RunLog, RunLogs } from '../../records/run-store.ts';

/** What asking in batches takes. */
interface BatchContext {
  readonly logs: { readonly [K in 'replies' | 'calls' | 'batches']: RunLog<RunLogs[K]> };
  readonly budgets: readonly Budget[];
  readonly price: TokenPrices | null;
  /** Of tries after an error that may pass, and of looks at a batch. */
  readonly pace: RetryOptions;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Limits of one batch: OpenAI takes 50,000 requests and 200 MB. */
const MOST_REQUESTS = 50_000;
const MOST_CHARACTERS = 100_000_000;
const NOTHING = { inputTokens: 0, outputTokens: 0 };
/** How long a batch is left alone between two looks, at first and at most. */
const FIRST_LOOK_MS = 1000;
const RARE_LOOK_MS = 60_000;
/** A stage asks for all that it wants in one go: after so long without a request there are no more of them. */
const QUIET_MS = 50;
/** Purposes whose requests come many at a time; rivals ask one question after the other. */
const BATCHED: ReadonlySet<ReplyPurpose> = new Set(['program', 'tests', 'plan', 'mutation'] as const);

/** Requests in pieces that an endpoint takes. */
function inPieces(asks: readonly BatchAsk[]): readonly (readonly BatchAsk[])[] {
  const pieces: BatchAsk[][] = [];
  let room = 0;
  for (const ask of asks) {
    const { length } = JSON.stringify(ask.request);
    const last = pieces.at(-1);
    if (!last || last.length >= MOST_REQUESTS || length > room) {
      pieces.push([ask]);
      room = MOST_CHARACTERS;
    } else last.push(ask);
    room -= length;
  }
  return pieces;
}

/** A new batch, or one of an earlier process, which may not have learned whether it arrived. */
type Submission = { readonly token: string; readonly asks: readonly BatchAsk[]; readonly isNew: boolean };

const callKey = (token: string, { id }: BatchAsk) => `${token}:${id}`;

/** Follows a batch from handing it in to its stored replies. @returns ids of the requests that it answered */
async function followBatch(
  { token, asks, isNew }: Submission,
  { id: model, batches }: BatchingModel,
  { logs, budgets, price, pace, progress, signal }: BatchContext,
): Promise<readonly string[]> {
  const pending = new Map(asks.map((ask) => [ask.id, ask]));
  const costOfAll = (usages: readonly CallRecord['worst'][]) =>
    usages.reduce((sum, usage) => sum + (price ? costOf(usage, price, { batch: true }) : 0), 0);

  const log = async (ask: BatchAsk, state: CallRecord['state'], usage: CallRecord['usage']) => {
    const ids = { key: callKey(token, ask), replyKey: ask.id, model };
    const call = { ...ids, worst: worstCase(ask.request), state, usage, batch: true } as const;
    if (state !== 'open') progress.spend?.(costOfAll([usageOf(call)]));
    await logs.calls.append(call);
  };
  /** Ends the calls of requests that the endpoint did not reach: it bills what it answered. */
  const endPending = async () => {
    for (const ask of pending.values()) await log(ask, 'failed', NOTHING);
  };

  const submit = async () => {
    if (isNew) {
      await logs.batches.append({ key: token, model, asks });
      for (const ask of asks) await log(ask, 'open', null);
    }
    // An attempt with an unknown outcome, of this process or another, is looked up before anything is handed in again.
    let isUnsure = !isNew;
    const attempt = async () => {
      const found = isUnsure ? await batches.find(token, signal) : null;
      isUnsure = true;
      return found ?? (await batches.submit(token, asks, signal));
    };
    return persistently(attempt, signal, pace);
  };

  const untilEnded = async (batchId: string): Promise<string> => {
    const { minDelayMs = FIRST_LOOK_MS, maxDelayMs = RARE_LOOK_MS } = pace;
    progress.note(`waits for batch ${batchId} of ${asks.length} requests of ${model}`);
    let tenths = 0;
    for (let waitMs = minDelayMs; ; waitMs = Math.min(maxDelayMs, waitMs * 1.5)) {
      const look = () => batches.look(batchId, signal);
      const { state, status, done, problem } = await persistently(look, signal, pace);
      if (state === 'ended') return status;
      if (state === 'failed') {
        await endPending();
        throw new ModelError('batch-refused', `the endpoint refused batch ${batchId}: ${problem}`, {
          concernsAll: true,
          hint: 'Nothing of it was paid for. Fix what it names and run the same command again, or leave --batch out: then every reply is asked for singly.',
        });
      }
      const now = Math.floor((10 * done) / asks.length);
      if (now > tenths) progress.note(`batch ${batchId}: ${done} of ${asks.length} requests are done`);
      tenths = Math.max(now, tenths);
      await wait(waitMs, signal);
    }
  };

  /** Stores an answer. @returns why it brought nothing; null if it is a reply */
  const take = async (ask: BatchAsk, answer: BatchAnswer): Promise<string | null> => {
    if ('error' in answer) {
      await log(ask, 'failed', usageOfFailure(answer.error));
      return answer.error.code;
    }
    const { reply } = answer;
    const { id: key, request, about } = ask;
    // What was refused before was asked again to be answered.
    const isOpen = (logs.replies.get(key)?.reply.status ?? 'refused') === 'refused';
    if (isOpen) await logs.replies.append({ key, model, ...about, request, reply, replayed: false });
    await log(ask, reply.status === 'refused' ? 'refused' : 'answered', reply.usage);
    return null;
  };

  const collect = async (batchId: string, status: string): Promise<readonly string[]> => {
    const answered: string[] = [];
    const reasons: string[] = [];
    for await (const answer of batches.answers(batchId, signal)) {
      const ask = pending.get(answer.id);
      // A line that came twice, or that was never asked for.
      if (!ask) continue;
      pending.delete(ask.id);
      const reason = await take(ask, answer);
      if (reason === null) answered.push(ask.id);
      else reasons.push(reason);
    }
    await endPending();
    reasons.push(...Array.from(pending, () => (status === 'completed' ? 'no answer' : status)));
    if (reasons.length > 0) {
      const why = [...countsOf(reasons)].map(([reason, count]) => `${reason}: ${count}`).join(', ');
      const lost = `${reasons.length} of ${asks.length} requests of a batch brought nothing (${why})`;
      progress.note(`${lost}; they are asked singly, at the full price`);
    }
    return answered;
  };

  // A batch of an earlier process counts as spent, at its worst, from the start.
  const worst = isNew ? costOfAll(asks.map(({ request }) => worstCase(request))) : 0;
  const settlers: ((usd: number) => void)[] = [];
  let cost = 0;
  try {
    if (worst > 0) for (const budget of budgets) settlers.push(await budget.reserve(worst, signal));
    const batchId = await submit();
    cost = worst;
    const answered = await collect(batchId, await untilEnded(batchId));
    cost = costOfAll(asks.flatMap((ask) => logs.calls.get(callKey(token, ask)) ?? []).map(usageOf));
    return answered;
  } finally {
    for (const settle of settlers) settle(cost);
  }
}

interface Waiting {
  readonly ask: BatchAsk;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  resolve(reply: ChatReply | Promise<ChatReply>): void;
  reject(error: unknown): void;
}

/**
 * Sends the requests of a stage in batches. One request goes out singly before the first batch and shows which fields
 * the model refuses, so that a batch is not refused line by line. A batch of an earlier process is fetched first.
 * Requests without an answer in a batch are sent singly; none is in two batches.
 *
 * @param single the same model with one call per request
 */
export function withBatches(single: ChatModel, endpoint: ChatModel, context: BatchContext): ChatModel {
  if (!('batches' in endpoint)) {
    throw new ModelConfigError('batch-unsupported', `${endpoint.id} cannot be asked in batches`, {
      hint: 'Leave --batch out.',
    });
  }
  const { logs, progress } = context;
  /** Requests that were in a batch, and whether it answered them. */
  const tried = new Map<string, boolean>();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let earlier: Promise<void> | null = null;
  let probe: Promise<unknown> | null = null;

  const follow = async (batches: readonly Submission[], signal: AbortSignal) => {
    for (const { id } of batches.flatMap(({ asks }) => asks)) tried.set(id, false);
    const followed = batches.map((each) => followBatch(each, endpoint as BatchingModel, { ...context, signal }));
    for (const id of (await allAwaited(followed)).flat()) tried.set(id, true);
  };

  /** Follows batches with calls that an earlier process left open. */
  const fetchEarlier = (signal: AbortSignal) => {
    const isOpen = (ask: BatchAsk, token: string) => logs.calls.get(callKey(token, ask))?.state === 'open';
    const open = logs.batches
      .all()
      .filter(({ model, key, asks }) => model === endpoint.id && asks.some((ask) => isOpen(ask, key)))
      .map(({ key, asks }) => ({ token: key, asks, isNew: false }));
    if (open.length > 0) progress.note(`resumes ${plural(open.length, 'batch')} of an earlier session`);
    return follow(open, signal);
  };

  const flush = async () => {
    const group = waiting;
    waiting = [];
    const ending = endedBy([context.signal, ...new Set(group.map(({ signal }) => signal))]);
    // The leading request has its reply together with the others: requests that it triggers go into the next batch.
    let give = () => {};
    try {
      earlier ??= fetchEarlier(ending.signal);
      await earlier;
      let open = group.filter(({ ask }) => !tried.has(ask.id));
      const [first] = open;
      if (!probe && first) {
        const reply = single.complete(first.request, first.signal);
        give = () => first.resolve(reply);
        probe = reply.catch((error: unknown) => {
          if (!(error instanceof ModelError) || error.concernsAll) throw error;
        });
        open = open.slice(1);
      }
      await probe;
      const pieces = inPieces(open.map(({ ask }) => ask));
      const batches = pieces.map((asks) => ({ token: randomUUID(), asks, isNew: true }));
      await follow(batches, ending.signal);
      give();
      for (const { ask, request, signal, resolve } of group) {
        const stored = tried.get(ask.id) ? logs.replies.get(ask.id) : undefined;
        if (tried.has(ask.id)) resolve(stored?.reply ?? single.complete(request, signal));
      }
    } catch (error) {
      give();
      // A batch that could not be handed in or fetched is no failure of its single requests.
      const isOfBatch = error instanceof ModelError && !error.concernsAll;
      const { code, message, hint } = error as ModelError;
      const reason = isOfBatch ? new ModelError(code, message, { concernsAll: true, cause: error, hint }) : error;
      for (const { reject } of group) reject(reason);
    } finally {
      ending.release();
    }
  };

  return {
    id: single.id,
    complete: (request, signal) => {
      const { about, ...shaping } = request;
      if (!about || !BATCHED.has(about.purpose)) return single.complete(request, signal);
      return new Promise((resolve, reject) => {
        const ask = { id: requestKey(endpoint.id, request), request: shaping, about };
        waiting.push({ ask, request, signal, resolve, reject });
        clearTimeout(timer);
        timer = setTimeout(() => void flush(), QUIET_MS);
      });
    },
  };
}
