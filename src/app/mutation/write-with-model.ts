import { join } from 'node:path';
import { guards } from '../../../mutators/guards/index.ts';
import type { ChatModel } from '../../core/chat.ts';
import { ConfigError } from '../../core/errors.ts';
import type { ModelMutator } from '../../core/mutation.ts';
import type { Task } from '../../core/task.ts';
import { createBudget } from '../../model/with-budget.ts';
import { type ModelMutations, mutateWithModel } from '../../pipeline/2-mutate/mutate-with-model.ts';
import { forAllTasks } from '../../pipeline/ask-model.ts';
import { openReplyStore } from '../../store/reply-store.ts';
import { NO_RECORDING, openEndpoint, spentUsd, storedModels } from '../assembly/model-stack.ts';
import type { Context } from '../context.ts';
import { DEFAULTS } from '../settings/config.ts';
import { endpointUrl } from '../settings/endpoint-url.ts';
import { priceList, requirePrices } from '../settings/prices.ts';
import type { MutationPlan } from './write-mutations.ts';

/** Next to the output, unless another folder is named. @throws ConfigError if there is no place */
function replyFolder({ replies, output, format }: MutationPlan): string {
  if (replies !== undefined) return replies;
  if (output !== undefined) return format === 'dataset' ? join(output, 'replies') : `${output}.replies`;
  throw new ConfigError('output-missing', 'the replies of a model cost money and are kept, but there is no place', {
    hint: 'Name an output file (--output), or a folder for the replies (--replies).',
  });
}

/**
 * Has a model write variants for every task, keeping replies so that each is asked for once. @throws ConfigError,
 * ModelError, BudgetError
 */
export async function writeWithModel(
  tasks: readonly Task[],
  mutators: readonly ModelMutator[],
  flags: MutationPlan,
  context: Context,
): Promise<readonly ModelMutations[]> {
  const { seed, perMutator, format, model: id, maxCost } = flags;
  if (mutators.length === 0) return [];
  if (id === undefined) {
    throw new ConfigError('model-missing', `${mutators.map(({ name }) => name).join(', ')}: these need a model`, {
      hint: 'Name a model and its endpoint (--model, --base-url), or leave these mutators out.',
    });
  }
  const config = { ...DEFAULTS, ...flags, baseUrl: endpointUrl(flags, context.env) };
  const prices = priceList([id], config);
  if (maxCost !== undefined) requirePrices([id], prices, 'a limit of cost');
  const folder = replyFolder(flags);
  const endpoint = await openEndpoint(id, config, context);
  const store = await openReplyStore(folder);
  try {
    const spent = spentUsd({ replies: store.replies.all(), calls: store.calls.all() }, prices);
    const budgets = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
    const [model] = storedModels([endpoint], store, NO_RECORDING, {
      settings: config,
      prices,
      budgets,
      interruption: context.signal,
    });
    const own = { mutators, guards, model: model as ChatModel, sampling: config, seed };
    const shared = { ...own, perMutator: format === 'dataset' ? 1 : perMutator };
    return await forAllTasks(tasks, context.signal, (task, signal) => mutateWithModel(task, { ...shared, signal }));
  } finally {
    await store.close();
  }
}
