import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { InterruptedError } from '../core/errors.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { JobBody, JobFailure, JobResult } from './queue-job.ts';
import { DAY_S, DONE, ENDED, HOUR_S, type JobKeys, jobKeys, waitKey } from './queue-keys.ts';
import type { QueueKey } from './queue-secret.ts';
import type { RedisLink } from './redis-link.ts';
import { describeFailure, RowRunner, type RowsJob } from './run-rows.ts';
import { kindOf, type WorkerAbilities } from './worker-abilities.ts';
import { announceWorker, removeWorker, type WorkerCounts } from './worker-notice.ts';

export interface QueueWorkerOptions {
  readonly link: RedisLink;
  readonly key: QueueKey;
  readonly sandbox: Sandbox;
  readonly abilities: WorkerAbilities;
  /** Runners of the sandbox. */
  readonly jobs: number;
  readonly note: (text: string) => void;
  /** Checks the sandbox again; throws if it no longer judges right. Null: it judges no single programs. */
  readonly canary: (() => Promise<void>) | null;
  /** Milliseconds without a notice after which its jobs are another worker's; 15 s. */
  readonly lockMs?: number;
}

/** The rows of a job, or the reason why there are none, with its counts. */
type WorkerOutcome = ({ readonly value: unknown } | { readonly failure: JobFailure }) & {
  readonly counts: Partial<WorkerCounts>;
};

const LOCK_MS = 15_000;
const POLL_S = 1;
const PAUSE_MS = 500;
/** Jobs that are under way when the worker is to end have so long. */
const LAST_JOBS_MS = 20_000;
const NO_COUNTS: WorkerCounts = {
  done: 0,
  failed: 0,
  refused: 0,
  active: 0,
  rows: 0,
  cells: 0,
  cpuMs: 0,
};

