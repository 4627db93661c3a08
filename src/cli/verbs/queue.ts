import { z } from 'zod';
import type { QueueOverview, QueuePlace } from '../../app/manage-queue.ts';
import { setting } from '../../app/settings/setting.ts';
import type { WorkerAbilities } from '../../queue/worker-abilities.ts';
import { type Io, printResult } from '../io.ts';
import { type Verb, verb } from '../verb.ts';

function insideOf({ sandbox, python, image, repositories }: WorkerAbilities): string {
  if (repositories) return `${sandbox}, repositories in ${repositories.map(({ name }) => name).join(', ')}`;
  return `${sandbox}, ${image ? image.name : `Python ${python}`}`;
}

function overviewText({ queues, workers }: QueueOverview): string {
  const ofWorkers = workers.map((worker) => {
    if (!worker.isOurs) return `  ${worker.id}: has another secret`;
    const { id, jobs, kind, canary, counts, abilities } = worker;
    const { active, done, failed, refused } = counts;
    return `  ${id}: ${jobs} runners, ${insideOf(abilities)}, mutagree ${abilities.version}${canary === 'passed' ? ', canary passed' : ''} (${kind}); jobs: ${active} active, ${done} done, ${failed} failed, ${refused} refused`;
  });
  const ofQueues = queues.map(({ kind, paused, waiting, active, failed, waitingKey }) => {
    const state = paused ? 'paused; ' : '';
    return `  ${kind}: ${state}${waiting} waiting, ${active} active, ${failed} failed (${waitingKey})`;
  });
  const lines = (title: string, found: readonly string[]) => [title, ...(found.length > 0 ? found : ['  none'])];
  return `${[...lines('Workers', ofWorkers), ...lines('Queues', ofQueues)].join('\n')}\n`;
}

type Manage = typeof import('../../app/manage-queue.ts');
/** An action's result as a document and as a text. */
type Act = (manage: Manage, place: QueuePlace, use: Io['use']) => Promise<readonly [document: unknown, text: string]>;

const act = (name: string, summary: string, work: Act): Verb =>
  verb({
    name,
    summary,
    settings: { queue: setting(z.string(), 'Redis, such as redis://127.0.0.1:6379', 'url') },
    act: async ({ queue, json }, io) => {
      const [document, text] = await work(await import('../../app/manage-queue.ts'), { queue }, io.use);
      printResult(io, json, document, () => text);
    },
  });

export const queueVerb = verb({
  name: 'queue',
  summary: 'Manage the workers and jobs of a queue in Redis',
  examples: [
    'mutagree queue list --queue redis://127.0.0.1:6379',
    'mutagree queue retry --queue redis://127.0.0.1:6379',
  ],
  verbs: [
    act('list', 'List workers, and jobs by kind of worker', async ({ queueOverview }, place, use) => {
      const overview = await queueOverview(place, use);
      return [overview, overviewText(overview)];
    }),
    act('pause', 'Let workers take no new jobs', async ({ pauseQueue }, place, use) => {
      await pauseQueue(place, use);
      return [{ done: 'pause' }, 'Paused.\n'];
    }),
    act('resume', 'Let workers take jobs again', async ({ resumeQueue }, place, use) => {
      await resumeQueue(place, use);
      return [{ done: 'resume' }, 'Resumed.\n'];
    }),
    act('drain', 'Delete waiting jobs; a running run sends its own again', async ({ drainQueue }, place, use) => {
      await drainQueue(place, use);
      return [{ done: 'drain' }, 'Drained.\n'];
    }),
    act('failed', 'List jobs that no worker could do, and why', async ({ failedJobs }, place, use) => {
      const jobs = await failedJobs(place, use);
      const lines = jobs.map(({ job, kind, attempts, reason }) => `${job} (${kind}, ${attempts} tries): ${reason}\n`);
      return [{ failed: jobs }, lines.join('') || 'No job has failed.\n'];
    }),
    act('retry', 'Try failed jobs again', async ({ retryFailedJobs }, place, use) => {
      const retried = await retryFailedJobs(place, use);
      return [{ retried }, `${retried} failed jobs are tried again.\n`];
    }),
  ],
});
