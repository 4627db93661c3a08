import type { Job, Worker } from 'bullmq';
import type { ChatModel } from '../core/chat.ts';
import { AskRunner } from './ask-runner.ts';
import { REPLY_LIFE_S, RedisAsks } from './redis-asks.ts';
import { openTaker } from './redis-taker.ts';
import type { ServedModel } from './worker-abilities.ts';
import type { WorkerPart } from './worker-part.ts';

/** A call is never made twice, however often its job is handed out. */
const MOST_LOST_WORKERS = 1000;
/** Before a call that another worker makes is looked at again. */
const ELSEWHERE_MS = 2000;

export interface AskTakerOptions {
  readonly served: ServedModel;
  /** What asks it; the key that it needs stays with it. */
  readonly model: ChatModel;
}

/** What a worker does with the calls of one of its models, once it is run. */
export function takeAsks(part: WorkerPart, { served, model }: AskTakerOptions): Worker {
  const { key, board, shelf, worker, kind, ending, note, count } = part;
  const { bullmq, client } = part.link;
  const asks = new RedisAsks(client);
  const desk = {
    read: shelf.read.bind(shelf),
    store: (...[content, place]: Parameters<typeof shelf.put>) => shelf.put(content, place, REPLY_LIFE_S),
    isAlive: board.isAlive.bind(board),
    now: board.now.bind(board),
    isThere: board.isThere.bind(board),
    claim: asks.claim.bind(asks),
    release: asks.release.bind(asks),
    answered: asks.answered.bind(asks),
    keepAnswer: asks.keepAnswer.bind(asks),
  };
  const runner = new AskRunner({ key, kind, worker, model, desk });

  const ask = async (job: Job, token: string | undefined): Promise<unknown> => {
    const outcome = await runner.run(job.id ?? '', job.data, ending);
    if (outcome.kind === 'done') {
      count(outcome.isFailure ? { failed: 1 } : { done: 1, replies: 1 });
      return outcome.message;
    }
    if (outcome.kind === 'elsewhere') {
      await job.moveToDelayed(Date.now() + ELSEWHERE_MS, token);
      throw new bullmq.DelayedError();
    }
    if (outcome.kind === 'left') throw new bullmq.UnrecoverableError(outcome.reason);
    count({ refused: 1 });
    note(`a call in the queue was refused, and nothing asked (${job.id}): ${outcome.reason}`);
    throw new bullmq.UnrecoverableError(`refused: ${outcome.reason}`);
  };

  return openTaker(part, { concurrency: served.calls, mostLostWorkers: MOST_LOST_WORKERS, take: ask });
}
