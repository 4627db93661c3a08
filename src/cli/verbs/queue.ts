import { z } from 'zod';
import type { QueueOverview } from '../../app/run-worker.ts';
import { setting } from '../../app/settings/setting.ts';
import { plural } from '../../core/plural.ts';
import { useVerb, verb } from '../verb.ts';

function overviewText({ queues, workers }: QueueOverview): string {
  const ofWorkers = workers.map((worker) => {
    if (!worker.isOurs) return `  ${worker.id}: has another secret`;
    const { id, jobs, kind, canary, counts, abilities } = worker;
    const { active, done, failed, refused } = counts;
    const { sandbox, python, image, repositories } = abilities;
    const single = image ? image.name : `Python ${python}`;
    const inside = repositories ? `repositories in ${repositories.map(({ name }) => name).join(', ')}` : single;
    return `  ${id}: ${plural(jobs, 'runner')}, ${sandbox}, ${inside}, mutagree ${abilities.version}${canary === 'passed' ? ', canary passed' : ''} (${kind}); jobs: ${active} active, ${done} done, ${failed} failed, ${refused} refused`;
  });
  const ofQueues = queues.map(
    ({ kind, waiting, active, waitingKey }) => `  ${kind}: ${waiting} waiting, ${active} active (${waitingKey})`,
  );
  const lines = (title: string, found: readonly string[]) => [title, ...(found.length > 0 ? found : ['  none'])];
  return `${[...lines('Workers', ofWorkers), ...lines('Queues', ofQueues)].join('\n')}\n`;
}

const list = useVerb({
  name: 'list',
  summary: 'List workers, and jobs by kind of worker',
  settings: { queue: setting(z.string(), 'Redis, such as redis://127.0.0.1:6379', 'url') },
  examples: ['mutagree queue list --queue redis://127.0.0.1:6379'],
  use: async () => (await import('../../app/run-worker.ts')).queueOverview,
  text: overviewText,
});

export const queueVerb = verb({
  name: 'queue',
  summary: 'Show the workers and jobs of a queue in Redis',
  verbs: [list],
});
