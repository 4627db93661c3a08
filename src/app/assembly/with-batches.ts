import { randomUUID } from 'node:crypto';
import { canBatch } from '../../core/batch.ts';
import { type ChatModel, type ChatReply, type ChatRequest, type ReplyPurpose, requestKey } from '../../core/chat.ts';
import { endedBy } from '../../core/ended-by.ts';
import { ModelConfigError, ModelError } from '../../core/errors.ts';
import { plural } from '../../core/plural.ts';
import { type BatchContext, followBatch, openBatches, type SubjectAsk, type Submission } from './follow-batch.ts';

/** What one batch may hold: OpenAI takes 50,000 requests and 200 MB. */
const MOST_REQUESTS = 50_000;
const MOST_CHARACTERS = 100_000_000;

/** A stage asks for all that it wants in one go: after so long without a request there are no more of them. */
const QUIET_MS = 50;

/** What is asked for many at a time; rivals ask one question after the other. */
const BATCHED: ReadonlySet<ReplyPurpose | undefined> = new Set(['program', 'tests', 'plan', 'mutation'] as const);

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

/** A request that waits for its batch. */
interface Waiting {
  readonly ask: SubjectAsk;
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
 * Asks in batches for what a stage wants in one go. One request goes out singly before the first batch: the fields that
 * the model refuses by name are known by then, so that a batch is not refused line by line. A batch that an earlier
 * process left is fetched first. Requests without an answer in a batch are asked singly; none is in two batches.
 *
 * @param single the same model, asked by calls of their own
 * @throws ModelConfigError `batch-unsupported`
 */
export function withBatches(
  single: ChatModel,
  endpoint: ChatModel,
  { signal: interruption, ...shared }: Omit<BatchContext, 'modelId' | 'endpoint'>,
): ChatModel {
  const { id: modelId } = endpoint;
  if (!canBatch(endpoint)) {
    throw new ModelConfigError('batch-unsupported', `${modelId} cannot be asked in batches`, {
      hint: 'Leave --batch out.',
    });
  }
  const { logs, progress } = shared;
  const answered = new Set<string>();
  const tried = new Set<string>();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let earlier: Promise<void> | null = null;
  let probe: Promise<void> | null = null;

  const follow = async (batches: readonly Submission[], signal: AbortSignal) => {
    const context = { ...shared, signal, modelId, endpoint: endpoint.batches };
    for (const { id } of batches.flatMap(({ asks }) => asks)) tried.add(id);
    // All are awaited before one failure is thrown, so that what was paid for is stored.
    const outcomes = await Promise.allSettled(batches.map((batch) => followBatch(batch, context)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') throw outcome.reason;
      for (const id of outcome.value.answered) answered.add(id);
      const { unanswered } = outcome.value;
      const lost = unanswered.reduce((sum, [, count]) => sum + count, 0);
      if (lost === 0) continue;
      const reasons = unanswered.map(([reason, count]) => `${reason}: ${count}`).join(', ');
      const all = outcome.value.answered.length + lost;
      progress.note(
        `${lost} of ${all} requests of a batch brought nothing (${reasons}); they are asked singly, at the full price`,
      );
    }
  };

  const fetchEarlier = async (signal: AbortSignal) => {
    const open = openBatches(logs, modelId);
    if (open.length > 0) progress.note(`goes on with ${plural(open.length, 'batch')} of an earlier session`);
    await follow(open, signal);
  };

  const untilAsked = async (reply: Promise<ChatReply>) => {
    await reply.catch((error: unknown) => {
      if (!(error instanceof ModelError) || error.concernsAll) throw error;
    });
  };

  const flush = async () => {
    const group = waiting;
    waiting = [];
    const ending = endedBy([interruption, ...new Set(group.map(({ signal }) => signal))]);
    // The one that goes ahead has its reply with the others: what it leads to is for the next batch.
    let give = () => {};
    try {
      earlier ??= fetchEarlier(ending.signal);
      await earlier;
      let open = group.filter(({ ask }) => !tried.has(ask.id));
      const [first] = open;
      if (!probe && first) {
        const reply = single.complete(first.request, first.signal);
        give = () => first.resolve(reply);
        probe = untilAsked(reply);
        open = open.slice(1);
      }
      await probe;
      const pieces = inPieces(open.map(({ ask }) => ask));
      await follow(
        pieces.map((asks) => ({ token: randomUUID(), asks, batchId: null, isNew: true })),
        ending.signal,
      );
      give();
      for (const { ask, request, signal, resolve } of group) {
        const stored = answered.has(ask.id) ? logs.replies.get(ask.id) : undefined;
        if (tried.has(ask.id)) resolve(stored?.reply ?? single.complete(request, signal));
      }
    } catch (error) {
      give();
      const fatal = concerningAll(error);
      for (const { reject } of group) reject(fatal);
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
        const ask = { id: requestKey(modelId, request), request: shaping, about };
        waiting.push({ ask, request, signal, resolve, reject });
        clearTimeout(timer);
        timer = setTimeout(() => void flush(), QUIET_MS);
      });
    },
  };
}
