import { openEndpoint } from '../assembly/model-stack.ts';
import { modelsOf } from '../settings/config.ts';
import type { Surroundings } from '../surroundings.ts';
import type { PreparedStudy } from './prepare-study.ts';
import type { RunModels } from './run-deps.ts';

/** Endpoints by model, each opened once. @throws ModelConfigError */
export async function openModels(
  { config }: PreparedStudy,
  around: Pick<Surroundings, 'env'>,
): Promise<ReadonlyMap<string, RunModels>> {
  const { testModel, mutationModel } = config;
  const tests = testModel ? await openEndpoint(testModel, config, around) : null;
  const mutations = mutationModel ? await openEndpoint(mutationModel, config, around) : null;
  const models = new Map<string, RunModels>();
  let first: RunModels['writer'] | null = null;
  for (const id of modelsOf(config)) {
    const writer = await openEndpoint(id, config, around);
    // The first model writes the mutations for all of them.
    models.set(id, { writer, tests, mutations: mutations ?? first });
    first ??= writer;
  }
  return models;
}
