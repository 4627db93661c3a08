import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAsk, BatchingModel } from '../../core/batch.ts';
import { type ChatModel, type ChatReply, type ChatRequest, type ReplyPurpose, requestKey } from '../../core/chat.ts';
import { endedBy } from '../../core/ended-by.ts';
import { InterruptedError, ModelConfigError, ModelError } from '../../core/errors.ts';
import { plural } from '../../core/plural.ts';
import type { Progress } from '../../core/progress.ts';
import { type CallRecord, costOf, type TokenPrices, usageOf, worstCase } from '../../core/token-cost.ts';
import { mayBeCharged } from '../../model/may-be-charged.ts';
import type { Budget } from '../../model/with-budget.ts';
import type { RunLog, RunLogs } from '../../records/run-store.ts';

/** What asking in batches takes. */
export interface BatchContext {
  readonly logs: { readonly [K in 'replies' | 'calls' | 'batches']: RunLog<RunLogs[K]> };
  readonly budgets: readonly Budget[];
  readonly price: TokenPrices | null;
  /** Further tries after an error that may pass. */
  readonly retries: number;
  /** How long a batch is left alone between two looks. */
  readonly times?: { readonly firstMs: number; readonly mostMs: number };
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Limits of one batch: OpenAI takes 50,000 requests and 200 MB. */
const MOST_REQUESTS = 50_000;
const MOST_CHARACTERS = 100_000_000;
/** A stage asks for all that it wants in one go: after so long without a request there are no more of them. */
const QUIET_MS = 50;
/** Purposes whose requests come many at a time; rivals ask one question after the other. */
const BATCHED: ReadonlySet<ReplyPurpose> = new Set(['program', 'tests', 'plan', 'mutation'] as const);
const NOTHING = { inputTokens: 0, outputTokens: 0 };

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

/** A batch of ours: a new one, or one of an earlier process, which may not know whether it arrived. */
interface Submission {
  readonly token: string;
  readonly asks: readonly BatchAsk[];
  readonly batchId: string | null;
  readonly isNew: boolean;
}

const stateKey = (token: string) => `${token}:state`;

/** Batches of a model that an earlier process left without an end. */
function openBatches({ batches }: BatchContext['logs'], modelId: string): readonly Submission[] {
  return batches.all().flatMap((record) => {
    if (record.kind !== 'prepared' || record.model !== modelId) return [];
    const { key: token, asks } = record;
    const known = batches.get(stateKey(token));
    const state = known?.kind === 'state' ? known : null;
    return state && state.state !== 'submitted' ? [] : [{ token, asks, batchId: state?.batchId ?? null, isNew: false }];
  });
}

/** Follows one batch, of a token, from handing it in to its stored replies. */
class Follower {
  readonly #pending: Map<string, BatchAsk>;
  readonly #times: NonNullable<BatchContext['times']>;
  #usd = 0;

  constructor(
    readonly batch: Submission,
    readonly model: BatchingModel,
    readonly context: BatchContext,
  ) {
    this.#pending = new Map(batch.asks.map((ask) => [ask.id, ask]));
    this.#times = context.times ?? { firstMs: 1000, mostMs: 60_000 };
  }

  #cost(usage: CallRecord['worst']): number {
    const { price } = this.context;
    return price ? costOf(usage, price, { batch: true }) : 0;
  }

