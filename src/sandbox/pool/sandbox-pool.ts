import { setMaxListeners } from 'node:events';
import { InterruptedError, SandboxError } from '../../core/errors.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { runCanary } from './canary.ts';
import { type SplitLimits, splitRow } from './split-row.ts';
import { WorkerDied } from './worker-died.ts';

/** One runner that serves one job at a time. */
export interface SandboxWorker {
  /** @throws WorkerDied when the runner is gone. */
  run(job: SandboxJob): Promise<SandboxResult>;
  /** Whether the next job needs a new worker, because this one ended or is no longer clean. */
  readonly spent: boolean;
  /** Ends the runner and everything in it; idempotent. */
  close(): Promise<void>;
}

interface Waiting {
  readonly job: SandboxJob;
  readonly signal: AbortSignal;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
  /** Times that a worker may still be spent on it. */
  attempts: number;
}

/** Deaths of a worker on one job before its cells are looked at one by one. */
const MOST_DEATHS = 2;

interface PoolOptions {
  readonly name: string;
  readonly size: number;
  readonly startWorker: () => Promise<SandboxWorker>;
  /** Releases what all workers share, after the last of them. */
  readonly release?: () => Promise<void>;
  /** Throws where the sandbox fails at harmless programs; `runCanary` by default. */
  readonly canary?: (sandbox: Sandbox, signal: AbortSignal) => Promise<void>;
  readonly splitLimits?: SplitLimits;
}

/**
 * A sandbox of `size` workers, started when they are first needed; jobs are served in the order in which they came. A
 * worker that dies is replaced and its job run again, once. A job that costs two workers is searched for the cells that do it, which are recorded as
 * errors, unless the sandbox fails at harmless programs too.
 */
export class SandboxPool implements Sandbox {
  readonly name: string;
  readonly #options: PoolOptions;
  readonly #queue: Waiting[] = [];
  readonly #idle: SandboxWorker[] = [];
  readonly #all = new Set<SandboxWorker>();
  readonly #running = new Map<Waiting, SandboxWorker>();
  readonly #signals = new WeakSet<AbortSignal>();
  readonly #listening = new AbortController();
  #busy = 0;
  #closed: Promise<void> | null = null;

  constructor(options: PoolOptions) {
    // One listener per signal of a run, and a library may have many runs.
    setMaxListeners(0, this.#listening.signal);
    this.name = options.name;
    this.#options = options;
  }

  async run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    try {
      return await this.#submit(job, signal, MOST_DEATHS);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.#assertWorking(job, error, signal);
      return splitRow(job, error, (part) => this.#submit(part, signal, 1), this.#options.splitLimits);
    }
  }

  /** @throws SandboxError where programs that are known to be harmless end a worker, or are judged wrongly. */
  async #assertWorking({ id }: SandboxJob, cause: WorkerDied, signal: AbortSignal): Promise<void> {
    const sandbox: Sandbox = {
      name: this.name,
      run: (job, own) => this.#submit(job, own, 1),
      close: async () => {},
    };
    try {
      await (this.#options.canary ?? runCanary)(sandbox, signal);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      throw new SandboxError(
        'sandbox-worker-died',
        `the ${this.name} sandbox ended twice while it ran ${id} (${cause.message}), and again on a harmless program: ${error.message}`,
        { hint: '"mutagree doctor" shows which sandboxes work here; --sandbox picks another.', cause: error },
      );
    }
  }

  /** Jobs with a single attempt go before those that wait: somebody waits for them to finish a row. */
  #submit(job: SandboxJob, signal: AbortSignal, attempts: number): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new InterruptedError());
      if (this.#closed) return reject(new SandboxError('sandbox-closed', `the ${this.name} sandbox is closed`));
      this.#listen(signal);
      const waiting = { job, signal, resolve, reject, attempts };
      if (attempts === 1) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#serve();
    });
  }

  /** One listener per signal, however many jobs share it. */
  #listen(signal: AbortSignal): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    signal.addEventListener('abort', () => this.#abort(signal), { once: true, signal: this.#listening.signal });
  }

  #abort(signal: AbortSignal): void {
    for (const waiting of this.#queue.filter((candidate) => candidate.signal === signal)) {
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      waiting.reject(new InterruptedError());
    }
    for (const [waiting, worker] of this.#running) {
      if (waiting.signal !== signal) continue;
      waiting.reject(new InterruptedError());
      void worker.close();
    }
  }

  #serve(): void {
    while (this.#queue.length > 0 && this.#busy < this.#options.size && !this.#closed) {
      const next = this.#queue.shift() as Waiting;
      if (next.signal.aborted) continue;
      this.#busy++;
      void this.#work(next).finally(() => {
        this.#busy--;
        this.#serve();
      });
    }
  }

  async #work(waiting: Waiting): Promise<void> {
    let worker: SandboxWorker | undefined;
    try {
      worker = this.#idle.pop() ?? (await this.#start());
      this.#running.set(waiting, worker);
      if (waiting.signal.aborted) throw new InterruptedError();
      waiting.resolve(await worker.run(waiting.job));
    } catch (error) {
      this.#handleFailure(waiting, error);
    } finally {
      this.#running.delete(waiting);
    }
    if (!worker) return;
    if (worker.spent || this.#closed) {
      this.#all.delete(worker);
      await worker.close();
    } else this.#idle.push(worker);
  }

  #handleFailure(waiting: Waiting, error: unknown): void {
    waiting.attempts--;
    if (waiting.signal.aborted || this.#closed) waiting.reject(new InterruptedError());
    else if (error instanceof WorkerDied && waiting.attempts > 0) this.#queue.unshift(waiting);
    else waiting.reject(error);
  }

  async #start(): Promise<SandboxWorker> {
    const worker = await this.#options.startWorker();
    this.#all.add(worker);
    return worker;
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    this.#listening.abort();
    for (const waiting of this.#queue.splice(0)) waiting.reject(new InterruptedError());
    await Promise.all([...this.#all].map((worker) => worker.close()));
    this.#all.clear();
    await this.#options.release?.();
  }
}
