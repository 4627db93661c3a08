import { randomUUID } from 'node:crypto';
import { type ChatModel, type ChatReply, type ChatRequest, type ReplyPurpose, requestKey } from '../../core/chat.ts';
import { endedBy } from '../../core/ended-by.ts';
import { ModelConfigError, ModelError } from '../../core/errors.ts';
import { plural } from '../../core/plural.ts';
import type { BatchAsk } from '../../model/openai-batches.ts';
import type { BatchingModel } from '../../model/openai-model.ts';
import { type BatchContext, Follower, inPieces, openBatches, type Submission } from './batch-follower.ts';

/** A stage asks for all that it wants in one go: after so long without a request there are no more of them. */
const QUIET_MS = 50;
/** Purposes whose requests come many at a time; rivals ask one question after the other. */
const BATCHED: ReadonlySet<ReplyPurpose> = new Set(['program', 'tests', 'plan', 'mutation'] as const);

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
      await follow(
        pieces.map((asks) => ({ token: randomUUID(), asks, isNew: true })),
        ending.signal,
      );
      give();
      for (const { ask, request, signal, resolve } of group) {
        const stored = answered.has(ask.id) ? logs.replies.get(ask.id) : undefined;
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
