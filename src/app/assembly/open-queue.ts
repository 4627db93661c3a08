import { ConfigError } from '../../core/errors.ts';
import { queueAddress } from '../../queue/queue-address.ts';
import { QueueClient } from '../../queue/queue-client.ts';
import { QueueSandbox } from '../../queue/queue-sandbox.ts';
import { type QueueKey, queueKey } from '../../queue/queue-secret.ts';
import { openRedis, type RedisLink } from '../../queue/redis-link.ts';
import { misfit, type WantedAbilities } from '../../queue/worker-abilities.ts';
import type { OwnWorker } from '../../queue/worker-notice.ts';
import { sandboxes } from '../../sandbox/index.ts';
import { runnerHashes } from '../../sandbox/sandbox-substance.ts';
import type { Context } from '../context.ts';
import { ownVersion } from '../own-version.ts';
import { awaitWorkers, firstWorkerMs } from './await-workers.ts';
import type { OpenedSandbox, SandboxChoice } from './open-sandbox.ts';

const HINT =
  'Start one with the same secret: mutagree worker --queue …; "mutagree queue list" shows those that are there.';
const HINT_REPOSITORIES =
  'Start one where the images are built: mutagree worker --queue … --dataset FILE, with the task file of this run.';

/** Workers of one kind, who judge alike. */
interface Kind {
  readonly name: string;
  readonly workers: readonly OwnWorker[];
  readonly runners: number;
}

function kindsOf(workers: readonly OwnWorker[]): readonly Kind[] {
  const names = [...new Set(workers.map(({ kind }) => kind))].toSorted();
  return names
    .map((name) => {
      const own = workers.filter(({ kind }) => kind === name);
      return { name, workers: own, runners: own.reduce((sum, { jobs }) => sum + jobs, 0) };
    })
    .toSorted((one, other) => other.runners - one.runners);
}

/** The kind with the most runners among those that fit; the others would judge in another interpreter. */
async function awaitKind(
  link: RedisLink,
  key: QueueKey,
  wanted: WantedAbilities,
  { progress, signal, env }: Pick<Context, 'progress' | 'signal' | 'env'>,
): Promise<Kind> {
  const tell = (line: string) => progress.note(line);
  const fitting = await awaitWorkers(
    link,
    key,
    {
      misfit: ({ abilities }) => misfit(abilities, wanted),
      hint: wanted.repositories ? HINT_REPOSITORIES : HINT,
      tell,
    },
    firstWorkerMs(env),
    signal,
  );
  const [kind, ...others] = kindsOf(fitting);
  for (const { workers: own } of others) {
    tell(
      `workers ${own.map(({ id }) => id).join(', ')} have another Python, packages or images than most, and get no jobs`,
    );
  }
  return kind as Kind;
}

function describe({ name, workers, runners }: Kind, shown: string): string {
  const { sandbox, python, image, repositories } = (workers[0] as OwnWorker).abilities;
  const single = image ? `image ${image.name} ${image.id}` : `Python ${python}`;
  const inside = repositories ? `${repositories.length} images of repositories` : single;
  const count = `${workers.length} worker${workers.length === 1 ? '' : 's'}, ${runners} runners`;
  return `${sandbox} by the queue ${shown}: ${count}, ${inside} (${name})`;
}

/** What a queue is opened for. */
export interface QueueChoice extends SandboxChoice {
  readonly queue: string;
  /** Modules that the tasks are prepared with. */
  readonly preload?: readonly string[];
  /** Names of the images whose repositories the tasks are of. */
  readonly repositories?: readonly string[];
}

/**
 * The sandbox of the workers of a queue.
 *
 * @throws ConfigError for a wrong address or secret; SandboxError `queue-unreachable`, `queue-no-worker`
 */
export async function openQueue(
  { queue, sandbox: name, image, python, jobs, preload = [], repositories }: QueueChoice,
  context: Pick<Context, 'progress' | 'signal' | 'env'>,
): Promise<OpenedSandbox & { readonly images?: Readonly<Record<string, string>> }> {
  const { progress, env } = context;
  if (python !== undefined) {
    throw new ConfigError('queue-python', 'with a queue, --python is a flag of the workers', {
      hint: 'Start the workers with it: mutagree worker --queue … --python FILE.',
    });
  }
  if (jobs !== undefined) progress.note('with a queue, --jobs is a flag of the workers and has no effect here');
  firstWorkerMs(env);
  const key: QueueKey = queueKey(env);
  const link: RedisLink = await openRedis(await queueAddress(queue, env));
  try {
    const wanted = {
      version: ownVersion(),
      runners: runnerHashes(sandboxes.map((each) => each.name)),
      sandbox: name,
      image,
      preload,
      repositories,
    };
    const kind = await awaitKind(link, key, wanted, context);
    const { abilities } = kind.workers[0] as OwnWorker;
    const client = await new QueueClient(link, {
      key,
      kind: kind.name,
      isPaid: false,
      unit: 'runners',
      roomOf: (worker) => (worker.kind === kind.name ? worker.jobs : 0),
      note: (text) => progress.note(text),
    }).start();
    const sandbox = new QueueSandbox(abilities.sandbox, client);
    const description = describe(kind, link.address.shown);
    progress.note(`sandbox ${description}`);
    const share = () => ({ workers: client.watch.workers, doneBy: sandbox.doneBy });
    const opened = { sandbox, description, workers: kind.runners, conditions: { kind: kind.name }, share };
    if (!repositories) return opened;
    const used = (abilities.repositories ?? []).filter((image) => repositories.includes(image.name));
    return { ...opened, images: Object.fromEntries(used.map((image) => [image.name, image.id])) };
  } catch (error) {
    link.close();
    throw error;
  }
}
