import { join } from 'node:path';
import type { ChatModel } from '../../core/chat.ts';
import { type Budget, createBudget } from '../../model/with-budget.ts';
import { readLog } from '../../store/load-run.ts';
import type { RunModels } from '../assembly/compose.ts';
import { openEndpoint, spentUsd } from '../assembly/model-stack.ts';
import type { Context } from '../context.ts';
import { modelsOf } from '../settings/config.ts';
import type { PreparedStudy } from './prepare-study.ts';

function unasked(id: string): ChatModel {
  return {
    id,
    complete: async () => {
      throw new Error(`${id} is asked for nothing: its samples are given`);
    },
  };
}

/** Endpoints by model, each opened once. @throws ModelConfigError */
export async function openModels(
  { config, imported }: PreparedStudy,
  context: Pick<Context, 'env'>,
): Promise<ReadonlyMap<string, RunModels>> {
  const models = modelsOf(config);
  if (imported) return new Map(models.map((id) => [id, { writer: unasked(id), tests: null, mutations: null }]));
  const open = (id: string) => openEndpoint(id, config, context);
  const { testModel, mutationModel } = config;
  const tests = testModel ? await open(testModel) : null;
  const mutations = mutationModel ? await open(mutationModel) : null;
  const writers = await Promise.all(models.map(open));
  // The first model writes the mutations for all of them.
  const rewriter = (at: number) => mutations ?? (at === 0 ? null : (writers[0] ?? null));
  return new Map(models.map((id, at) => [id, { writer: writers[at] as ChatModel, tests, mutations: rewriter(at) }]));
}

/** The cap of a study with what its runs spent in earlier sessions; none without `maxCost`. */
export async function studyBudgets({ config, plan, prices }: PreparedStudy): Promise<readonly Budget[]> {
  const { maxCost } = config;
  if (maxCost === undefined) return [];
  let spent = 0;
  for (const { directory } of plan.runs) {
    spent += spentUsd(await readLog(join(plan.directory, directory), 'calls'), prices);
  }
  return [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
}
