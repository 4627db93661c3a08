import { join } from 'node:path';
import {
  calibratedGuess,
  estimateCalls,
  generalGuess,
  givenGuess,
  repeated,
  sumOfEstimates,
  thinkingGuess,
} from '../analysis/cost/cost-estimate.ts';
import type { ReplyRecord } from '../core/chat.ts';
import { ConfigError } from '../core/errors.ts';
import { thoughtTokens } from '../model/reasoning-models.ts';
import { smallestDetectable } from '../statistics/power.ts';
import { readLog } from '../store/load-run.ts';
import { readRecordedAnswers, recordingsOf } from './assembly/recordings.ts';
import { findReply, keysOf, type RecordedAnswers, tokenLimits } from './assembly/stored-replies.ts';
import { type UseOptions, withContext } from './context.ts';
import { type IsStored, planCalls } from './estimation/plan-calls.ts';
import { modelsOf, type StudyConfig, type StudySettings } from './settings/config.ts';
import { recordedId } from './settings/prices.ts';
import type { EstimateSettings } from './settings/verb-settings.ts';
import { type PreparedStudy, prepareStudy } from './study/prepare-study.ts';

/** Whether a request is answered, or has failed, in a run or in its recording, so that it is not asked again. */
async function storedTest(
  { config, plan }: PreparedStudy,
  model: string,
  recorded: RecordedAnswers,
): Promise<IsStored> {
  const run = plan.runs.find((each) => each.model === model && each.repeat === 1);
  const directory = run ? join(plan.directory, run.directory) : null;
  const own = directory ? await readLog(directory, 'replies') : [];
  const ownFailures = directory ? await readLog(directory, 'failures') : [];
  const replies = new Map([...recorded.replies, ...own.map((reply) => [reply.key, reply] as const)]);
  const failures = new Set([...recorded.failures.keys(), ...ownFailures.map(({ key }) => key)]);
  const limits = tokenLimits(replies.values(), recorded.failures.values(), ownFailures);
  return (modelId, request) => {
    const reply = findReply((key) => replies.get(key), modelId, request, limits);
    if (reply) return !(config.retryFailed && reply.reply.status === 'refused');
    return !config.retryFailed && [...keysOf(modelId, request, limits)].some((key) => failures.has(key));
  };
}

async function estimateModel(
  prepared: PreparedStudy,
  model: string,
  { guess, thought }: ReturnType<typeof guessOf>,
  { isFirst, signal }: { readonly isFirst: boolean; readonly signal: AbortSignal },
) {
  const { config, prices } = prepared;
  const { repeats, testModel, mutationModel, batch } = config;
  const { requests: recorded, answers } = await recordingsOf(config, { model, repeat: 1 });
  const isStored = await storedTest(prepared, model, answers);
  const calls = await planCalls(prepared, model, { isStored, recorded, signal });
  const priceOf = (id: string) => prices[recordedId(id)] ?? null;
  const stages = {
    // Variants are made once, for all models and repeats.
    mutate: estimateCalls(isFirst ? calls.mutations : [], guess, priceOf(mutationModel ?? model), { batch }),
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
    for (const [index, model] of models.entries()) {
      const guessed = guessOf(model, replies, config, outputTokensPerCall);
      estimates.push(await estimateModel(prepared, model, guessed, { isFirst: index === 0, signal }));
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
      /** Present if money is that of batches. */
      ...(config.batch ? { batch: true as const } : {}),
    };
  });
}

/** Calls, tokens and money of a study before it is made. */
export type StudyEstimate = Awaited<ReturnType<typeof estimate>>;