/** One worker of a queue, until it is closed. */
export class QueueWorker {
  readonly id: string;
  readonly kind: string;
  counts = NO_COUNTS;
  readonly #options: QueueWorkerOptions;
  readonly #client: Redis;
  readonly #runner: RowRunner;
  readonly #active = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  #resolve!: () => void;
  #reject!: (error: unknown) => void;
  #timer: NodeJS.Timeout | null = null;
  #closed: Promise<void> | null = null;
  /** Resolves at the end; rejects if the sandbox no longer judges right, or Redis refuses a result. */
  readonly ended = new Promise<void>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor(options: QueueWorkerOptions) {
    const { link, key, sandbox, abilities } = options;
    this.#options = options;
    this.#client = link.client;
    // Containers may have the same host name and process number.
    this.id = `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
    this.kind = kindOf(abilities, key.id);
    this.#runner = new RowRunner(link.client, sandbox);
    this.ended.catch(() => {});
  }

  /** Announces the worker, and takes jobs from now on. */
  async start(): Promise<void> {
    const { lockMs = LOCK_MS } = this.#options;
    await this.#announce();
    this.#timer = setInterval(() => void this.#announce().catch(() => {}), lockMs / 3);
    void this.#serve();
  }

  async #announce(): Promise<void> {
    const { key, abilities, jobs, canary, lockMs = LOCK_MS } = this.#options;
    if (this.#closed) return;
    const state = { abilities, jobs, canary: canary ? 'passed' : 'none', counts: this.counts } as const;
    const notice = { id: this.id, isOurs: true, kind: this.kind, ...state, at: Date.now() } as const;
    await announceWorker(this.#client, key, notice, lockMs);
  }

  #count(more: Partial<WorkerCounts>): void {
    const sums = Object.entries(this.counts).map(([name, value]) => [
      name,
      value + (more[name as keyof WorkerCounts] ?? 0),
    ]);
    this.counts = Object.fromEntries(sums) as WorkerCounts;
  }

  async #serve(): Promise<void> {
    const { link, jobs } = this.#options;
    const blocking = link.connect();
    const own = new Set<Promise<void>>();
    this.#ending.signal.addEventListener('abort', () => blocking.disconnect(), { once: true });
    while (!this.#closed) {
      const popped = await blocking.brpop(waitKey(this.kind), POLL_S).catch(() => sleep(PAUSE_MS));
      if (!popped) continue;
      const work = this.#work(popped[1])
        // Without Redis the coordinator sends it again.
        .catch(() => {})
        .finally(() => own.delete(work));
      own.add(work);
      // One more than there are runners: its rows are at hand when another job's last row runs.
      if (own.size > jobs) await Promise.race(own);
    }
    blocking.disconnect();
  }

  /** Claims a job and runs it; only the holder of a claim may begin. */
  async #work(id: string): Promise<void> {
    const keys = jobKeys(this.kind, id);
    while (this.#active.has(keys.name)) await this.#active.get(keys.name)?.catch(() => {});
    const work = this.#claim(keys).then((isOurs) => (isOurs ? this.#begin(id, keys) : undefined));
    this.#active.set(keys.name, work);
    await work.finally(() => this.#active.delete(keys.name));
  }

  /** A claim whose answer a broken connection lost is ours, too. */
  async #claim({ claim }: JobKeys): Promise<boolean> {
    if ((await this.#client.set(claim, this.id, 'EX', DAY_S, 'NX')) === 'OK') return true;
    return (await this.#client.get(claim)) === this.id;
  }

  async #begin(id: string, keys: JobKeys): Promise<void> {
    const { key, note } = this.#options;
    const sealed = await this.#client.getBuffer(keys.body);
    if (this.#closed) return this.#giveBack(id, keys);
    const body = (await key.open('job', keys.name, sealed)) as JobBody | undefined;
    if (body && body.until >= Date.now()) return this.#run(id, keys, body.value);
    await this.#client.unlink(keys.claim);
    // Its coordinator is gone.
    if (!sealed) return;
    this.#count({ refused: 1 });
    const reason = body ? 'its time is over' : 'its signature is wrong';
    note(`a job in the queue was refused, and nothing of it begun (${id}): ${reason}`);
  }

  /** For another worker. */
  async #giveBack(id: string, { claim }: JobKeys): Promise<void> {
    await this.#client.multi().unlink(claim).rpush(waitKey(this.kind), id).exec();
  }

  /** @throws InterruptedError if the worker ends */
  async #execute(value: unknown): Promise<WorkerOutcome> {
    const { signal } = this.#ending;
    try {
      const results = await this.#runner.run(value as RowsJob, signal);
      const cells = results.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
      const cpuMs = results.reduce((sum, each) => sum + each.cpuMs, 0);
      return { value: results, counts: { done: 1, rows: results.length, cells, cpuMs } };
    } catch (error) {
      if (signal.aborted) throw new InterruptedError();
      return { failure: describeFailure(error), counts: { failed: 1 } };
    }
  }

  async #run(id: string, keys: JobKeys, value: unknown): Promise<void> {
    const { key, note, canary } = this.#options;
    this.#count({ active: 1 });
    try {
      const outcome = await this.#execute(value);
      if ('failure' in outcome) note(`job ${id} failed: ${outcome.failure.message}`);
      const { counts, ...rest } = outcome;
      const result: JobResult = { worker: this.id, ...rest };
      const sealed = await key.seal('result', keys.name, result);
      const ended = this.#client.multi().set(keys.result, sealed, 'EX', HOUR_S);
      await ended.set(keys.claim, DONE, 'EX', DAY_S).publish(ENDED, keys.name).exec();
      this.#count(counts);
      if ('failure' in outcome && !outcome.failure.isFinal) await canary?.();
    } catch (error) {
      if (error instanceof InterruptedError) return await this.#giveBack(id, keys);
      this.#reject(error);
      void this.close();
    } finally {
      this.#count({ active: -1 });
    }
  }

  /** Takes no more jobs, lets those under way end for a while, and gives the others back. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    const isReachable = () => this.#client.status === 'ready';
    const timer = setTimeout(() => this.#ending.abort(), isReachable() ? LAST_JOBS_MS : 0);
    const left = Promise.allSettled(this.#active.values());
    await (isReachable() ? left : undefined);
    clearTimeout(timer);
    this.#ending.abort();
    if (isReachable()) await removeWorker(this.#client, this.id).catch(() => {});
    this.#resolve();
  }
}
