import type { QueueKey } from './queue-secret.ts';
import type { RedisBoard } from './redis-board.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisShelf } from './redis-shelf.ts';
import type { WorkerCounts } from './worker-counts.ts';

/** What a part of a worker, which takes the jobs of one queue, has of it. */
export interface WorkerPart {
  readonly link: RedisLink;
  readonly key: QueueKey;
  readonly board: RedisBoard;
  readonly shelf: RedisShelf;
  /** The name of the worker. */
  readonly worker: string;
  readonly kind: string;
  readonly lockMs: number;
  /** Aborted when what is under way is to be given back. */
  readonly ending: AbortSignal;
  note(text: string): void;
  count(more: Partial<WorkerCounts>): void;
}
