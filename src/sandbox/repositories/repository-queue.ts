import type { SandboxJob, SandboxResult } from '../../core/sandbox.ts';

/** A job of a repository's function that waits for a container. */
export interface WaitingJob {
  readonly job: SandboxJob;
  readonly signal: AbortSignal;
  /** Jobs of one key share a container, in which the same originals are covered, and a warm parent. */
  readonly key: string;
  readonly resolve: (result: SandboxResult) => void;
  readonly reject: (error: unknown) => void;
  /** Times that a container may still be spent on it. */
  attempts: number;
}

/** What the choice needs to know of a worker. */
export interface WorkerState {
  readonly key: string;
  readonly busy: boolean;
}

/** Which job a slot takes next, and on which idle worker (by index); a new container where there is none. */
export interface NextJob {
  readonly at: number;
  readonly worker: number | null;
}

/**
 * Chooses so that as few containers as can be are started: first a job that an idle worker serves; then a new container,
 * for a key that nobody serves if there is one.
 */
export function nextJob(queue: readonly WaitingJob[], workers: readonly WorkerState[]): NextJob | null {
  const held = new Set(workers.filter(({ busy }) => busy).map(({ key }) => key));
  for (const [index, worker] of workers.entries()) {
    const at = worker.busy ? -1 : queue.findIndex(({ key }) => key === worker.key);
    if (at >= 0) return { at, worker: index };
  }
  if (queue.length === 0) return null;
  const free = queue.findIndex(({ key }) => !held.has(key));
  return { at: Math.max(0, free), worker: null };
}
