import { ConfigError, SandboxError } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import { plural } from '../../core/plural.ts';
import { wait } from '../../core/wait.ts';
import { queueAddress } from '../../queue/queue-address.ts';
import { QueueClient } from '../../queue/queue-client.ts';
import { QueueSandbox } from '../../queue/queue-sandbox.ts';
import { type QueueKey, queueKey } from '../../queue/queue-secret.ts';
import { openRedis, type RedisLink } from '../../queue/redis-link.ts';
import { misfit, type WantedAbilities } from '../../queue/worker-abilities.ts';
import { listWorkers, type OwnWorker } from '../../queue/worker-notice.ts';
import { sandboxes } from '../../sandbox/index.ts';
import { runnerHash } from '../../sandbox/sandbox-substance.ts';
import type { Context } from '../context.ts';
import { ownVersion } from '../git-commit.ts';
import type { SandboxSettings } from '../settings/config.ts';

const HINT =
  'Start one with the same secret: mutagree worker --queue …; "mutagree queue list" shows those that are there.';
const HINT_REPOSITORIES =
  'Start one where the images are built: mutagree worker --queue … --dataset FILE, with the task file of this run.';
const FIRST_WORKER_S = 120;
const LOOK_MS = 1000;

type QueueContext = Pick<Context, 'progress' | 'signal' | 'env'>;

/** Milliseconds to wait for the first worker, by `MUTAGREE_QUEUE_WAIT`. */
function firstWorkerMs(env: Context['env']): number {
  const text = env['MUTAGREE_QUEUE_WAIT']?.trim() || String(FIRST_WORKER_S);
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds < 0) {
    throw new ConfigError('queue-wait', `MUTAGREE_QUEUE_WAIT is "${text}", and must be seconds`, {
      hint: `Leave it away for ${FIRST_WORKER_S} s.`,
    });
  }
  return seconds * 1000;
}

/** Waits until a worker fits; notes why others do not, each reason once. */
async function awaitWorkers({ client }: RedisLink, key: QueueKey, wanted: WantedAbilities, context: QueueContext) {
  const { progress, signal, env } = context;
  const seen = new Set<string>();
  const once = (line: string) => {
    if (!seen.has(line)) progress.note(line);
    seen.add(line);
  };
  const deadline = performance.now() + firstWorkerMs(env);
  for (;;) {
    const fitting: OwnWorker[] = [];
    const lines: string[] = [];
    for (const worker of await listWorkers(client, key)) {
      const why = worker.isOurs ? misfit(worker.abilities, wanted) : 'it has another MUTAGREE_QUEUE_SECRET';
      if (worker.isOurs && why === null) fitting.push(worker);
      else lines.push(`worker ${worker.id} gets no jobs of this run: ${why}`);
    }
    for (const line of lines) once(line);
    if (fitting.length > 0) return fitting;
    if (performance.now() >= deadline) {
      const why = lines.length > 0 ? lines.join('; ') : 'none is connected';
      throw new SandboxError('queue-no-worker', `no worker of the queue fits this run: ${why}`, {
        hint: wanted.repositories ? HINT_REPOSITORIES : HINT,
      });
    }
    once('waits for a worker ("mutagree worker --queue …")');
    await wait(LOOK_MS, signal);
  }
}

/** The kind with the most runners among workers that fit; the others would judge in another interpreter. */
function largestKind(fitting: readonly OwnWorker[], { progress }: QueueContext) {
  const kinds = [...groupBy(fitting, ({ kind }) => kind)].map(([name, workers]) => {
    return { name, workers, runners: workers.reduce((sum, { jobs }) => sum + jobs, 0) };
  });
  const [largest, ...others] = kinds.toSorted((a, b) => b.runners - a.runners || (a.name < b.name ? -1 : 1));
  for (const { workers } of others) {
    const ids = workers.map(({ id }) => id).join(', ');
    progress.note(`workers ${ids} have another Python, packages or images than most, and get no jobs`);
  }
  return largest as (typeof kinds)[number];
}

function describe({ name, workers, runners }: ReturnType<typeof largestKind>, shown: string): string {
  const { sandbox, python, image, repositories } = (workers[0] as OwnWorker).abilities;
  const single = image ? `image ${image.name} ${image.id}` : `Python ${python}`;
  const inside = repositories ? `${repositories.length} images of repositories` : single;
  return `${sandbox} by the queue ${shown}: ${plural(workers.length, 'worker')}, ${plural(runners, 'runner')}, ${inside} (${name})`;
}

interface QueueChoice extends SandboxSettings {
  readonly queue: string;
  /** Modules that the tasks are prepared with. */
  readonly preload?: readonly string[];
  /** Names of the images whose repositories the tasks are of. */
  readonly repositories?: readonly string[];
}

/** The sandbox of the workers of a queue. */
export async function openQueue(choice: QueueChoice, context: QueueContext) {
  const { queue, sandbox: name = 'auto', image, python, jobs, preload = [], repositories } = choice;
  const { progress, env } = context;
  if (python !== undefined) {
    throw new ConfigError('queue-python', 'with a queue, --python is a flag of the workers', {
      hint: 'Start the workers with it: mutagree worker --queue … --python FILE.',
    });
  }
  if (jobs !== undefined) progress.note('with a queue, --jobs is a flag of the workers and has no effect here');
  firstWorkerMs(env);
  const key = queueKey(env);
  const link = await openRedis(await queueAddress(queue, env));
  try {
    const runners = Object.fromEntries(sandboxes.map((each) => [each.name, runnerHash(each.name)]));
    const wanted = { version: ownVersion(), runners, sandbox: name, image, preload, repositories };
    const kind = largestKind(await awaitWorkers(link, key, wanted, context), context);
    const { abilities } = kind.workers[0] as OwnWorker;
    const client = await new QueueClient(link, {
      key,
      kind: kind.name,
      roomOf: (worker) => (worker.kind === kind.name ? worker.jobs : 0),
      note: (text) => progress.note(text),
    }).start();
    const sandbox = new QueueSandbox(abilities.sandbox, client);
    const description = describe(kind, link.address.shown);
    progress.note(`sandbox ${description}`);
    const opened = { sandbox, description, workers: kind.runners, conditions: { kind: kind.name } };
    if (!repositories) return opened;
    const used = (abilities.repositories ?? []).filter((image) => repositories.includes(image.name));
    return { ...opened, images: Object.fromEntries(used.map((image) => [image.name, image.id])) };
  } catch (error) {
    link.close();
    throw error;
  }
}
