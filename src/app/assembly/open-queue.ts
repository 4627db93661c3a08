import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, InterruptedError, SandboxError } from '../../core/errors.ts';
import type { KnownWorker, OwnWorker } from '../../queue/known-worker.ts';
import { queueAddress } from '../../queue/queue-address.ts';
import { QueueSandbox } from '../../queue/queue-sandbox.ts';
import { type QueueKey, queueKey } from '../../queue/queue-secret.ts';
import { RedisBoard } from '../../queue/redis-board.ts';
import { RedisChannel } from '../../queue/redis-channel.ts';
import { openRedis, type RedisLink } from '../../queue/redis-link.ts';
import { misfit, type WantedAbilities } from '../../queue/worker-abilities.ts';
import { sandboxes } from '../../sandbox/index.ts';
import { runnerHashes } from '../../sandbox/sandbox-substance.ts';
import { ownVersion } from '../own-version.ts';
import type { Surroundings } from '../surroundings.ts';
import type { OpenedSandbox, SandboxChoice } from './open-sandbox.ts';

const FIRST_WORKER_S = 120;
const LOOK_MS = 1000;

/** Seconds to wait for the first worker, by `MUTAGREE_QUEUE_WAIT`. */
function firstWorkerMs(env: Surroundings['env']): number {
  const text = env['MUTAGREE_QUEUE_WAIT']?.trim() || String(FIRST_WORKER_S);
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds < 0) {
    throw new ConfigError('queue-wait', `MUTAGREE_QUEUE_WAIT is "${text}", and must be seconds`, {
      mend: `Leave it away for ${FIRST_WORKER_S} s.`,
    });
  }
  return seconds * 1000;
}

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

/** One line for each worker that cannot take jobs of this run. */
function misfits(workers: readonly KnownWorker[], wanted: WantedAbilities): readonly string[] {
  return workers.flatMap((worker) => {
    const why = worker.isOurs ? misfit(worker.abilities, wanted) : 'it has another MUTAGREE_QUEUE_SECRET';
    return why === null ? [] : [`worker ${worker.id} gets no jobs of this run: ${why}`];
  });
}

/** The kind with the most runners among those that fit; the others would judge in another interpreter. */
async function awaitKind(
  board: RedisBoard,
  wanted: WantedAbilities,
  waitMs: number,
  { progress, signal }: Pick<Surroundings, 'progress' | 'signal'>,
): Promise<Kind> {
  const told = new Set<string>();
  const tell = (line: string) => {
    if (!told.has(line)) progress.note(line);
    told.add(line);
  };
  const deadline = performance.now() + waitMs;
  for (;;) {
    const workers = await board.workers();
    const lines = misfits(workers, wanted);
    for (const line of lines) tell(line);
    const fitting = workers
      .filter((worker) => worker.isOurs)
      .filter((worker) => misfit(worker.abilities, wanted) === null);
    const [kind, ...others] = kindsOf(fitting);
    for (const { workers: own } of others) {
      tell(
        `workers ${own.map(({ id }) => id).join(', ')} have another Python, packages or image than most, and get no jobs`,
      );
    }
    if (kind) return kind;
    if (performance.now() >= deadline) {
      const why = lines.length > 0 ? lines.join('; ') : 'none is there';
      throw new SandboxError('queue-no-worker', `no worker of the queue fits this run: ${why}`, {
        mend: 'Start one with the same secret: mutagree worker --queue …; "mutagree queue list" shows those that are there.',
      });
    }
    tell('waits for a worker ("mutagree worker --queue …")');
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new InterruptedError();
    });
  }
}

function describe({ name, workers, runners }: Kind, shown: string): string {
  const { sandbox, python, image } = (workers[0] as OwnWorker).abilities;
  const inside = image ? `image ${image.name} ${image.id}` : `Python ${python}`;
  const count = `${workers.length} worker${workers.length === 1 ? '' : 's'}, ${runners} runners`;
  return `${sandbox} by the queue ${shown}: ${count}, ${inside} (${name})`;
}

/** What a queue is opened for. */
export interface QueueChoice extends SandboxChoice {
  readonly queue: string;
  /** Modules that the tasks are prepared with. */
  readonly preload?: readonly string[];
}

/**
 * The sandbox of the workers of a queue.
 *
 * @throws ConfigError for a wrong address or secret; SandboxError `queue-unreachable`, `queue-no-worker`
 */
export async function openQueue(
  { queue, sandbox: name, image, python, jobs, preload = [] }: QueueChoice,
  around: Pick<Surroundings, 'progress' | 'signal' | 'env'>,
): Promise<OpenedSandbox> {
  const { progress, env } = around;
  if (python !== undefined) {
    throw new ConfigError('queue-python', 'with a queue, --python is a flag of the workers', {
      mend: 'Start the workers with it: mutagree worker --queue … --python FILE.',
    });
  }
  if (jobs !== undefined) progress.note('with a queue, --jobs is a flag of the workers and has no effect here');
  const waitMs = firstWorkerMs(env);
  const key: QueueKey = queueKey(env);
  const link: RedisLink = await openRedis(await queueAddress(queue, env));
  try {
    const wanted = {
      version: ownVersion(),
      runners: runnerHashes(sandboxes.map((each) => each.name)),
      ...{ sandbox: name, image, preload },
    };
    const kind = await awaitKind(new RedisBoard(link.client, key), wanted, waitMs, around);
    const channel = await new RedisChannel(link, kind.name, key).ready();
    const { abilities } = kind.workers[0] as OwnWorker;
    const sandbox = new QueueSandbox(channel, {
      ...{ name: abilities.sandbox, key, kind: kind.name, run: randomUUID() },
      note: (text) => progress.note(text),
    });
    await sandbox.start();
    const description = describe(kind, link.address.shown);
    progress.note(`sandbox ${description}`);
    return { sandbox, description, workers: kind.runners, conditions: { kind: kind.name } };
  } catch (error) {
    link.close();
    throw error;
  }
}
