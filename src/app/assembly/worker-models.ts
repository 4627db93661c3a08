import type { ChatModel } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import { MOST_MODELS, type ServedModel } from '../../queue/worker-abilities.ts';
import { endpointUrl } from '../settings/endpoint-url.ts';
import type { Surroundings } from '../surroundings.ts';
import { openEndpoint } from './model-stack.ts';
import { servedAs } from './open-queue-models.ts';

/** Which models a worker asks, and how. The key is `OPENAI_API_KEY` of the worker, and never leaves it. */
interface WorkerModelSettings {
  readonly model: readonly string[];
  readonly baseUrl?: string | undefined;
  readonly calls: number;
  readonly requestTimeoutMs?: number | undefined;
}

/**
 * The models of a worker, each with what asks it; asks nothing yet.
 *
 * @throws ModelConfigError where a key is missing; ConfigError for a model file, or too many
 */
export async function workerModels(
  { model: names, baseUrl, calls, requestTimeoutMs }: WorkerModelSettings,
  around: Pick<Surroundings, 'env'>,
): Promise<readonly { readonly served: ServedModel; readonly model: ChatModel }[]> {
  const wanted = [...new Set(names)];
  if (wanted.length > MOST_MODELS) {
    throw new ConfigError(
      'worker-models',
      `a worker asks at most ${MOST_MODELS} models, and ${wanted.length} are named`,
      {
        mend: 'Start several workers.',
      },
    );
  }
  const url = endpointUrl({ baseUrl }, around.env);
  const settings = {
    offline: false,
    ...(url ? { baseUrl: url } : {}),
    ...(requestTimeoutMs ? { requestTimeoutMs } : {}),
  };
  return Promise.all(
    wanted.map(async (name) => ({
      served: { ...servedAs(name, url), calls },
      model: await openEndpoint(name, settings, around),
    })),
  );
}