  #log({ id, request }: BatchAsk, change: Pick<CallRecord, 'state' | 'usage'>): Promise<void> {
    const key = `${this.batch.token}:${id}`;
    const call = {
      key,
      replyKey: id,
      model: this.model.id,
      worst: worstCase(request),
      batch: true as const,
      ...change,
    };
    if (call.state !== 'open') {
      const usd = this.#cost(usageOf(call));
      this.#usd += usd;
      this.context.progress.spend?.(usd);
    }
    return this.context.logs.calls.append(call);
  }

  #setState(state: 'submitted' | 'collected' | 'refused', batchId: string, status: string): Promise<void> {
    const key = stateKey(this.batch.token);
    return this.context.logs.batches.append({ key, kind: 'state', state, batchId, status });
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.context.signal }).catch(() => {
      throw new InterruptedError();
    });
  }

  /** Does it again after errors that may pass, with growing waits. */
  async #persistently<T>(work: () => Promise<T>): Promise<T> {
    for (let waitMs = this.#times.firstMs, tries = 0; ; waitMs *= 2, tries++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ModelError && error.retryable) || tries >= this.context.retries) throw error;
        await this.#pause(error.retryAfterMs ?? Math.min(this.#times.mostMs, waitMs));
      }
    }
  }

  /** An attempt with an unknown outcome, of this process or another, is looked up before anything is handed in again. */
  async #submit(): Promise<string> {
    const { token, asks, isNew } = this.batch;
    const { logs, signal } = this.context;
    if (isNew) {
      await logs.batches.append({ key: token, kind: 'prepared', model: this.model.id, asks });
      for (const ask of asks) await this.#log(ask, { state: 'open', usage: null });
    }
    const { batches } = this.model;
    let isUnsure = !isNew;
    const batchId = await this.#persistently(async () => {
      const found = isUnsure ? await batches.find(token, signal) : null;
      isUnsure = true;
      return found ?? (await batches.submit(token, asks, signal));
    });
    await this.#setState('submitted', batchId, 'submitted');
    return batchId;
  }

  /** Ends the calls of requests that the endpoint did not reach: it bills what it answered. */
  async #endPending(): Promise<void> {
    for (const ask of this.#pending.values()) await this.#log(ask, { state: 'failed', usage: NOTHING });
  }

  async #untilEnded(batchId: string): Promise<string> {
    const { progress, signal } = this.context;
    const { length } = this.batch.asks;
    progress.note(`waits for batch ${batchId} of ${length} requests of ${this.model.id}`);
    let tenths = 0;
    for (let waitMs = this.#times.firstMs; ; waitMs = Math.min(this.#times.mostMs, waitMs * 1.5)) {
      const { state, status, done, problem } = await this.#persistently(() => this.model.batches.look(batchId, signal));
      if (state === 'ended') return status;
      if (state === 'failed') {
        await this.#endPending();
        await this.#setState('refused', batchId, status);
        throw new ModelError('batch-refused', `the endpoint refused batch ${batchId}: ${problem}`, {
          concernsAll: true,
          hint: 'Nothing of it was paid for. Fix what it names and run the same command again, or leave --batch out: then every reply is asked for singly.',
        });
      }
      const now = Math.floor((10 * done) / length);
      if (now > tenths) progress.note(`batch ${batchId}: ${done} of ${length} requests are done`);
      tenths = Math.max(now, tenths);
      await this.#pause(waitMs);
    }
  }

  /** Stores every answer of an ended batch. @returns ids of the requests that are answered */
  async #collect(batchId: string, status: string): Promise<readonly string[]> {
    const { logs, progress, signal } = this.context;
    const answered: string[] = [];
    const reasons = new Map<string, number>();
    for await (const answer of this.model.batches.answers(batchId, signal)) {
      const ask = this.#pending.get(answer.id);
      // A line that came twice, or that was never asked for.
      if (!ask) continue;
      this.#pending.delete(answer.id);
      if ('reply' in answer) {
        const { reply } = answer;
        const { id: key, request, about } = ask;
        const known = logs.replies.get(key);
        // What was refused before was asked again to be answered.
        if (!known || known.reply.status === 'refused')
          await logs.replies.append({ key, model: this.model.id, ...about, request, reply, replayed: false });
        answered.push(key);
        await this.#log(ask, { state: reply.status === 'refused' ? 'refused' : 'answered', usage: reply.usage });
      } else {
        const { code, usage } = answer.error;
        const isFree = code === 'model-batch-error' || !mayBeCharged(answer.error);
        await this.#log(ask, { state: 'failed', usage: usage ?? (isFree ? NOTHING : null) });
        reasons.set(code, (reasons.get(code) ?? 0) + 1);
      }
    }
    await this.#endPending();
    if (this.#pending.size > 0) reasons.set(status === 'completed' ? 'no answer' : status, this.#pending.size);
    await this.#setState('collected', batchId, status);
    const { length } = this.batch.asks;
    const why = [...reasons].map(([reason, count]) => `${reason}: ${count}`).join(', ');
    if (why !== '') {
      const lost = `${length - answered.length} of ${length} requests of a batch brought nothing (${why})`;
      progress.note(`${lost}; they are asked singly, at the full price`);
    }
    return answered;
  }

  /**
   * @returns ids of the requests whose replies are stored
   * @throws ModelError `batch-refused` if the endpoint took none of it, BudgetError, InterruptedError (the batch goes on at
   * the endpoint, and the next process fetches it)
   */
  async follow(): Promise<readonly string[]> {
    const { budgets, progress, signal } = this.context;
    const { asks, isNew } = this.batch;
    // A batch of an earlier process counts as spent, at its worst, from the start.
    const worst = isNew ? asks.reduce((sum, { request }) => sum + this.#cost(worstCase(request)), 0) : 0;
    const settlers: ((usd: number) => void)[] = [];
    let cost = 0;
    try {
      if (worst > 0) for (const budget of budgets) settlers.push(await budget.reserve(worst, signal));
      const batchId = this.batch.batchId ?? (await this.#submit());
      cost = worst;
      const status = await this.#untilEnded(batchId).catch((error: unknown) => {
        if (error instanceof InterruptedError) {
          progress.note(`batch ${batchId} continues at the endpoint; the same command fetches it`);
        }
        throw error;
      });
      const answered = await this.#collect(batchId, status);
      cost = this.#usd;
      return answered;
    } finally {
      for (const settle of settlers) settle(cost);
    }
  }
}

