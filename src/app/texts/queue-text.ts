import type { QueueOverview } from '../manage-queue.ts';

/** Workers and queues, for people. */
export function overviewText({ queues, workers }: QueueOverview): string {
  const ofWorkers = workers.map(({ id, isOurs, jobs, kind, counts, abilities }) => {
    if (!isOurs) return `  ${id}: has another secret`;
    const { sandbox, python, image, version } = abilities;
    const inside = image ? image.name : `Python ${python}`;
    const { active, done, failed, refused } = counts;
    return `  ${id}: ${jobs} runners, ${sandbox}, ${inside}, mutagree ${version}, canary passed (${kind}); jobs: ${active} active, ${done} done, ${failed} failed, ${refused} refused`;
  });
  const ofQueues = queues.map(({ kind, paused, waiting, active, delayed, failed, waitingKey }) => {
    const state = paused ? 'paused; ' : '';
    return `  ${kind}: ${state}${waiting} waiting, ${active} active, ${delayed} delayed, ${failed} failed (${waitingKey})`;
  });
  const lines = (title: string, found: readonly string[]) => [title, ...(found.length > 0 ? found : ['  none'])];
  return `${[...lines('Workers', ofWorkers), ...lines('Queues', ofQueues)].join('\n')}\n`;
}
