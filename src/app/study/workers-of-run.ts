import type { OwnWorker } from '../../queue/worker-notice.ts';
import type { WorkerProgress } from '../../records/worker-progress.ts';

/** Workers that take jobs of one queue for a run, and what they have done for this process: programs or replies. */
export interface QueueShare {
  readonly workers: readonly OwnWorker[];
  readonly doneBy: ReadonlyMap<string, number>;
}

type Look = () => QueueShare;

/**
 * Who works for a run: those that are there now, and those that are gone and did something.
 *
 * @param programs of the queue that executes, where there is one
 * @param replies of the queues that ask models
 * @returns what has been done since this call
 */
export function workersOfRun(programs: Look | null, replies: readonly Look[]): () => readonly WorkerProgress[] {
  const sumOf = (looks: readonly Look[]) => {
    const sums = new Map<string, number>();
    for (const look of looks) {
      for (const [id, done] of look().doneBy) sums.set(id, (sums.get(id) ?? 0) + done);
    }
    return sums;
  };
  const executing = programs ? [programs] : [];
  const before = { programs: sumOf(executing), replies: sumOf(replies) };
  return () => {
    const there = new Map<string, OwnWorker>();
    // Each queue has looked at its own time: what a worker said last holds.
    for (const worker of [...executing, ...replies].flatMap((look) => look().workers)) {
      if (worker.at >= (there.get(worker.id)?.at ?? 0)) there.set(worker.id, worker);
    }
    const now = { programs: sumOf(executing), replies: sumOf(replies) };
    const since = (what: 'programs' | 'replies', id: string) => (now[what].get(id) ?? 0) - (before[what].get(id) ?? 0);
    return [...new Set([...there.keys(), ...now.programs.keys(), ...now.replies.keys()])]
      .toSorted()
      .map((id) => {
        const worker = there.get(id);
        return {
          id,
          isThere: worker !== undefined,
          runners: worker?.jobs ?? 0,
          active: worker?.counts.active ?? 0,
          programs: since('programs', id),
          replies: since('replies', id),
        };
      })
      .filter(({ isThere, programs: executed, replies: brought }) => isThere || executed + brought > 0);
  };
}
