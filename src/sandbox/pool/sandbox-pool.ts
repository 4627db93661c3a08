import { setMaxListeners } from 'node:events';
import { InterruptedError, SandboxError } from '../../core/errors.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import { WorkerDied } from '../framed-process.ts';
import { runCanary } from './canary.ts';
import { type SplitLimits, splitRow } from './split-row.ts';

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
  readonly key: string;
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
  readonly startWorker: (job: SandboxJob) => Promise<SandboxWorker>;
  /** A worker serves jobs of one key; all jobs have the same by default. */
  readonly keyOf?: (job: SandboxJob) => string;
  /** Throws if the sandbox fails at harmless programs, after it ended on a job; `runCanary` by default. */
  readonly canary?: (sandbox: Sandbox, signal: AbortSignal, job: SandboxJob) => Promise<void>;
  readonly splitLimits?: SplitLimits;
}

/**
 * A sandbox of `size` workers, started when they are first needed; jobs of a key are served in the order in which they came.
 * A worker that dies is replaced and its job run again, once. A job that costs two workers is searched for the cells that do
 * it, which are recorded as errors, unless the sandbox fails at harmless programs too.
 */
export class SandboxPool implements Sandbox {
  readonly name: string;
  readonly #queue: Waiting[] = [];
  readonly #idle: SandboxWorker[] = [];
  readonly #all = new Map<SandboxWorker, string>();
  /** Jobs that are served, and the worker of each once it has one. */
  readonly #served = new Map<Waiting, SandboxWorker | null>();
  #closed: Promise<void> | null = null;

  constructor(private readonly options: PoolOptions) {
    this.name = options.name;
  }

  async run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    try {
      return await this.#submit(job, signal, MOST_DEATHS);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.#assertWorking(job, error, signal);
      return splitRow(job, error, (part) => this.#submit(part, signal, 1), this.options.splitLimits);
    }
  }

  /** @throws SandboxError where programs that are known to be harmless end a worker, or are judged wrongly. */
  async #assertWorking(failed: SandboxJob, cause: WorkerDied, signal: AbortSignal): Promise<void> {
    const sandbox: Sandbox = {
      name: this.name,
      run: (job, own) => this.#submit(job, own, 1),
      close: async () => {},
    };
    try {
      await (this.options.canary ?? runCanary)(sandbox, signal, failed);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      throw new SandboxError(
        'sandbox-worker-died',
        `the ${this.name} sandbox ended twice while it ran ${failed.id} (${cause.message}), and again on a harmless program: ${error.message}`,
        { hint: '"mutagree doctor" shows which sandboxes work here; --sandbox picks another.', cause: error },
      );
    }
  }

  /** Jobs with a single attempt go before those that wait: somebody waits for them to finish a row. */
  async #submit(job: SandboxJob, signal: AbortSignal, attempts: number): Promise<SandboxResult> {
    if (signal.aborted) throw new InterruptedError();
    if (this.#closed) throw new SandboxError('sandbox-closed', `the ${this.name} sandbox is closed`);
    // Thousands of jobs share a signal.
    setMaxListeners(0, signal);
    let abort = () => {};
    try {
      return await new Promise((resolve, reject) => {
        const waiting = { job, key: this.options.keyOf?.(job) ?? '', signal, resolve, reject, attempts };
        abort = () => this.#abort(waiting);
        signal.addEventListener('abort', abort);
        if (attempts === 1) this.#queue.unshift(waiting);
        else this.#queue.push(waiting);
        // Lets all simultaneous jobs arrive before the first is chosen.
        queueMicrotask(() => this.#serve());
      });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** A job whose worker only starts ends when it has. */
  #abort(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting);
    const worker = this.#served.get(waiting);
    if (at >= 0) this.#queue.splice(at, 1);
    else if (!worker) return;
    waiting.reject(new InterruptedError());
    void worker?.close();
  }

  #serve(): void {
    while (this.#queue.length > 0 && this.#served.size < this.options.size && !this.#closed) {
      const [next] = this.#queue.splice(this.#next(), 1) as [Waiting];
      if (next.signal.aborted) continue;
      this.#served.set(next, null);
      void this.#work(next).finally(() => {
        this.#served.delete(next);
        this.#serve();
      });
    }
  }

  /** As few workers as can be are started: the first job that an idle one serves; else one that no busy worker serves. */
  #next(): number {
    const idle = new Set(this.#idle.map((worker) => this.#all.get(worker)));
    const busy = new Set([...this.#served.keys()].map(({ key }) => key));
    const served = this.#queue.findIndex(({ key }) => idle.has(key));
    const fresh = this.#queue.findIndex(({ key }) => !busy.has(key));
    return served >= 0 ? served : Math.max(0, fresh);
  }

  async #work(waiting: Waiting): Promise<void> {
    const { job, key } = waiting;
    let worker = this.#idle.find((each) => this.#all.get(each) === key);
    if (worker) this.#idle.splice(this.#idle.indexOf(worker), 1);
    try {
      worker ??= await this.#start(job, key);
      this.#served.set(waiting, worker);
      if (waiting.signal.aborted) throw new InterruptedError();
      waiting.resolve(await worker.run(job));
    } catch (error) {
      this.#handleFailure(waiting, error);
    }
    this.#served.set(waiting, null);
    if (!worker) return;
    if (worker.spent || this.#closed) await this.#drop(worker);
    else this.#idle.push(worker);
  }

  #handleFailure(waiting: Waiting, error: unknown): void {
    waiting.attempts--;
    if (waiting.signal.aborted || this.#closed) waiting.reject(new InterruptedError());
    else if (error instanceof WorkerDied && waiting.attempts > 0) this.#queue.unshift(waiting);
    else waiting.reject(error);
  }

  async #start(job: SandboxJob, key: string): Promise<SandboxWorker> {
    // One of another key makes room.
    const spare = this.#all.size >= this.options.size ? this.#idle.shift() : undefined;
    if (spare) await this.#drop(spare);
    const worker = await this.options.startWorker(job);
    this.#all.set(worker, key);
    return worker;
  }

  async #drop(worker: SandboxWorker): Promise<void> {
    this.#all.delete(worker);
    await worker.close();
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    for (const waiting of this.#queue.splice(0)) waiting.reject(new InterruptedError());
    await Promise.all([...this.#all.keys()].map((worker) => worker.close()));
    this.#all.clear();
  }
}
