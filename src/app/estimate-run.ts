import { join } from 'node:path';
import {
  calibratedGuess,
  estimateCalls,
  generalGuess,
  givenGuess,
  type PlannedCall,
  repeated,
  sumOfEstimates,
  thinkingGuess,
} from '../analysis/cost/cost-estimate.ts';
import { isRivalVariant } from '../core/arm.ts';
import type { ChatModel, ChatRequest, ReplyRecord } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { silentProgress } from '../core/progress.ts';
import { thoughtTokens } from '../model/reasoning-models.ts';
import { planTasks } from '../pipeline/2-mutate/plan-tasks.ts';
import { askForSamples } from '../pipeline/ask-model.ts';
import type { PlannedTask } from '../pipeline/deps.ts';
import type { RunStore } from '../records/run-store.ts';
import { smallestDetectable } from '../statistics/power.ts';
import { readLog } from '../store/load-run.ts';
import { composeDeps } from './assembly/compose.ts';
import { memoryStore } from './assembly/memory-store.ts';
import { readRecordedAnswers, recordingsOf } from './assembly/stored-replies.ts';
import { type UseOptions, withContext } from './context.ts';
import { modelsOf, type StudyConfig, type StudySettings } from './settings/config.ts';
import { recordedId } from './settings/prices.ts';
import type { EstimateSettings } from './settings/verb-settings.ts';
import { type PreparedStudy, prepareStudy } from './study/prepare-study.ts';

/** A rewrite is confirmed by a second call where the guards let it through; which share does is assumed, not measured. */
const CONFIRMED = 0.5;

/** Characters of two short programs, or of one with the tests that it fails; assumed. */
const ASKED_CHARS = 1200;
/** How likely a rival's further call is made; assumed. */
const MAYBE = 0.7;

/**
 * The calls of rivals besides programs and tests: failing programs and separating inputs are known only later, so that
 * each such call may or may not be made. A request shows about two programs.
 */
function rivalCalls({ task, arms }: PlannedTask, config: PreparedStudy['config'], { rivals }: PreparedStudy['parts']) {
  const { text } = task.prompt;
  const content = `${text}\n${'x'.repeat(ASKED_CHARS)}`;
  const request = { messages: [{ role: 'user', content }] as const, maxTokens: config.maxTokens };
  return rivals.flatMap((rival) => {
    const planned = arms.find(({ arm }) => arm === rival.name);
    const repairs = planned?.samples.filter(({ variantId }) => isRivalVariant(variantId)).length ?? 0;
    const { questions = 0 } = rival.split(config.variants * config.samples);
    const call = (purpose: PlannedCall['purpose']) => ({ purpose, request, promptChars: text.length, chance: MAYBE });
    return [Array(repairs).fill(call('repair')), Array(questions).fill(call('question'))].flat();
  });
}

/** A model that records its requests. */
function listening(id: string, heard: ChatRequest[], complete: ChatModel['complete']): ChatModel {
  return {
    id,
    complete: (request, signal) => {
      heard.push(request);
      return complete(request, signal);
    },
  };
}

/** Almost no answer, so that a second round is asked for. */
const almostNothing: ChatModel['complete'] = async () => ({ status: 'completed', text: '.', usage: null });

/** A store in memory that begins with the replies and failures of a run's first repeat. */
async function storeLike({ plan }: PreparedStudy, model: string): Promise<RunStore> {
  const store = memoryStore();
  const run = plan.runs.find((each) => each.model === model && each.repeat === 1);
  if (!run) return store;
  const directory = join(plan.directory, run.directory);
  for (const reply of await readLog(directory, 'replies')) await store.log('replies').append(reply);
  for (const failure of await readLog(directory, 'failures')) await store.log('failures').append(failure);
  return store;
}

/**
 * Every call that one run will make, by letting the stages ask a model that only listens. Variants that a model would
 * write are not known before, so that prompts of their samples count as the original.
 */
async function planCalls(prepared: PreparedStudy, model: string, signal: AbortSignal) {
  const { config, tasks, examples, parts } = prepared;
  const heard: ChatRequest[] = [];
  const listen = (id: string) => listening(recordedId(id), heard, almostNothing);
  const { testModel = model, mutationModel = model } = config;
  const composed = composeDeps({ ...config, batch: false }, parts, 1, {
    models: { writer: listen(model), tests: listen(testModel), mutations: listen(mutationModel) },
    recorded: await recordingsOf(config, { model, repeat: 1 }),
    store: await storeLike(prepared, model),
    examples,
    prices: {},
    budgets: [],
    context: { progress: silentProgress, signal },
  });
  const asked: ChatRequest[] = [];
  const counted = ({ id, complete }: ChatModel) => listening(id, asked, complete);
  const { written } = composed;
  const deps = {
    ...composed,
    model: counted(composed.model),
    testModel: counted(composed.testModel),
    ...(written ? { written: { ...written, model: counted(written.model) } } : {}),
  };
  const planned = await planTasks(tasks, deps);
  for (const task of planned) {
    await askForSamples(task, 'program', deps);
    await askForSamples(task, 'tests', deps);
  }
  const charsOf = new Map([
    ...tasks.map(({ id, prompt }) => [id, prompt.text.length] as const),
    ...planned.flatMap(({ variants }) => variants.map(({ id, prompt }) => [id, prompt.length] as const)),
  ]);
  const callsFor = (...purposes: readonly string[]): PlannedCall[] =>
    heard.flatMap((request) => {
      const { about } = request;
      if (!about || !purposes.includes(about.purpose)) return [];
      const promptChars = charsOf.get(about.variantId) ?? charsOf.get(about.taskId) ?? 0;
      return [{ purpose: about.purpose, request, promptChars, chance: 1 }];
    });
  const rewrites = callsFor('mutation');
  return {
    // Each rewrite may be followed by a question about it.
    mutations: [...rewrites, ...rewrites.map((call) => ({ ...call, chance: CONFIRMED }))],
    programs: [...callsFor('program', 'plan'), ...planned.flatMap((task) => rivalCalls(task, config, parts))],
    tests: callsFor('tests'),
    stored: asked.length - heard.length,
    variants: planned.reduce((sum, { variants }) => sum + variants.length, 0),
  };
}

