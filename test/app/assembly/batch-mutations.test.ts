import { expect, onTestFinished, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import { NO_RECORDING, storedModels } from '../../../src/app/assembly/model-stack.ts';
import { runConfigSchema } from '../../../src/app/settings/config.ts';
import type { ChatModel } from '../../../src/core/chat.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { createOpenAiModel } from '../../../src/model/openai-model.ts';
import { planTasks } from '../../../src/pipeline/2-mutate/plan-tasks.ts';
import { openRunDirectory } from '../../../src/store/run-directory.ts';
import { startBatchEndpoint } from '../../fakes/batch-endpoint.ts';
import { runManifest } from '../../fakes/run-manifest.ts';
import { tempDir } from '../../fakes/temp-dir.ts';
import { taskOf } from '../../mutators/prompts.ts';

const tasks = ['one', 'two', 'three'].map((id) => taskOf(id, `Return the sum of the list of task ${id}.`));
const VERBS = ['Give back', 'Hand back', 'Compute', 'Find'];

async function plan(batch: boolean) {
  const endpoint = await startBatchEndpoint({
    answer: ({ messages, seed }) => {
      const text = (messages as { content: string }[]).at(-1)?.content ?? '';
      const verb = VERBS[Number(seed ?? 0) % VERBS.length] ?? 'Find';
      const reply = text.endsWith('JSON:') ? '{"reason": "Same.", "equivalent": true}' : text.replace('Return', verb);
      return { text: reply, inputTokens: 40, outputTokens: 20 };
    },
  });
  onTestFinished(() => endpoint.close());
  const config = runConfigSchema.parse({ dataset: 'x', model: 'm', variants: 4, maxTokens: 100 });
  const store = await openRunDirectory(await tempDir(), runManifest());
  onTestFinished(() => store.close());
  const logs = { replies: store.log('replies'), failures: store.log('failures'), calls: store.log('calls') };
  const model = createOpenAiModel({ model: 'm', baseUrl: endpoint.baseUrl });
  const times = { firstMs: 5, mostMs: 10 };
  const batching = { batches: store.log('batches'), progress: silentProgress, times };
  const options = { settings: config, prices: {}, budgets: [], ...(batch ? { batching } : {}) };
  const [asked] = storedModels([model], logs, NO_RECORDING, options);
  const { signal } = new AbortController();
  const planned = await planTasks(tasks, {
    plan: config,
    mutators: [],
    guards,
    recorded: null,
    store,
    progress: silentProgress,
    signal,
    written: { mutators: takeModelMutators('llm-rephrase').chosen, model: asked as ChatModel },
  });
  return { endpoint, texts: planned.map(({ variants }) => variants.map(({ prompt }) => prompt)) };
}

test('rewrites go out in one batch, the questions about them in the next, and the variants are those of single calls', async () => {
  const plain = await plan(false);
  const batched = await plan(true);
  expect(batched.texts).toEqual(plain.texts);
  expect(batched.texts.every((texts) => texts.length > 1)).toBe(true);
  expect(batched.endpoint.batches).toHaveLength(2);
  expect(batched.endpoint.single.calls).toBe(1);
  expect(batched.endpoint.batched.calls + 1).toBe(plain.endpoint.single.calls);
});
