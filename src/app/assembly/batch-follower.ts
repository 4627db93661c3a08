import { countsOf } from '../../core/counts-of.ts';
import { ModelError } from '../../core/errors.ts';
import type { Progress } from '../../core/progress.ts';
import { type CallRecord, costOf, type TokenPrices, usageOf, worstCase } from '../../core/token-cost.ts';
import { wait } from '../../core/wait.ts';
import type { Budget } from '../../model/account.ts';
import { usageOfFailure } from '../../model/failures.ts';
import type { BatchAnswer, BatchAsk } from '../../model/openai-batches.ts';
import type { BatchingModel } from '../../model/openai-model.ts';
import { persistently, type RetryOptions } from '../../model/pacing.ts';
import type { RunLog, RunLogs } from '../../records/run-store.ts';

/** What asking in batches takes. */
export interface BatchContext {
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

/** Requests in pieces that an endpoint takes. */
export function inPieces(asks: readonly BatchAsk[]): readonly (readonly BatchAsk[])[] {
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
export type Submission = { readonly token: string; readonly asks: readonly BatchAsk[]; readonly isNew: boolean };

const callKey = (token: string, { id }: BatchAsk) => `${token}:${id}`;

/** Batches of a model with calls that an earlier process left open. */
export function openBatches({ batches, calls }: BatchContext['logs'], modelId: string): readonly Submission[] {
  return batches
    .all()
    .filter(({ model, key, asks }) => {
      return model === modelId && asks.some((ask) => calls.get(callKey(key, ask))?.state === 'open');
    })
    .map(({ key, asks }) => ({ token: key, asks, isNew: false }));
}

/** Follows one batch from handing it in to its stored replies. */
export class Follower {
  readonly #pending: Map<string, BatchAsk>;
  #usd = 0;

  constructor(
    readonly batch: Submission,
    readonly model: BatchingModel,
    readonly context: BatchContext,
  ) {
    this.#pending = new Map(batch.asks.map((ask) => [ask.id, ask]));
  }

  #cost(usage: CallRecord['worst']): number {
    const { price } = this.context;
    return price ? costOf(usage, price, { batch: true }) : 0;
  }

  async #log(ask: BatchAsk, state: CallRecord['state'], usage: CallRecord['usage']): Promise<void> {
    const ids = { key: callKey(this.batch.token, ask), replyKey: ask.id, model: this.model.id };
    const call = { ...ids, worst: worstCase(ask.request), state, usage, batch: true } as const;
    if (state !== 'open') {
      const usd = this.#cost(usageOf(call));
      this.#usd += usd;
      this.context.progress.spend?.(usd);
    }
    await this.context.logs.calls.append(call);
  }

  /** An attempt with an unknown outcome, of this process or another, is looked up before anything is handed in again. */
  async #submit(): Promise<string> {
    const { token, asks, isNew } = this.batch;
    const { logs, pace, signal } = this.context;
    if (isNew) {
      await logs.batches.append({ key: token, model: this.model.id, asks });
      for (const ask of asks) await this.#log(ask, 'open', null);
    }
    const { batches } = this.model;
    let isUnsure = !isNew;
    const attempt = async () => {
      const found = isUnsure ? await batches.find(token, signal) : null;
      isUnsure = true;
      return found ?? (await batches.submit(token, asks, signal));
    };
    return persistently(attempt, signal, pace);
  }

  /** Ends the calls of requests that the endpoint did not reach: it bills what it answered. */
  async #endPending(): Promise<void> {
    for (const ask of this.#pending.values()) await this.#log(ask, 'failed', NOTHING);
  }

  async #untilEnded(batchId: string): Promise<string> {
    const { pace, progress, signal } = this.context;
    const { minDelayMs = FIRST_LOOK_MS, maxDelayMs = RARE_LOOK_MS } = pace;
    const look = () => this.model.batches.look(batchId, signal);
    const { length } = this.batch.asks;
    progress.note(`waits for batch ${batchId} of ${length} requests of ${this.model.id}`);
    let tenths = 0;
    for (let waitMs = minDelayMs; ; waitMs = Math.min(maxDelayMs, waitMs * 1.5)) {
      const { state, status, done, problem } = await persistently(look, signal, pace);
      if (state === 'ended') return status;
      if (state === 'failed') {
        await this.#endPending();
        throw new ModelError('batch-refused', `the endpoint refused batch ${batchId}: ${problem}`, {
          concernsAll: true,
          hint: 'Nothing of it was paid for. Fix what it names and run the same command again, or leave --batch out: then every reply is asked for singly.',
        });
      }
      const now = Math.floor((10 * done) / length);
      if (now > tenths) progress.note(`batch ${batchId}: ${done} of ${length} requests are done`);
      tenths = Math.max(now, tenths);
      await wait(waitMs, signal);
    }
  }

  async #take(ask: BatchAsk, answer: BatchAnswer): Promise<string | null> {
    const { replies } = this.context.logs;
    if ('error' in answer) {
      await this.#log(ask, 'failed', usageOfFailure(answer.error));
      return answer.error.code;
    }
    const { reply } = answer;
    const { id: key, request, about } = ask;
    // What was refused before was asked again to be answered.
    if ((replies.get(key)?.reply.status ?? 'refused') === 'refused')
      await replies.append({ key, model: this.model.id, ...about, request, reply, replayed: false });
    await this.#log(ask, reply.status === 'refused' ? 'refused' : 'answered', reply.usage);
    return null;
  }

  /** Stores every answer of an ended batch. @returns ids of the requests that are answered */
  async #collect(batchId: string, status: string): Promise<readonly string[]> {
    const { progress, signal } = this.context;
    const answered: string[] = [];
    const reasons: string[] = [];
    for await (const answer of this.model.batches.answers(batchId, signal)) {
      const ask = this.#pending.get(answer.id);
      // A line that came twice, or that was never asked for.
      if (!ask) continue;
      this.#pending.delete(ask.id);
      const reason = await this.#take(ask, answer);
      if (reason === null) answered.push(ask.id);
      else reasons.push(reason);
    }
    await this.#endPending();
    reasons.push(...Array.from(this.#pending, () => (status === 'completed' ? 'no answer' : status)));
    if (reasons.length > 0) {
      const why = [...countsOf(reasons)].map(([reason, count]) => `${reason}: ${count}`).join(', ');
      const lost = `${reasons.length} of ${this.batch.asks.length} requests of a batch brought nothing (${why})`;
      progress.note(`${lost}; they are asked singly, at the full price`);
    }
    return answered;
  }

  /**
   * @returns ids of the requests whose replies are stored
   */
  async follow(): Promise<readonly string[]> {
    const { budgets, signal } = this.context;
    const { asks, isNew } = this.batch;
    // A batch of an earlier process counts as spent, at its worst, from the start.
    const worst = isNew ? asks.reduce((sum, { request }) => sum + this.#cost(worstCase(request)), 0) : 0;
    const settlers: ((usd: number) => void)[] = [];
    let cost = 0;
    try {
      if (worst > 0) for (const budget of budgets) settlers.push(await budget.reserve(worst, signal));
      const batchId = await this.#submit();
      cost = worst;
      const answered = await this.#collect(batchId, await this.#untilEnded(batchId));
      cost = this.#usd;
      return answered;
    } finally {
      for (const settle of settlers) settle(cost);
    }
  }
}
