import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Worker } from 'bullmq';
import type { ChatModel } from '../core/chat.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { type Content, toContent } from './content.ts';
import { signWorker } from './known-worker.ts';
import type { QueueKey } from './queue-secret.ts';
import { takeAsks } from './redis-ask-taker.ts';
import { RedisBoard } from './redis-board.ts';
import type { RedisLink } from './redis-link.ts';
import { takeRows } from './redis-row-taker.ts';
import { RedisShelf } from './redis-shelf.ts';
import { kindOf, modelKind, type ServedModel, type WorkerAbilities } from './worker-abilities.ts';
import type { WorkerCounts } from './worker-counts.ts';
import type { WorkerPart } from './worker-part.ts';

export interface QueueWorkerOptions {
  readonly link: RedisLink;
  readonly key: QueueKey;
  /** Null for a worker that asks models alone. */
  readonly sandbox: Sandbox | null;
  readonly abilities: WorkerAbilities;
  /** Runners of the sandbox. */
  readonly jobs: number;
  /** The models of its abilities, with what asks them. */
  readonly models?: readonly { readonly served: ServedModel; readonly model: ChatModel }[];
  readonly note: (text: string) => void;
  /** Asks the sandbox again whether it judges right; throws where it does not. Null: it judges no single programs. */
  readonly canary: (() => Promise<void>) | null;
  /** Milliseconds without a word after which a job is another worker's; 15 s. */
  readonly lockMs?: number;
}

const BEAT_MS = 5000;
const BEATS_A_MINUTE = 12;
const LOCK_MS = 15_000;
/** Jobs that are under way when the worker is asked to end have so long. */
const LAST_JOBS_MS = 20_000;
const NOTHING_DONE: WorkerCounts = {
  ...{ done: 0, failed: 0, refused: 0, active: 0 },
  ...{ replies: 0, rows: 0, cells: 0, cpuMs: 0 },
};

/** One worker of a queue, until it is closed. */
export class QueueWorker {
  readonly id: string;
  readonly kind: string;
  readonly #options: QueueWorkerOptions;
  readonly #board: RedisBoard;
  readonly #shelf: RedisShelf;
  /** One for each queue that it takes jobs from. */
  readonly #takers: readonly Worker[];
  readonly #modelKinds: readonly string[];
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #failed = deferred();
  #counts = NOTHING_DONE;
  #abilities: Promise<Content> | null = null;
  #beats = 0;
  readonly #over: Promise<void>;
  #closed: Promise<void> | null = null;

  constructor(options: QueueWorkerOptions) {
    const { link, key, sandbox, abilities, jobs, models = [], canary, note, lockMs = LOCK_MS } = options;
    this.#options = options;
    // Containers may have the same host name and process number.
    this.id = `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
    this.kind = kindOf(abilities, key.id);
    this.#board = new RedisBoard(link.client, key);
    this.#shelf = new RedisShelf(link.client);
    const partOf = (kind: string): WorkerPart => ({
      ...{ link, key, board: this.#board, shelf: this.#shelf, worker: this.id, kind, lockMs, note },
      ending: this.#ending.signal,
      count: (more) => this.#count(more),
    });
    const assertWorking = async () => {
      try {
        await canary?.();
      } catch (error) {
        this.#failed.reject(error);
        void this.close();
        throw error;
      }
    };
    this.#modelKinds = models.map(({ served }) => modelKind(served, abilities.version, key.id));
    this.#takers = [
      ...(sandbox ? [takeRows(partOf(this.kind), { sandbox, jobs, assertWorking })] : []),
      ...models.map(({ served, model }, at) => takeAsks(partOf(this.#modelKinds[at] as string), { served, model })),
    ];
    const closings = this.#takers.map((taker) => new Promise<void>((resolve) => taker.once('closed', () => resolve())));
    this.#over = Promise.race(closings);
    this.#timer = setInterval(() => void this.#announce().catch(() => {}), BEAT_MS);
  }

  get counts(): WorkerCounts {
    return this.#counts;
  }

  /** Rejects when the sandbox no longer judges right. */
  get failure(): Promise<never> {
    return this.#failed.promise;
  }

  /** Resolves when it was closed from outside, or closed itself. */
  get closed(): Promise<void> {
    return this.#over;
  }

  /** Says that the worker is there, and takes jobs from now on. */
  async start(): Promise<void> {
    await Promise.all(this.#takers.map((taker) => taker.waitUntilReady()));
    await this.#announce();
    for (const taker of this.#takers) void taker.run().catch(() => {});
  }

  async #announce(): Promise<void> {
    const { key, abilities, jobs, canary } = this.#options;
    const { done, failed, refused, active, replies } = this.#counts;
    this.#abilities ??= toContent(abilities);
    const content = await this.#abilities;
    // Redis may have been started anew, without what it had.
    await this.#shelf.store(content, this.#beats++ % BEATS_A_MINUTE === 0);
    const { hash, size } = content;
    const at = await this.#board.now();
    const state = {
      jobs,
      canary: canary ? 'passed' : 'none',
      counts: { done, failed, refused, active, replies },
    } as const;
    const notice = { id: this.id, kind: this.kind, ...state, abilities: { hash, size }, at };
    if (!this.#closed) await this.#board.announce(signWorker(key, notice), this.#modelKinds);
  }

  #count(more: Partial<WorkerCounts>): void {
    const entries = Object.entries(this.#counts) as [keyof WorkerCounts, number][];
    this.#counts = Object.fromEntries(
      entries.map(([name, value]) => [name, value + (more[name] ?? 0)]),
    ) as unknown as WorkerCounts;
  }

  /** Takes no more jobs, lets those under way end for a while, and gives the others back. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer);
    const { client } = this.#options.link;
    const isReachable = () => client.status === 'ready';
    const timer = setTimeout(() => this.#ending.abort(), LAST_JOBS_MS);
    await Promise.all(this.#takers.map((taker) => taker.close(!isReachable()).catch(() => {})));
    clearTimeout(timer);
    // Last: whoever says that it is gone believes that its calls are lost.
    if (isReachable()) await this.#board.leave(this.id).catch(() => {});
  }
}

/** A promise that fails later; where nobody waits for it, nothing happens. */
function deferred(): { promise: Promise<never>; reject: (error: unknown) => void } {
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<never>((_, give) => {
    reject = give;
  });
  promise.catch(() => {});
  return { promise, reject };
}
