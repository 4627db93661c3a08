import type { ChatModel } from '../../core/chat.ts';
import type { RunModels } from '../assembly/compose.ts';
import { openEndpoint } from '../assembly/model-stack.ts';
import type { OpenedQueueModel } from '../assembly/open-queue-models.ts';
import type { Context } from '../context.ts';
import { modelsOf } from '../settings/config.ts';
import type { PreparedStudy } from './prepare-study.ts';

/** The models of a study while it runs. */
export interface StudyModels {
  readonly of: ReadonlyMap<string, RunModels>;
  /** Those that workers of a queue ask. */
  readonly queued: readonly OpenedQueueModel[];
  /** @param isStored whether all replies that were given are stored */
  close(isStored: boolean): Promise<void>;
}

/** The name of a model whose replies are given. */
function unasked(id: string): ChatModel {
  return {
    id,
    complete: async () => {
      throw new Error(`${id} is asked for nothing: its samples are given`);
    },
  };
}

async function namedModels(
  { config, imported }: PreparedStudy,
  open: (id: string) => Promise<ChatModel>,
): Promise<ReadonlyMap<string, RunModels>> {
  if (imported)
    return new Map(modelsOf(config).map((id) => [id, { writer: unasked(id), tests: null, mutations: null }]));
  const { testModel, mutationModel } = config;
  const tests = testModel ? await open(testModel) : null;
  const mutations = mutationModel ? await open(mutationModel) : null;
  const models = new Map<string, RunModels>();
  let first: RunModels['writer'] | null = null;
  for (const id of modelsOf(config)) {
    const writer = await open(id);
    // The first model writes the mutations for all of them.
    models.set(id, { writer, tests, mutations: mutations ?? first });
    first ??= writer;
  }
  return models;
}

/** Endpoints by model, each opened once. @throws ModelConfigError; what opening a queue throws */
export async function openModels(
  prepared: PreparedStudy,
  context: Pick<Context, 'env' | 'progress' | 'signal'>,
): Promise<StudyModels> {
  const { config } = prepared;
  const { queue } = config;
  const queued: OpenedQueueModel[] = [];
  const close = async (isStored: boolean) => {
    await Promise.all(queued.map((each) => each.close(isStored)));
  };
  const byQueue = async (id: string) => {
    const { openQueueModel } = await import('../assembly/open-queue-models.ts');
    const opened = await openQueueModel(id, { queue: queue as string, baseUrl: config.baseUrl }, context);
    queued.push(opened);
    return opened.model;
  };
  try {
    const isQueued = config.queueModels && queue !== undefined;
    return {
      of: await namedModels(prepared, isQueued ? byQueue : (id) => openEndpoint(id, config, context)),
      queued,
      close,
    };
  } catch (error) {
    await close(false);
    throw error;
  }
}
