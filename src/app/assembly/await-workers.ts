import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, InterruptedError, SandboxError } from '../../core/errors.ts';
import type { QueueKey } from '../../queue/queue-secret.ts';
import type { RedisLink } from '../../queue/redis-link.ts';
import { type KnownWorker, listWorkers, type OwnWorker } from '../../queue/worker-notice.ts';
import type { Context } from '../context.ts';

const FIRST_WORKER_S = 120;
const LOOK_MS = 1000;

/** Milliseconds to wait for the first worker, by `MUTAGREE_QUEUE_WAIT`. */
export function firstWorkerMs(env: Context['env']): number {
  const text = env['MUTAGREE_QUEUE_WAIT']?.trim() || String(FIRST_WORKER_S);
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds < 0) {
    throw new ConfigError('queue-wait', `MUTAGREE_QUEUE_WAIT is "${text}", and must be seconds`, {
      hint: `Leave it away for ${FIRST_WORKER_S} s.`,
    });
  }
  return seconds * 1000;
}

/** What workers are wanted for. */
export interface WantedWorkers {
  /** Why a worker of ours gets no jobs, for people; null where it gets them. */
  readonly misfit: (worker: OwnWorker) => string | null;
  /** How the error ends that says that there are none. */
  readonly hint: string;
  /** Hears of lines for people, each once. */
  readonly tell: (line: string) => void;
}

/**
 * Waits until a worker fits; all that do then, with the lines why others do not told.
 *
 * @throws SandboxError `queue-no-worker` saying of every worker why it does not fit
 */
export async function awaitWorkers(
  { client }: RedisLink,
  key: QueueKey,
  { misfit, hint, tell }: WantedWorkers,
  waitMs: number,
  signal: AbortSignal,
): Promise<readonly OwnWorker[]> {
  const seen = new Set<string>();
  const once = (line: string) => {
    if (!seen.has(line)) tell(line);
    seen.add(line);
  };
  const whyNot = (worker: KnownWorker) => (worker.isOurs ? misfit(worker) : 'it has another MUTAGREE_QUEUE_SECRET');
  const deadline = performance.now() + waitMs;
  for (;;) {
    const workers = await listWorkers(client, key);
    const lines = workers.flatMap((worker) => {
      const why = whyNot(worker);
      return why === null ? [] : [`worker ${worker.id} gets no jobs of this run: ${why}`];
    });
    for (const line of lines) once(line);
    const fitting = workers.filter((worker) => worker.isOurs).filter((worker) => misfit(worker) === null);
    if (fitting.length > 0) return fitting;
    if (performance.now() >= deadline) {
      const why = lines.length > 0 ? lines.join('; ') : 'none is there';
      throw new SandboxError('queue-no-worker', `no worker of the queue fits this run: ${why}`, { hint });
    }
    once('waits for a worker ("mutagree worker --queue …")');
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new InterruptedError();
    });
  }
}
