import { expect, test } from 'vitest';
import { guards } from '../../../mutators/guards/index.ts';
import { takeModelMutators } from '../../../mutators/llm/index.ts';
import { readRecordedAnswers, readRecordedRequests } from '../../../src/app/assembly/stored-replies.ts';
import type { ChatModel, ChatRequest } from '../../../src/core/chat.ts';
import { BudgetError } from '../../../src/core/errors.ts';
import { silentProgress } from '../../../src/core/progress.ts';
import { createOfflineModel } from '../../../src/model/offline-model.ts';
import { createOpenAiModel } from '../../../src/model/openai-model.ts';
import { planTasks } from '../../../src/pipeline/2-mutate/plan-tasks.ts';
import type { RecordedRequests } from '../../../src/pipeline/deps.ts';
import { startBatchEndpoint } from '../../fakes/batch-endpoint.ts';
import { fakeModel } from '../../fakes/fake-model.ts';
import { samplingPlan, storedModel } from '../../fakes/model-run.ts';
import { inRun } from '../../fakes/run-manifest.ts';
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
  readonly maxCostUsd?: number;
  readonly recording?: string;
  readonly recorded?: RecordedRequests;
  readonly signal?: AbortSignal;
  readonly batch?: boolean;
}

const prices = { fake: { inputPerMTok: 1, outputPerMTok: 1, source: 'given' } };

async function plan({
  directory,
  model = fakeModel(writer),
  recording,
  recorded,
  signal,
  batch = false,
  ...more
}: Setup) {
  const answers = recording ? { recording: await readRecordedAnswers(recording) } : {};
  const settings = { concurrency: 8, retries: 0, batch };
  const { chosen: mutators } = takeModelMutators('llm-rephrase');
  return inRun(directory, {}, (store) =>
    planTasks(tasks, {
      plan: samplingPlan({ variants: 4, samples: 1, maxTokens: 100 }),
      mutators: [],
      guards,
      recorded: recorded ?? null,
      store,
      progress: silentProgress,
      written: { mutators, model: storedModel(model, store, { settings, prices, ...answers, ...more }) },
      signal: signal ?? new AbortController().signal,
    }),
  );
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
  await expect(plan({ directory, model: first, maxCostUsd: 0.006 })).rejects.toThrow(BudgetError);
  expect(first.requests.length).toBeGreaterThan(0);
  const second = fakeModel(writer);
  const planned = await plan({ directory, model: second, maxCostUsd: 1 });
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

test('rewrites go out in one batch, the questions about them in the next, and the variants are those of single calls', async () => {
  const asked = async (batch: boolean) => {
    const endpoint = await startBatchEndpoint({
      answer: ({ messages, seed }) => {
        const request = { messages, sample: Number(seed) % 4 } as ChatRequest;
        return { text: writer(request), inputTokens: 40, outputTokens: 20 };
      },
    });
    const model = createOpenAiModel({ model: 'm', baseUrl: endpoint.baseUrl });
    return { endpoint, texts: textsOf(await plan({ directory: await tempDir(), model, batch })) };
  };
  const plain = await asked(false);
  const batched = await asked(true);
  expect(batched.texts).toEqual(plain.texts);
  expect(batched.texts.every((texts) => texts.length > 1)).toBe(true);
  expect(batched.endpoint.batches).toHaveLength(2);
  expect(batched.endpoint.single.calls).toBe(1);
  expect(batched.endpoint.batched.calls + 1).toBe(plain.endpoint.single.calls);
});
