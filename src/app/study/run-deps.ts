import { join } from 'node:path';
import { pickConfidence } from '../../../agreement/confidence.ts';
import { stopReason } from '../../../agreement/stopping-rule.ts';
import { guards } from '../../../mutators/guards/index.ts';
import { groupByTask } from '../../analysis/by-key.ts';
import type { ChatModel } from '../../core/chat.ts';
import type { Progress } from '../../core/progress.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import type { Budget } from '../../model/with-budget.ts';
import type { Deps, RecordedRequests } from '../../pipeline/deps.ts';
import type { ReplyReader } from '../../pipeline/reading/reply-reader.ts';
import type { RunStore } from '../../records/run-store.ts';
import type { StudyRun } from '../../records/study.ts';
import { reporters } from '../../reporters/index.ts';
import { answerFolder, answerFolderPath } from '../../store/answer-folder.ts';
import { readLog } from '../../store/load-run.ts';
import { batchPrefetch } from '../assembly/batch-prefetch.ts';
import { buildExamples } from '../assembly/build-examples.ts';
import { NO_RECORDING, storedModels } from '../assembly/model-stack.ts';
import { readRecordedAnswers, readRecordedRequests } from '../assembly/recordings.ts';
import type { RecordedAnswers } from '../assembly/stored-replies.ts';
import { failureExplainer } from '../classification/failure-explainer.ts';
import type { PreparedStudy } from './prepare-study.ts';
import { rivalSettings } from './rival-arms.ts';
import { recordedPart } from './study-plan.ts';

/** The models of one run; those for tests and mutations are null where the writer does that too. */
export interface RunModels {
  readonly writer: ChatModel;
  readonly tests: ChatModel | null;
  readonly mutations: ChatModel | null;
}

/** Variants, and refusals, that the first run of a study made; every other run takes them over. */
async function sharedVariants(firstRun: string): Promise<RecordedRequests> {
  const variants = groupByTask(await readLog(firstRun, 'variants'));
  const refusals = new Map((await readLog(firstRun, 'tasks')).map((task) => [task.taskId, task.refusals]));
  return {
    variantsOf: (taskId) => variants.get(taskId) ?? [],
    refusalsOf: (taskId) => refusals.get(taskId) ?? [],
    requestFor: () => null,
  };
}

/** Waits between the tries of calls, counted as they happen. */
export interface RetryWaits {
  times: number;
  ms: number;
}

export interface RunContext {
  readonly prepared: PreparedStudy;
  readonly run: StudyRun;
  readonly models: RunModels;
  readonly store: RunStore;
  readonly sandbox: Sandbox;
  readonly reader: ReplyReader;
  readonly budgets: readonly Budget[];
  readonly waits: RetryWaits;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

async function recordedOf({ prepared, run }: RunContext): Promise<{
  requests: RecordedRequests | null;
  answers: RecordedAnswers;
}> {
  const { config, plan } = prepared;
  const { recording, variantsFrom } = config;
  const requests = variantsFrom ? await readRecordedRequests(await recordedPart(variantsFrom, run)) : null;
  const answers = recording ? await readRecordedAnswers(await recordedPart(recording, run)) : NO_RECORDING;
  const [first] = plan.runs;
  if (!first || first === run) return { requests, answers };
  const shared = await sharedVariants(join(plan.directory, first.directory));
  // One recorded run cannot stand for several repeats: they would all replay the same replies.
  const own = requests && (run.repeat === 1 || variantsFrom !== (await recordedPart(variantsFrom as string, run)));
  return { requests: own ? { ...shared, requestFor: requests.requestFor } : shared, answers };
}

/** What the stages of one run need. */
export async function runDeps(context: RunContext): Promise<Deps> {
  const { prepared, run, models, store, sandbox, budgets, progress, signal } = context;
  const { config, mutators, modelMutators, prompting, scorer, prices } = prepared;
  const { requests, answers } = await recordedOf(context);
  const { writer, tests, mutations } = models;
  const onWait = (ms: number) => {
    context.waits.times += 1;
    context.waits.ms += ms;
  };
  const logs = { replies: store.log('replies'), failures: store.log('failures'), calls: store.log('calls') };
  const [program = writer, test = writer, rewriter = writer] = storedModels(
    [writer, tests ?? writer, mutations ?? writer],
    logs,
    answers,
    {
      settings: config,
      prices,
      budgets,
      interruption: signal,
      retry: { onWait },
      tasks: prepared.tasks.length,
      onCost: (usd) => progress.spend?.(usd),
    },
  );
  const batched = (endpoint: ChatModel, single: ChatModel) => ({ endpoint, single });
  const prefetch =
    config.batch && !prepared.given
      ? batchPrefetch({
          models: {
            model: batched(writer, program),
            testModel: batched(tests ?? writer, test),
            rewriter: batched(mutations ?? writer, rewriter),
          },
          logs: { ...logs, batches: store.log('batches') },
          recording: answers,
          settings: config,
          prices,
          budgets,
          progress,
          signal,
        })
      : null;
  const { timeoutMs, memoryMib, giveUpAfterTimeouts, probes, match } = config;
  const rival = rivalSettings(prepared.rivals, config);
  return {
    plan: { ...config, ...rival.plan, repeat: run.repeat },
    contenders: rival.contenders,
    mutators,
    guards,
    prompting,
    examples: buildExamples(prepared.examples, prompting, { ...config, repeat: run.repeat }, program),
    testStyle: prepared.testStyle,
    scorer,
    confidence: pickConfidence,
    adaptive: config.adaptive ? { stopReason: (matrix, options) => stopReason(matrix, { ...options, scorer }) } : null,
    recorded: requests,
    given: prepared.given?.samplesOf(run.model) ?? null,
    model: program,
    testModel: test,
    ...(modelMutators.length > 0 ? { written: { mutators: modelMutators, model: rewriter } } : {}),
    prefetch,
    sandbox,
    reader: context.reader,
    limits: { timeoutMs, memoryMib, ...(giveUpAfterTimeouts ? { giveUpAfterTimeouts } : {}) },
    probes: probes ?? Math.max(scorer.probes ?? 0, rival.probes),
    givenExamples: config.given === 'examples' || rival.givenExamples,
    answers: answerFolder(answerFolderPath()),
    match: match === undefined || match === 'samples' ? null : { by: match, prices },
    ablate: config.ablate,
    efficiency: config.efficiency,
    explainer: failureExplainer(),
    reporters,
    store,
    progress,
    signal,
  };
}
