import type { SandboxJob, SandboxResult } from '../../core/sandbox.ts';

/** A job of a repository's function that waits for a container. */
export interface WaitingJob {
  readonly job: SandboxJob;
  readonly signal: AbortSignal;
  /** Key of the image. */
  readonly image: string;
  /** Jobs of one key share a warm parent. */
  readonly key: string;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
  /** Times that a container may still be spent on it. */
  attempts: number;
}

/** What the choice needs to know of a worker. */
export interface WorkerState {
  readonly image: string;
  readonly key: string | null;
  readonly busy: boolean;
}

/** Which job a slot takes next, and on which idle worker (by index); a new container where there is none. */
export interface NextJob {
  readonly at: number;
  readonly worker: number | null;
}

/**
 * Chooses so that a container changes its module as seldom as it can: first a job of the module that an idle worker
 * holds, then one of its image that no other worker holds, then any job of its image; then a new container.
 */
export function nextJob(queue: readonly WaitingJob[], workers: readonly WorkerState[]): NextJob | null {
  const idle = workers.map((worker, index) => ({ worker, index })).filter(({ worker }) => !worker.busy);
  const held = new Set(workers.filter(({ busy }) => busy).map(({ key }) => key));
  const rules: ((waiting: WaitingJob, worker: WorkerState) => boolean)[] = [
    ({ image, key }, worker) => worker.image === image && worker.key === key,
    ({ image, key }, worker) => worker.image === image && !held.has(key),
    ({ image }, worker) => worker.image === image,
  ];
  for (const rule of rules) {
    for (const { worker, index } of idle) {
      const at = queue.findIndex((waiting) => rule(waiting, worker));
      if (at >= 0) return { at, worker: index };
    }
  }
  if (queue.length === 0) return null;
  const free = queue.findIndex(({ key }) => !held.has(key));
  return { at: Math.max(0, free), worker: null };
}
