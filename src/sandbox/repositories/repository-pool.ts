import { InterruptedError, SandboxError } from '../../core/errors.ts';
import { filesOfNodes, imageKey, type RepositoryTarget } from '../../core/repository.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../../core/sandbox.ts';
import type { RunnerPipes } from '../native/runner-conversation.ts';
import { splitRow } from '../pool/split-row.ts';
import { WorkerDied } from '../pool/worker-died.ts';
import { type AskRunner, judgeCandidate, judgeTreeCandidate, warmRequest } from './judge-repository-candidate.ts';
import { nextJob, type WaitingJob } from './repository-queue.ts';
import { type ReadAnswer, RepositoryMismatch, RepositoryWorker } from './repository-worker.ts';

const MOST_DEATHS = 2;

interface Slot {
  readonly worker: RepositoryWorker;
  readonly key: string;
  /** Whether it was asked to load ahead what its module needs. */
  isWarm: boolean;
  busy: boolean;
}

const targetOf = ({ suite }: Pick<SandboxJob, 'suite'>): RepositoryTarget => {
  if (suite.repository) return suite.repository;
  throw new SandboxError('repository-missing', 'a job for a repository names none');
};

/** Files and folders of tests that no program of the job may see, whether they are run or not. */
function testsOf({ suite }: SandboxJob): readonly string[] {
  const nodes = suite.tests.flatMap(({ body }) => (body.kind === 'pytest' ? [body.node] : []));
  return filesOfNodes([...(targetOf({ suite }).testFiles ?? []), ...nodes]);
}

/** Nothing of a tree is hidden from those who change it. */
const NOTHING_READ: ReadAnswer = { content: '', tests: {}, places: [], module: '' };

function keyOf(job: SandboxJob): string {
  if (job.suite.tree) return imageKey(job.suite.tree.image);
  const { image, path } = targetOf(job);
  return JSON.stringify([imageKey(image), path, testsOf(job)]);
}

/** How the runner is started where a repository lies, and what people call that place. */
export interface RepositoryLaunch {
  /** Of the sandbox, such as `docker`. */
  readonly name: string;
  /** What one start makes, for messages: `container`. */
  readonly place: string;
  /** What to look at when it ends by itself. */
  readonly hint: string;
  /**
   * Starts `runner/repository_main.py` for the target's repository.
   *
   * @param covered files and folders (these with a slash at the end), absolute and as the runner names them, that nobody
   *   inside can read
   * @throws SandboxError
   */
  start(target: Pick<RepositoryTarget, 'image' | 'wholeRoot'>, covered: readonly string[]): Promise<RunnerPipes>;
}

/** Programs that take the place of a function in a repository; a started runner serves many of them. */
export class RepositoryPool implements Sandbox {
  readonly name: string;
  readonly #launch: RepositoryLaunch;
  readonly #size: number;
  readonly #queue: WaitingJob[] = [];
  readonly #slots: Slot[] = [];
  readonly #files = new Map<string, Promise<ReadAnswer>>();
  readonly #running = new Map<WaitingJob, Slot>();
  readonly #signals = new WeakSet<AbortSignal>();
  #busy = 0;
  #closed = false;

  /** @param size how many runners work at once */
  constructor(launch: RepositoryLaunch, size: number) {
    this.name = launch.name;
    this.#launch = launch;
    this.#size = size;
  }

  async run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    try {
      return await this.#submit(job, signal, MOST_DEATHS);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.#assertWorking(job, error);
      return splitRow(job, error, (part) => this.#submit(part, signal, 1));
    }
  }

  /** @throws SandboxError where a new runner cannot read a file */
  async #assertWorking(job: SandboxJob, cause: WorkerDied): Promise<void> {
    if (job.suite.tree) return;
    try {
      await this.#read(job);
    } catch (error) {
      throw new SandboxError(
        'sandbox-worker-died',
        `the ${this.#launch.place} ended twice while it ran ${job.id} (${cause.message}), and a new one cannot read ${targetOf(job).path}`,
        { hint: this.#launch.hint, cause: error },
      );
    }
  }

  /** By a runner that never runs a program and sees all, more than the size allows, for as long as it reads. */
  async #read(job: SandboxJob): Promise<ReadAnswer> {
    const target = targetOf(job);
    const worker = new RepositoryWorker(await this.#launch.start(target, []));
    try {
      return await worker.ask({ op: 'read', path: target.path, tests: testsOf(job) });
    } finally {
      await worker.close();
    }
  }

