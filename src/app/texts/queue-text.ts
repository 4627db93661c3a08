import { NO_SANDBOX, type WorkerAbilities } from '../../queue/worker-abilities.ts';
import type { QueueOverview } from '../manage-queue.ts';

function insideOf({ sandbox, python, image, repositories }: WorkerAbilities): string {
  if (sandbox === NO_SANDBOX) return 'no sandbox';
  if (repositories) return `${sandbox}, repositories in ${repositories.map(({ name }) => name).join(', ')}`;
  return `${sandbox}, ${image ? image.name : `Python ${python}`}`;
}

/** Workers and queues, for people. */
export function overviewText({ queues, workers }: QueueOverview): string {
  const ofWorkers = workers.map((worker) => {
    if (!worker.isOurs) return `  ${worker.id}: has another secret`;
    const { id, jobs, kind, canary, counts, abilities } = worker;
    const { version, models } = abilities;
    const { active, done, failed, refused } = counts;
    const asks = models
      .map(({ model, endpoint, calls }) => `, asks ${model} at ${endpoint} (${calls} at once)`)
      .join('');
    return `  ${id}: ${jobs} runners, ${insideOf(abilities)}, mutagree ${version}${canary === 'passed' ? ', canary passed' : ''} (${kind})${asks}; jobs: ${active} active, ${done} done, ${failed} failed, ${refused} refused`;
  });
  const ofQueues = queues.map(({ kind, paused, waiting, active, failed, waitingKey }) => {
    const state = paused ? 'paused; ' : '';
    return `  ${kind}: ${state}${waiting} waiting, ${active} active, ${failed} failed (${waitingKey})`;
  });
  const lines = (title: string, found: readonly string[]) => [title, ...(found.length > 0 ? found : ['  none'])];
  return `${[...lines('Workers', ofWorkers), ...lines('Queues', ofQueues)].join('\n')}\n`;
}
