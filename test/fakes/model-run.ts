import { codetScorer } from '../../agreement/codet-scorer.ts';
import { type CallPorts, modelStack, spentUsd } from '../../src/app/assembly/model-stack.ts';
import { NO_RECORDING, type RecordedAnswers } from '../../src/app/assembly/stored-replies.ts';
import { runConfigSchema } from '../../src/app/settings/config.ts';
import type { PriceList } from '../../src/app/settings/prices.ts';
import { USUAL_ARMS } from '../../src/core/arm.ts';
import type { ChatModel } from '../../src/core/chat.ts';
import type { OracleVault } from '../../src/core/oracle.ts';
import { silentProgress } from '../../src/core/progress.ts';
import { createBudget } from '../../src/model/account.ts';
import { createOpenAiModel } from '../../src/model/openai-model.ts';
import type { SamplingPlan } from '../../src/pipeline/deps.ts';
import { runPipeline } from '../../src/pipeline/run-pipeline.ts';
import { assertionsTestStyle } from '../../src/prompting/assertions-test-style.ts';
import { zeroShotPrompting } from '../../src/prompting/zero-shot-prompting.ts';
import type { RunRecord } from '../../src/records/run-record.ts';
import type { RunStore } from '../../src/records/run-store.ts';
import { loadRun } from '../../src/store/load-run.ts';
import { taskOf } from '../mutators/prompts.ts';
import { fakeSandbox } from './fake-sandbox.ts';
import { inRun } from './run-manifest.ts';

const oracles: OracleVault = {
  has: () => true,
  open: (taskId) => ({
    taskId,
    tests: [{ id: 'check', body: { kind: 'assertion', code: 'assert f([1]) == 1' } }],
    timeoutMs: 1000,
  }),
};

export interface ModelRunOptions {
  readonly directory: string;
  readonly baseUrl: string;
  readonly tasks: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly maxTokens?: number;
  readonly concurrency?: number;
  readonly retries?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Programs and test replies of each task; 1 unless said. */
  readonly samples?: number;
  readonly prices?: PriceList;
  readonly maxCostUsd?: number;
}

interface StackOptions extends Partial<CallPorts> {
  readonly settings?: Parameters<typeof modelStack>[0];
  readonly maxCostUsd?: number | undefined;
  readonly recording?: RecordedAnswers;
  readonly signal?: AbortSignal;
}

/** A model with the cache, budget, retries and batches of a run, which logs to a store. */
export function storedModel(
  model: ChatModel,
  store: RunStore,
  { settings = { concurrency: 8, retries: 0 }, maxCostUsd, recording = NO_RECORDING, ...more }: StackOptions = {},
): ChatModel {
  const { prices = {}, signal = new AbortController().signal, pace = {}, ...ports } = more;
  const spent = spentUsd(store.log('calls').all(), prices);
  return modelStack(settings, {
    prices,
    budgets: maxCostUsd === undefined ? [] : [createBudget({ maxCostUsd, spentUsd: spent })],
    recorded: { requests: null, answers: recording },
    store,
    context: { progress: silentProgress, signal },
    pace: { minDelayMs: 5, maxDelayMs: 20, ...pace },
    ...ports,
  })(model);
}

/** What a stage is to sample, where nothing else is said. */
export const samplingPlan = (change: Partial<SamplingPlan> = {}): SamplingPlan => ({
  seed: 0,
  variants: 1,
  samples: 2,
  testsPerSample: 5,
  temperature: 1,
  topP: 1,
  maxTokens: 50,
  arms: USUAL_ARMS,
  ...change,
});

/** Settings of a study without mutations in which every program passes every test. */
export function studyWithoutMutations(model: ChatModel, store: RunStore, signal: AbortSignal) {
  const none = { mutators: [], guards: [], recorded: null, examples: null, confidence: null };
  return {
    ...none,
    adaptive: null,
    reporters: [],
    progress: silentProgress,
    model,
    testModel: model,
    prompting: zeroShotPrompting,
    testStyle: assertionsTestStyle,
    sandbox: fakeSandbox(() => 'pass'),
    limits: { timeoutMs: 100, memoryMib: 64 },
    scorer: codetScorer,
    store,
    signal,
  };
}

/** The prompt of a task; its number can be read back from what an endpoint is asked. */
const promptOf = (index: number) => `Return the sum of the list of task <${index}>.`;

/**
 * One session of a run against an endpoint through everything but the command line and a real sandbox: one program and
 * one test reply per task.
 */
export async function modelRun({
  directory,
  baseUrl,
  tasks,
  settings = {},
  maxTokens = 100,
  concurrency = 8,
  retries = 6,
  timeoutMs = 60_000,
  signal = new AbortController().signal,
  samples = 1,
  prices = {},
  maxCostUsd,
}: ModelRunOptions): Promise<RunRecord> {
  const config = runConfigSchema.parse({ dataset: 'x', model: 'm', concurrency, retries, maxTokens, ...settings });
  const all = Array.from({ length: tasks }, (_, index) => taskOf(`t${index}`, promptOf(index), 'f'));
  await inRun(directory, { samplesPerArm: samples, config: { maxTokens }, prices }, async (store) => {
    const model = storedModel(createOpenAiModel({ model: 'm', baseUrl, timeoutMs }), store, {
      settings: config,
      prices,
      maxCostUsd,
      signal,
      pace: { minDelayMs: 2 },
    });
    await runPipeline(
      { tasks: all, oracles },
      {
        readRecord: () => loadRun(directory),
        plan: samplingPlan({ samples, temperature: 0.8, maxTokens, arms: ['baseline', 'self-agreement'] }),
        ...studyWithoutMutations(model, store, signal),
        atOnce: config.batch,
      },
    );
  });
  return loadRun(directory);
}
