import { join } from 'node:path';
import {
  type CallsEstimate,
  calibratedGuess,
  estimateCalls,
  generalGuess,
  type Range,
  repeated,
  sumOfEstimates,
  type TokenGuess,
} from '../../core/cost-estimate.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { smallestDetectable } from '../../core/power.ts';
import type { ModelPrices } from '../../core/token-cost.ts';
import { count } from '../../reporters/figures.ts';
import { readLog } from '../../store/load-run.ts';
import { modelsOf } from '../config.ts';
import { planCalls } from '../estimate/plan-calls.ts';
import { type Io, printJson } from '../io.ts';
import { recordedId } from '../model-prices.ts';
import { readRecordedReplies, readRecordedRequests } from '../recording.ts';
import { type PreparedStudy, prepareStudy } from '../study/prepare-study.ts';
import { recordedPart } from '../study/study-plan.ts';
import { usdText } from '../study/study-summary.ts';
import { table } from '../table.ts';

interface ModelEstimate {
  readonly model: string;
  readonly prices: ModelPrices | null;
  readonly stages: Readonly<Record<'mutate' | 'programs' | 'tests', CallsEstimate>>;
  readonly total: CallsEstimate;
  /** Calls of the first repeat that are answered already. */
  readonly stored: number;
  readonly variants: number;
}

/** Keys of the replies that a run has, or takes from a recording. */
async function storedKeys({ config, plan }: PreparedStudy, model: string): Promise<ReadonlySet<string>> {
  const run = plan.runs.find((each) => each.model === model && each.repeat === 1);
  const own = run ? await readLog(join(plan.directory, run.directory), 'replies') : [];
  const recording = config.recording
    ? [...(await readRecordedReplies(await recordedPart(config.recording, { model, repeat: 1 }))).keys()]
    : [];
  return new Set([...own.map(({ key }) => key), ...recording]);
}

async function estimateModel(
  prepared: PreparedStudy,
  model: string,
  guess: TokenGuess,
  { isFirst, signal }: { readonly isFirst: boolean; readonly signal: AbortSignal },
): Promise<ModelEstimate> {
  const { config, prices } = prepared;
  const { repeats, testModel, mutationModel, variantsFrom } = config;
  const recorded = variantsFrom
    ? await readRecordedRequests(await recordedPart(variantsFrom, { model, repeat: 1 }))
    : null;
  const calls = await planCalls(prepared, model, { stored: await storedKeys(prepared, model), recorded, signal });
  const priceOf = (id: string) => prices[recordedId(id)] ?? null;
  const stages = {
    // Variants are made once, for all models and repeats.
    mutate: estimateCalls(isFirst ? calls.mutations : [], guess, priceOf(mutationModel ?? model)),
    programs: repeated(estimateCalls(calls.programs, guess, priceOf(model)), repeats),
    tests: repeated(estimateCalls(calls.tests, guess, priceOf(testModel ?? model)), repeats),
  };
  const { stored, variants } = calls;
  return { model, prices: priceOf(model), stages, total: sumOfEstimates(Object.values(stages)), stored, variants };
}

const DISCORDANT = [0.05, 0.1, 0.2, 0.3];

/** By share of tasks on which picks disagree: the smallest difference that the study can show, and with Holm's first step. */
function powerTable(tasks: number, comparisons: number) {
  return DISCORDANT.map((discordant) => ({
    discordant,
    alone: smallestDetectable({ tasks, discordant }),
    corrected: smallestDetectable({ tasks, discordant, alpha: 0.05 / comparisons }),
  }));
}

function rangeText({ low, expected, worst }: Range, text: (value: number) => string = count): string[] {
  return [text(low), text(expected), text(worst)];
}

function printModel({ model, prices, stages, total, stored, variants }: ModelEstimate, io: Io): void {
  const rows = Object.entries({ ...stages, total }).flatMap(([name, estimate]) =>
    estimate.calls.worst === 0 && name !== 'total'
      ? []
      : [
          [name, 'calls', ...rangeText(estimate.calls)],
          ['', 'input tokens', ...rangeText(estimate.inputTokens)],
          ['', 'output tokens', ...rangeText(estimate.outputTokens)],
          ...(estimate.usd ? [['', 'money', ...rangeText(estimate.usd, usdText)]] : []),
        ],
  );
  const price = prices
    ? `${prices.inputPerMTok} USD in, ${prices.outputPerMTok} USD out per million tokens (${prices.source})`
    : 'its price is in no list; give --price-input and --price-output';
  io.stdout(`${model}: ${price}\n${count(variants)} prompts; ${count(stored)} calls are answered already\n`);
  io.stdout(`${table([['', '', 'low', 'expected', 'worst'], ...rows])}\n`);
}

function printPower(tasks: number, comparisons: number, rows: ReturnType<typeof powerTable>, io: Io): void {
  const points = (value: number | null) => (value === null ? 'none' : `${(100 * value).toFixed(1)} points`);
  io.stdout(
    `Smallest difference of solve rates that ${count(tasks)} tasks show with a power of 80 % (exact McNemar, 5 %),\n` +
      `by the share of tasks on which the two picks disagree; corrected for ${count(comparisons)} comparisons:\n`,
  );
  const lines = rows.map(({ discordant, alone, corrected }) => [
    `${100 * discordant} %`,
    points(alone),
    points(corrected),
  ]);
  io.stdout(table([['disagree', 'one comparison', 'corrected'], ...lines]));
}

/** `mutagree estimate`: calls, tokens and money of a run before it is made; asks no model. */
export async function estimate(flags: Readonly<Record<string, unknown>>, io: Io): Promise<ExitCode> {
  const { calibrate, power, comparisons, ...settings } = flags;
  const prepared = await prepareStudy(settings);
  const { config, tasks } = prepared;
  const models = modelsOf(config);
  const replies = typeof calibrate === 'string' ? [...(await readRecordedReplies(calibrate)).values()] : [];
  const estimates: ModelEstimate[] = [];
  for (const [index, model] of models.entries()) {
    const own = replies.filter((reply) => reply.model === recordedId(model));
    const guess = own.length > 0 ? calibratedGuess(own) : replies.length > 0 ? calibratedGuess(replies) : generalGuess;
    const rest = { isFirst: index === 0, signal: io.signal };
    estimates.push(await estimateModel(prepared, model, guess, rest));
  }
  const guessed = replies.length > 0 ? `${replies.length} replies of ${calibrate}` : generalGuess.source;
  const total = sumOfEstimates(estimates.map((each) => each.total));
  const asked = typeof comparisons === 'number' ? comparisons : Math.max(1, models.length * (models.length - 1));
  const rows = power ? powerTable(tasks.length, asked) : null;
  if (prepared.json) {
    const detail = rows ? { power: { tasks: tasks.length, comparisons: asked, alpha: 0.05, power: 0.8, rows } } : {};
    printJson(io, {
      tasks: tasks.length,
      repeats: config.repeats,
      basis: guessed,
      models: estimates,
      total,
      ...detail,
    });
    return EXIT.done;
  }
  for (const each of estimates) printModel(each, io);
  if (estimates.length > 1) {
    io.stdout(`All models: ${total.usd ? rangeText(total.usd, usdText).join(' / ') : 'a price is missing'}\n`);
  }
  io.stdout(`Lengths by ${guessed}. Calls that fail and are made again are not counted.\n`);
  if (rows) printPower(tasks.length, asked, rows, io);
  return EXIT.done;
}
