import { InterruptedError, SandboxError } from '../core/errors.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../core/sandbox.ts';

/** The worker's process ended or stopped answering: no word about the candidate. */
export class WorkerDied extends Error {}

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
  deaths: number;
}

/** Infrastructure deaths on one job before the sandbox itself is held broken. */
const MOST_DEATHS = 2;

interface PoolOptions {
  readonly name: string;
  readonly size: number;
  readonly startWorker: () => Promise<SandboxWorker>;
  /** Releases what all workers share, after the last of them. */
  readonly release?: () => Promise<void>;
}

/**
 * A sandbox of `size` workers, started when they are first needed; jobs are served in the order in which they came. A
 * worker that dies is replaced and its job run again, once.
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
    this.name = options.name;
    this.#options = options;
  }

  run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new InterruptedError());
      if (this.#closed) return reject(new SandboxError('sandbox-closed', `the ${this.name} sandbox is closed`));
      this.#listen(signal);
      this.#queue.push({ job, signal, resolve, reject, deaths: 0 });
      this.#serve();
    });
  }

  /** One listener a signal, however many jobs share it. */
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
    if (waiting.signal.aborted || this.#closed) {
      waiting.reject(new InterruptedError());
    } else if (error instanceof WorkerDied) {
      waiting.deaths++;
      if (waiting.deaths < MOST_DEATHS) this.#queue.unshift(waiting);
      else
        waiting.reject(
          new SandboxError(
            'sandbox-worker-died',
            `the ${this.name} sandbox ended twice while it ran ${waiting.job.id}: ${error.message}`,
            { mend: '"mutagree doctor" shows which sandboxes work here; --sandbox picks another.', cause: error },
          ),
        );
    } else waiting.reject(error);
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
