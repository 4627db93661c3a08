import type { ChatModel } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import { addressOf } from '../../model/endpoint-words.ts';
import { OPENAI_URL } from '../../model/openai-client.ts';
import { queueAddress } from '../../queue/queue-address.ts';
import { QueueClient } from '../../queue/queue-client.ts';
import { QueueModel } from '../../queue/queue-model.ts';
import { queueKey } from '../../queue/queue-secret.ts';
import { openRedis } from '../../queue/redis-link.ts';
import { modelKind, modelMisfit } from '../../queue/worker-abilities.ts';
import type { OwnWorker } from '../../queue/worker-notice.ts';
import type { Context } from '../context.ts';
import { ownVersion } from '../own-version.ts';
import { isModelFile } from '../settings/prices.ts';
import type { QueueShare } from '../study/workers-of-run.ts';
import { awaitWorkers, firstWorkerMs } from './await-workers.ts';

/** How a model is named where workers ask it. @throws ConfigError for a model file, which belongs to one machine */
export function servedAs(
  model: string,
  baseUrl: string | undefined,
): { readonly model: string; readonly endpoint: string } {
  if (isModelFile(model)) {
    throw new ConfigError('queue-model-file', `${model} is a file of this machine, which a queue cannot ask`, {
      hint: 'Serve it at an address (llama.cpp, Ollama, vLLM), or leave --queue-models away.',
    });
  }
  return { model, endpoint: addressOf({ baseUrl: baseUrl ?? OPENAI_URL }) };
}

/** A model that the workers of a queue ask. */
export interface OpenedQueueModel {
  readonly model: ChatModel;
  /** Workers that ask it now, and how many replies of this session are theirs. */
  share(): QueueShare;
  /** @param isStored whether all replies are stored */
  close(isStored: boolean): Promise<void>;
}

/**
 * A model that workers with its name and address ask, with a key of their own.
 *
 * @throws ConfigError for a wrong address or secret, or a model file; SandboxError `queue-unreachable`, `queue-no-worker`
 */
export async function openQueueModel(
  id: string,
  { queue, baseUrl }: { readonly queue: string; readonly baseUrl?: string | undefined },
  { progress, signal, env }: Pick<Context, 'progress' | 'signal' | 'env'>,
): Promise<OpenedQueueModel> {
  const served = servedAs(id, baseUrl);
  const waitMs = firstWorkerMs(env);
  const key = queueKey(env);
  const version = ownVersion();
  const note = (text: string) => progress.note(text);
  const misfit = ({ abilities }: OwnWorker) => modelMisfit(abilities, { ...served, version });
  const link = await openRedis(await queueAddress(queue, env));
  try {
    const hint = `Start one that asks it: mutagree worker --queue … --model ${id} --base-url ${served.endpoint}.`;
    await awaitWorkers(link, key, { misfit, hint, tell: note }, waitMs, signal);
    const kind = modelKind(served, version, key.id);
    const roomOf = (worker: OwnWorker) =>
      misfit(worker) === null
        ? worker.abilities.models
            .filter(({ model, endpoint }) => model === served.model && endpoint === served.endpoint)
            .reduce((sum, { calls }) => sum + calls, 0)
        : 0;
    const options = { key, kind, isPaid: true, unit: 'calls at once', roomOf, note } as const;
    const client = await new QueueClient(link, options).start();
    const model = new QueueModel(id, client);
    const calls = client.watch.workers.reduce((sum, worker) => sum + roomOf(worker), 0);
    note(`${id} at ${served.endpoint} by the queue ${link.address.shown}: ${calls} calls at once (${kind})`);
    return {
      model,
      share: () => ({ workers: client.watch.workers, doneBy: model.doneBy }),
      close: (isStored) => model.close(isStored),
    };
  } catch (error) {
    link.close();
    throw error;
  }
}
