import type { OwnWorker } from '../../queue/worker-notice.ts';
import type { WorkerProgress } from '../../records/worker-progress.ts';

/** Workers that take jobs of the queue for a run, and how many programs they have executed for this process. */
export interface QueueShare {
  readonly workers: readonly OwnWorker[];
  readonly doneBy: ReadonlyMap<string, number>;
}

/**
 * Who works for a run: those that are there now, and those that are gone and did something.
 *
 * @returns what has been done since this call
 */
export function workersOfRun(look: () => QueueShare): () => readonly WorkerProgress[] {
  const before = new Map(look().doneBy);
  return () => {
    const { workers, doneBy } = look();
    return [...new Set([...workers.map(({ id }) => id), ...doneBy.keys()])]
      .toSorted()
      .map((id) => {
        const worker = workers.find((each) => each.id === id);
        return {
          id,
          isThere: worker !== undefined,
          runners: worker?.jobs ?? 0,
          active: worker?.counts.active ?? 0,
          programs: (doneBy.get(id) ?? 0) - (before.get(id) ?? 0),
        };
      })
      .filter(({ isThere, programs }) => isThere || programs > 0);
  };
}
