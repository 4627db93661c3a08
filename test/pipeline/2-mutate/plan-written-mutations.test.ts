import { expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import { NO_RECORDING, spentUsd, storedModels } from '../../../src/app/assembly/model-stack.ts';
import { readRecordedAnswers, readRecordedRequests } from '../../../src/app/assembly/recordings.ts';
import { runConfigSchema } from '../../../src/app/settings/config.ts';
import type { ChatModel, ChatRequest } from '../../../src/core/chat.ts';
import { BudgetError } from '../../../src/core/errors.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { createOfflineModel } from '../../../src/model/offline-model.ts';
import { createBudget } from '../../../src/model/with-budget.ts';
import { planTasks } from '../../../src/pipeline/2-mutate/plan-tasks.ts';
import type { RecordedRequests } from '../../../src/pipeline/deps.ts';
import { openRunDirectory } from '../../../src/store/run-directory.ts';
import { fakeModel } from '../../fakes/fake-model.ts';
import { runManifest } from '../../fakes/run-manifest.ts';
import { tempDir } from '../../fakes/temp-dir.ts';
import { taskOf } from '../../mutators/prompts.ts';

const tasks = ['one', 'two', 'three'].map((id) => taskOf(id, `Return the sum of the list of task ${id}.`));

/** Rewrites "Return" by the sample, and finds everything equivalent. */
function writer({ messages, sample }: ChatRequest): string {
  const text = messages.at(-1)?.content ?? '';
  if (text.endsWith('JSON:')) return '{"reason": "Same.", "equivalent": true}';
  return text.replace('Return', ['Give back', 'Hand back', 'Compute'][sample] ?? 'Find');
}

const never = fakeModel(() => expect.unreachable('asked again'));

interface Setup {
  readonly directory: string;
  readonly model?: ChatModel;
  readonly maxCost?: number;
  readonly recording?: string;
  readonly recorded?: RecordedRequests;
  readonly signal?: AbortSignal;
}

async function plan({ directory, model = fakeModel(writer), maxCost, recording, recorded, signal }: Setup) {
  const config = runConfigSchema.parse({ dataset: 'x', model: 'fake', variants: 4, maxTokens: 100 });
  const store = await openRunDirectory(directory, runManifest());
  const replies = recording ? await readRecordedAnswers(recording) : NO_RECORDING;
  const logs = { replies: store.log('replies'), failures: store.log('failures'), calls: store.log('calls') };
  const prices = { fake: { inputPerMTok: 1, outputPerMTok: 1, source: 'given' } };
  const spent = spentUsd({ replies: logs.replies.all(), calls: logs.calls.all() }, prices);
  const budgets = maxCost === undefined ? [] : [createBudget({ maxCostUsd: maxCost, spentUsd: spent })];
  const [stored] = storedModels([model], logs, replies, { settings: { ...config, retries: 0 }, prices, budgets });
  try {
    return await planTasks(tasks, {
      plan: config,
      mutators: [],
      guards,
      recorded: recorded ?? null,
      store,
      progress: silentProgress,
      written: { mutators: takeModelMutators('llm-rephrase').chosen, model: stored as ChatModel },
      signal: signal ?? new AbortController().signal,
    });
  } finally {
    await store.close();
  }
}

const textsOf = (planned: Awaited<ReturnType<typeof plan>>) =>
  planned.map(({ variants }) => variants.map(({ prompt }) => prompt));

test('the plan is filled with what the model wrote, each draw another sample and seed', async () => {
  const model = fakeModel(writer);
  const planned = await plan({ directory: await tempDir(), model });
  expect(textsOf(planned)[0]?.sort()).toEqual(
    ['Compute', 'Give back', 'Hand back', 'Return'].map((verb) => `${verb} the sum of the list of task one.`),
  );
  const writing = model.requests.filter(({ about, temperature }) => about?.taskId === 'one' && temperature > 0);
  expect(writing.map(({ sample }) => sample)).toEqual([0, 1, 2]);
  expect(new Set(writing.map(({ seed }) => seed)).size).toBe(3);
});

test('a stage that stops anywhere goes on without asking anything twice, to the same variants', async () => {
  const whole = textsOf(await plan({ directory: await tempDir() }));
  for (const stopAfter of [1, 4, 9, 17]) {
    const directory = await tempDir();
    const abort = new AbortController();
    const answered: string[] = [];
    const model = fakeModel((request) => {
      if (answered.length >= stopAfter) abort.abort();
      abort.signal.throwIfAborted();
      answered.push(JSON.stringify(request));
      return writer(request);
    });
    await expect(plan({ directory, model, signal: abort.signal })).rejects.toThrow();
    const more = fakeModel(writer);
    expect(textsOf(await plan({ directory, model: more }))).toEqual(whole);
    answered.push(...more.requests.map((request) => JSON.stringify(request)));
    expect(new Set(answered).size).toBe(answered.length);
    expect(textsOf(await plan({ directory, model: never }))).toEqual(whole);
  }
});

test('the budget ends the stage before it is exceeded; a higher one goes on', async () => {
  const directory = await tempDir();
  // An endpoint that counts nothing: every call keeps its worst case.
  const first = fakeModel((request) => ({ status: 'completed', text: writer(request), usage: null }));
  await expect(plan({ directory, model: first, maxCost: 0.006 })).rejects.toThrow(BudgetError);
  expect(first.requests.length).toBeGreaterThan(0);
  const second = fakeModel(writer);
  const planned = await plan({ directory, model: second, maxCost: 1 });
  expect(planned.every(({ variants }) => variants.length === 4)).toBe(true);
  expect(first.requests.length + second.requests.length).toBe(18);
});

test('offline, the replies or variants of an earlier run are taken, and a missing one is named', async () => {
  const recording = await tempDir();
  const before = textsOf(await plan({ directory: recording }));
  const offline = createOfflineModel('fake');
  expect(textsOf(await plan({ directory: await tempDir(), model: offline, recording }))).toEqual(before);
  const recorded = await readRecordedRequests(recording);
  expect(textsOf(await plan({ directory: await tempDir(), model: never, recorded }))).toEqual(before);
  const missing = plan({ directory: await tempDir(), model: offline });
  await expect(missing).rejects.toThrow('no stored reply of fake for mutation');
});
