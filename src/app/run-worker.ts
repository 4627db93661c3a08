import { ConfigError } from '../core/errors.ts';
import { readDataset } from '../datasets/read-dataset.ts';
import { queueAddress } from '../queue/queue-address.ts';
import { queueStates } from '../queue/queue-office.ts';
import { queueKey } from '../queue/queue-secret.ts';
import { QueueWorker } from '../queue/queue-worker.ts';
import { openRedis, type RedisLink } from '../queue/redis-link.ts';
import { PROTOCOL } from '../queue/worker-abilities.ts';
import { listWorkers } from '../queue/worker-notice.ts';
import { runCanary } from '../sandbox/pool/canary.ts';
import { runnerHash, sandboxSubstance } from '../sandbox/sandbox-substance.ts';
import { openTaskSandbox } from './assembly/open-sandbox.ts';
import { type Context, type UseOptions, withContext } from './context.ts';
import { ownVersion } from './git-commit.ts';
import { type CheckedOf, useOf } from './settings/check-settings.ts';
import { workerSettings } from './settings/verb-settings.ts';

type Checked = CheckedOf<typeof workerSettings>;

async function openOwn(settings: Checked, context: Context) {
  const { sandbox: name, jobs, python, image, dataset = '' } = settings;
  const { tasks, format } = dataset === '' ? { tasks: [], format: '' } : await readDataset(dataset);
  const choice = { sandbox: name, jobs, python, image };
  const opened = await openTaskSandbox(tasks, { name: dataset, format }, choice, context);
  const inImage = opened.conditions['image'];
  const { sandbox, workers } = opened;
  try {
    const repositories = opened.images
      ? Object.entries(opened.images)
          .map(([name, id]) => ({ name, id }))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      : null;
    const inside = repositories
      ? { python: null, packages: null, modules: null, image: null }
      : await sandboxSubstance(sandbox.name, { python, image: typeof inImage === 'string' ? inImage : image });
    const own = { protocol: PROTOCOL, version: ownVersion(), runner: runnerHash(sandbox.name), repositories };
    return {
      sandbox,
      jobs: workers,
      canary: repositories ? null : () => runCanary(sandbox, context.signal),
      abilities: { ...own, sandbox: sandbox.name, ...inside },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

async function work(settings: Checked, link: RedisLink, context: Context) {
  const { progress, warn, signal, env } = context;
  const key = queueKey(env);
  const { sandbox, jobs, canary, abilities } = await openOwn(settings, context);
  const lockMs = settings.lockSeconds * 1000;
  const worker = new QueueWorker({ link, key, sandbox, abilities, jobs, canary, note: warn, lockMs });
  let ended: Promise<void> | null = null;
  const closeAll = () => sandbox.close().then(() => link.close());
  const close = () => {
    ended ??= worker.close().then(closeAll);
    return ended;
  };
  await worker.start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  progress.note(`worker ${worker.id} takes jobs from ${link.address.shown} for ${jobs} runners (${worker.kind})`);
  signal.addEventListener('abort', () => void close(), { once: true });
  const over = worker.ended.finally(close);
  over.catch(() => {});
  return {
    id: worker.id,
    /** Workers of the same kind judge alike and share a queue. */
    kind: worker.kind,
    abilities,
    /** Rejects if its sandbox no longer judges right. */
    ended: over,
    close,
    get counts() {
      return worker.counts;
    },
  };
}

/**
 * Executes jobs of a queue in a sandbox of this machine until it is closed.
 *
 * @throws ConfigError for a wrong address, a missing secret or package, a sandbox that isolates nothing; SandboxError
 */
export const runWorker = useOf('worker', workerSettings, async (settings, context) => {
  if (settings.sandbox === 'process') {
    const problem = 'a worker does not use the sandbox process: programs could read its secret';
    throw new ConfigError('worker-sandbox', problem, {
      hint: 'Use bubblewrap, docker or wasm ("mutagree doctor" says what works here).',
    });
  }
  queueKey(context.env);
  const link = await openRedis(await queueAddress(settings.queue, context.env));
  try {
    return await work(settings, link, context);
  } catch (error) {
    link.close();
    throw error;
  }
});

/** A worker at work, until it is closed or `signal` is aborted. */
export type RunningWorker = Awaited<ReturnType<typeof runWorker>>;

/**
 * Queues by kind of worker, and the connected workers.
 *
 * @param place a Redis by its address; `MUTAGREE_QUEUE_SECRET` tells whose workers are ours
 * @throws ConfigError, SandboxError
 */
export function queueOverview(place: { readonly queue: string }, options: UseOptions = {}) {
  return withContext(options, async ({ env }) => {
    const key = queueKey(env);
    const link = await openRedis(await queueAddress(place.queue, env));
    try {
      const workers = await listWorkers(link.client, key);
      return { queues: await queueStates(link.client, workers), workers };
    } finally {
      link.close();
    }
  });
}

export type QueueOverview = Awaited<ReturnType<typeof queueOverview>>;