  #submit(job: SandboxJob, signal: AbortSignal, attempts: number): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new InterruptedError());
      if (this.#closed) return reject(new SandboxError('sandbox-closed', 'the sandbox of repositories is closed'));
      this.#listen(signal);
      this.#queue.push({ job, signal, key: keyOf(job), resolve, reject, attempts });
      // All jobs that come at once are there before the first is chosen.
      setImmediate(() => this.#serve());
    });
  }

  #listen(signal: AbortSignal): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    signal.addEventListener('abort', () => {
      for (const waiting of this.#queue.filter((each) => each.signal === signal)) {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        waiting.reject(new InterruptedError());
      }
      for (const [waiting, slot] of this.#running) if (waiting.signal === signal) void slot.worker.close();
    });
  }

  #serve(): void {
    while (this.#busy < this.#size && !this.#closed) {
      const next = nextJob(this.#queue, this.#slots);
      if (!next) return;
      const [waiting] = this.#queue.splice(next.at, 1) as [WaitingJob];
      const slot = next.worker === null ? null : (this.#slots[next.worker] as Slot);
      if (slot) slot.busy = true;
      this.#busy++;
      void this.#work(waiting, slot).finally(() => {
        this.#busy--;
        this.#serve();
      });
    }
  }

  async #start({ job, key }: WaitingJob, { places }: ReadAnswer): Promise<Slot> {
    // A runner more than the size allows makes room first.
    const idle = this.#slots.filter(({ busy }) => !busy);
    if (this.#slots.length >= this.#size && idle[0]) await this.#drop(idle[0]);
    const process = await this.#launch.start(job.suite.tree ?? targetOf(job), places);
    const slot: Slot = { worker: new RepositoryWorker(process), key, isWarm: false, busy: true };
    this.#slots.push(slot);
    return slot;
  }

  async #drop(slot: Slot): Promise<void> {
    const at = this.#slots.indexOf(slot);
    if (at >= 0) this.#slots.splice(at, 1);
    await slot.worker.close();
  }

  async #work(waiting: WaitingJob, idle: Slot | null): Promise<void> {
    let slot = idle;
    try {
      const file = await this.#originals(waiting);
      slot ??= await this.#start(waiting, file);
      this.#running.set(waiting, slot);
      const { worker } = slot;
      // A warm parent is worth its start from the second candidate on.
      const ask: AskRunner = (request) => worker.ask(request);
      const { job } = waiting;
      const { tree } = job.suite;
      if (!tree && !slot.isWarm && this.#queue.some(({ key }) => key === waiting.key)) {
        slot.isWarm = true;
        await worker.ask(warmRequest(job, targetOf(job), file));
      }
      waiting.resolve(
        await (tree ? judgeTreeCandidate(job, tree, ask) : judgeCandidate(job, targetOf(job), file, ask)),
      );
    } catch (error) {
      await this.#fail(waiting, error);
    } finally {
      this.#running.delete(waiting);
      if (slot) slot.busy = false;
      if (slot && (slot.worker.spent || this.#closed)) await this.#drop(slot);
    }
  }

  /** Read once for each key. */
  #originals({ job, key }: WaitingJob): Promise<ReadAnswer> {
    if (job.suite.tree) return Promise.resolve(NOTHING_READ);
    const known = this.#files.get(key);
    if (known) return known;
    const asked = this.#read(job);
    this.#files.set(key, asked);
    asked.catch(() => this.#files.delete(key));
    return asked;
  }

  async #fail(waiting: WaitingJob, error: unknown): Promise<void> {
    const { job } = waiting;
    if (waiting.signal.aborted || this.#closed) {
      waiting.reject(new InterruptedError());
      return;
    }
    if (error instanceof RepositoryMismatch) {
      waiting.reject(
        new SandboxError('repository-mismatch', `${job.id}: ${error.message}`, {
          cause: error,
          hint: 'Check the path and the version of the package in the task file.',
        }),
      );
      return;
    }
    if (!(error instanceof WorkerDied)) {
      waiting.reject(error);
      return;
    }
    waiting.attempts--;
    if (waiting.attempts > 0) this.#queue.unshift(waiting);
    else waiting.reject(error);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(new InterruptedError());
    await Promise.all([...this.#slots].map((slot) => this.#drop(slot)));
  }
}