type Guessed = ReturnType<typeof guessOf>;

async function estimateModel(prepared: PreparedStudy, model: string, guessed: Guessed, signal: AbortSignal) {
  const { guess, thought } = guessed;
  const { config, prices } = prepared;
  const { repeats, testModel, mutationModel, batch } = config;
  const calls = await planCalls(prepared, model, signal);
  const priceOf = (id: string) => prices[recordedId(id)] ?? null;
  // Variants are made once, for all models and repeats.
  const mutations = model === modelsOf(config)[0] ? calls.mutations : [];
  const stages = {
    mutate: estimateCalls(mutations, guess, priceOf(mutationModel ?? model), { batch }),
    programs: repeated(estimateCalls(calls.programs, guess, priceOf(model), { batch }), repeats),
    tests: repeated(estimateCalls(calls.tests, guess, priceOf(testModel ?? model), { batch }), repeats),
  };
  const total = sumOfEstimates(Object.values(stages));
  /** `stored`: calls of the first repeat that are answered already; `thought`: expected tokens of it in a call. */
  const { stored, variants } = calls;
  return { model, prices: priceOf(model), stages, total, stored, variants, basis: guess.source, thought };
}

/** Expected requests and cost of one model of a study. */
export type ModelEstimate = Awaited<ReturnType<typeof estimateModel>>;

const DISCORDANT = [0.05, 0.1, 0.2, 0.3];

/** The expected reply of a model by its known figures, and its tokens of thought. */
function guessOf(
  model: string,
  replies: readonly ReplyRecord[],
  { extraBody }: StudyConfig,
  outputTokensPerCall: number | undefined,
) {
  const own = replies.filter((reply) => reply.model === recordedId(model));
  const measured = own.length > 0 ? own : replies;
  const thought = measured.length > 0 ? 0 : thoughtTokens(model, String(extraBody?.['reasoning_effort'] ?? 'medium'));
  const base = measured.length > 0 ? calibratedGuess(measured) : generalGuess;
  const isGiven = outputTokensPerCall !== undefined;
  return { guess: isGiven ? givenGuess(base, outputTokensPerCall) : thinkingGuess(base, thought), thought };
}

/**
 * Calls, tokens and money of a study: low, expected and at worst. Asks no model and writes nothing.
 *
 * @throws ConfigError, DatasetError as `run` with the same settings
 */
export async function estimate(
  { calibrate, outputTokensPerCall, power, comparisons, ...settings }: StudySettings & EstimateSettings,
  options: UseOptions = {},
) {
  return withContext(options, async ({ env, signal }) => {
    const prepared = await prepareStudy(settings, env);
    const { config, imported, tasks } = prepared;
    if (imported) {
      throw new ConfigError('samples-cost', 'samples that exist cost nothing: no model is asked', {
        hint: 'Leave --samples FILE out to estimate what asking a model would cost.',
      });
    }
    const models = modelsOf(config);
    const replies = calibrate === undefined ? [] : [...(await readRecordedAnswers(calibrate)).replies.values()];
    const estimates: ModelEstimate[] = [];
    for (const model of models) {
      const guessed = guessOf(model, replies, config, outputTokensPerCall);
      estimates.push(await estimateModel(prepared, model, guessed, signal));
    }
    const asked = comparisons ?? Math.max(1, models.length * (models.length - 1));
    // By share of tasks on which picks disagree, without and with Holm's first step.
    const rows = DISCORDANT.map((discordant) => ({
      discordant,
      alone: smallestDetectable({ tasks: tasks.length, discordant }),
      corrected: smallestDetectable({ tasks: tasks.length, discordant, alpha: 0.05 / asked }),
    }));
    return {
      tasks: tasks.length,
      repeats: config.repeats,
      basis: replies.length > 0 ? `${replies.length} replies of ${calibrate}` : generalGuess.source,
      models: estimates,
      total: sumOfEstimates(estimates.map((each) => each.total)),
      ...(power ? { power: { tasks: tasks.length, comparisons: asked, alpha: 0.05, power: 0.8, rows } } : {}),
      maxTokens: config.maxTokens,
      ...(config.batch ? { batch: true as const } : {}),
    };
  });
}

/** Calls, tokens and money of a study before it is made. */
export type StudyEstimate = Awaited<ReturnType<typeof estimate>>;
