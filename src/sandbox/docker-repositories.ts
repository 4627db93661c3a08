import Docker from 'dockerode';
import { InterruptedError, SandboxError } from '../core/errors.ts';
import { IMAGE_PATHS } from '../core/image-recipe.ts';
import { imageKey, type RepositoryTarget } from '../core/repository.ts';
import type { Sandbox, SandboxJob, SandboxResult } from '../core/sandbox.ts';
import { answered } from './docker-answer.ts';
import { type ContainerShape, startContainer, sweepContainers } from './docker-container.ts';
import { ensureRunnerImage } from './docker-image.ts';
import { judgeCandidate } from './judge-repository-candidate.ts';
import { nextJob, type WaitingJob } from './repository-queue.ts';
import { type ReadAnswer, RepositoryMismatch, RepositoryWorker } from './repository-worker.ts';
import { WorkerDied } from './sandbox-pool.ts';

const OVERLAY = '/overlay';
const SCRATCH_BYTES = 512 * 1024 * 1024;
/** Test runs start pools of their own. */
const MOST_PROCESSES = 256;
const MOST_DEATHS = 2;

function shapeFor(wholeRoot: boolean): ContainerShape {
  return {
    settings: {
      repository: {
        root: IMAGE_PATHS.root,
        place: `${OVERLAY}/root`,
        whole: wholeRoot,
        plugins: IMAGE_PATHS.plugins,
        scratch: ['/tmp', '/dev/shm'],
      },
    },
    folders: ['/tmp', OVERLAY],
    scratchBytes: SCRATCH_BYTES,
    processes: MOST_PROCESSES,
    environment: ['USER=nobody', 'LOGNAME=nobody'],
  };
}

interface Slot {
  readonly worker: RepositoryWorker;
  readonly image: string;
  key: string | null;
  busy: boolean;
}

const targetOf = ({ suite }: SandboxJob): RepositoryTarget => {
  if (suite.repository) return suite.repository;
  throw new SandboxError('repository-missing', 'a job for a repository names none');
};

const keyOf = (image: string, { path }: RepositoryTarget) => JSON.stringify([image, path]);

/** Programs that take the place of a function in a repository, judged in containers of the repository's image. */
class DockerRepositorySandbox implements Sandbox {
  readonly name = 'docker';
  readonly #docker = new Docker();
  readonly #images: ReadonlyMap<string, string>;
  readonly #size: number;
  readonly #queue: WaitingJob[] = [];
  readonly #slots: Slot[] = [];
  readonly #files = new Map<string, Promise<ReadAnswer>>();
  readonly #running = new Map<WaitingJob, Slot>();
  readonly #signals = new WeakSet<AbortSignal>();
  #busy = 0;
  #closed = false;

  /** @param images image key to id of the image */
  constructor(images: ReadonlyMap<string, string>, size: number) {
    this.#images = images;
    this.#size = size;
  }

  run(job: SandboxJob, signal: AbortSignal): Promise<SandboxResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new InterruptedError());
      if (this.#closed) return reject(new SandboxError('sandbox-closed', 'the sandbox of repositories is closed'));
      this.#listen(signal);
      const target = targetOf(job);
      const image = imageKey(target.image);
      this.#queue.push({ job, signal, image, key: keyOf(image, target), resolve, reject, deaths: 0 });
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

  async #start({ image, job }: WaitingJob): Promise<Slot> {
    // A container more than the size allows makes room first.
    const idle = this.#slots.filter(({ busy }) => !busy);
    if (this.#slots.length >= this.#size && idle[0]) await this.#drop(idle[0]);
    const id = this.#images.get(image);
    if (id === undefined) throw new SandboxError('image-missing', `the image ${image} was not looked up`);
    const shape = shapeFor(targetOf(job).wholeRoot);
    const process = await answered(async () =>
      startContainer(this.#docker, await ensureRunnerImage(this.#docker, id), shape),
    );
    const slot: Slot = { worker: new RepositoryWorker(process, image), image, key: null, busy: true };
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
      slot ??= await this.#start(waiting);
      this.#running.set(waiting, slot);
      const { worker } = slot;
      const target = targetOf(waiting.job);
      const file = await this.#file(waiting.key, worker, target);
      // A warm parent is worth its start from the second candidate on.
      const warm = slot.key === waiting.key || this.#queue.some(({ key }) => key === waiting.key);
      const result = await judgeCandidate(waiting.job, target, file, {
        ask: (request) => worker.ask(request),
        key: waiting.key,
        warm,
      });
      if (warm) slot.key = waiting.key;
      waiting.resolve(result);
    } catch (error) {
      this.#fail(waiting, error);
    } finally {
      this.#running.delete(waiting);
      if (slot) slot.busy = false;
      if (slot && (slot.worker.spent || this.#closed)) await this.#drop(slot);
    }
  }

  /** The original of a file, read once. */
  #file(key: string, worker: RepositoryWorker, { path }: RepositoryTarget): Promise<ReadAnswer> {
    const known = this.#files.get(key);
    if (known) return known;
    const asked = worker.ask({ op: 'read', path });
    this.#files.set(key, asked);
    asked.catch(() => this.#files.delete(key));
    return asked;
  }

  #fail(waiting: WaitingJob, error: unknown): void {
    const { job } = waiting;
    if (waiting.signal.aborted || this.#closed) {
      waiting.reject(new InterruptedError());
      return;
    }
    if (error instanceof RepositoryMismatch) {
      waiting.reject(
        new SandboxError('repository-mismatch', `${job.id}: ${error.message}`, {
          cause: error,
          mend: 'Check the path and the version of the package in the task file.',
        }),
      );
      return;
    }
    if (!(error instanceof WorkerDied)) {
      waiting.reject(error);
      return;
    }
    waiting.deaths++;
    if (waiting.deaths < MOST_DEATHS) {
      this.#queue.unshift(waiting);
      return;
    }
    waiting.reject(
      new SandboxError('sandbox-worker-died', `the container ended twice while it ran ${job.id}: ${error.message}`, {
        mend: 'See whether Docker has enough memory, and try --jobs 1.',
        cause: error,
      }),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(new InterruptedError());
    await Promise.all([...this.#slots].map((slot) => this.#drop(slot)));
  }
}

/**
 * Opens the sandbox for tasks of repositories; a container serves many candidates.
 *
 * @param images image key (`imageKey`) to the id of the image, which must be there
 * @throws SandboxError when Docker does not answer
 */
export async function openRepositorySandbox(
  images: ReadonlyMap<string, string>,
  { jobs }: { readonly jobs: number },
): Promise<Sandbox> {
  await answered(() => sweepContainers(new Docker()));
  return new DockerRepositorySandbox(images, jobs);
}