/** A request that waits for its batch. */
interface Waiting {
  readonly ask: BatchAsk;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  resolve(reply: ChatReply | Promise<ChatReply>): void;
  reject(error: unknown): void;
}

/** A batch that could not be handed in or fetched is no failure of its single requests. */
function concerningAll(error: unknown): unknown {
  if (!(error instanceof ModelError) || error.concernsAll) return error;
  const { code, message, hint } = error;
  return new ModelError(code, message, { concernsAll: true, cause: error, ...(hint ? { hint } : {}) });
}

/**
 * Sends the requests of a stage in batches. One request goes out singly before the first batch and shows which fields
 * the model refuses, so that a batch is not refused line by line. A batch of an earlier process is fetched first.
 * Requests without an answer in a batch are sent singly; none is in two batches.
 *
 * @param single the same model with one call per request
 * @throws ModelConfigError `batch-unsupported`
 */
export function withBatches(single: ChatModel, endpoint: ChatModel, context: BatchContext): ChatModel {
  if (!('batches' in endpoint)) {
    throw new ModelConfigError('batch-unsupported', `${endpoint.id} cannot be asked in batches`, {
      hint: 'Leave --batch out.',
    });
  }
  const { logs, progress } = context;
  const answered = new Set<string>();
  const tried = new Set<string>();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let earlier: Promise<void> | null = null;
  let probe: Promise<unknown> | null = null;

  const follow = async (batches: readonly Submission[], signal: AbortSignal) => {
    for (const { id } of batches.flatMap(({ asks }) => asks)) tried.add(id);
    const followers = batches.map((each) => new Follower(each, endpoint as BatchingModel, { ...context, signal }));
    // Waits for all before throwing one failure, so that every paid reply is stored.
    for (const outcome of await Promise.allSettled(followers.map((each) => each.follow()))) {
      if (outcome.status === 'rejected') throw outcome.reason;
      for (const id of outcome.value) answered.add(id);
    }
  };

  const fetchEarlier = (signal: AbortSignal) => {
    const open = openBatches(logs, endpoint.id);
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
      const batches = pieces.map((asks) => ({ token: randomUUID(), asks, batchId: null, isNew: true }));
      await follow(batches, ending.signal);
      give();
      for (const { ask, request, signal, resolve } of group) {
        const stored = answered.has(ask.id) ? logs.replies.get(ask.id) : undefined;
        if (tried.has(ask.id)) resolve(stored?.reply ?? single.complete(request, signal));
      }
    } catch (error) {
      give();
      for (const { reject } of group) reject(concerningAll(error));
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
