import type { Range } from '../../analysis/cost/cost-estimate.ts';
import { type EstimateSettings, estimate, type ModelEstimate, type StudyEstimate } from '../../app/estimate-run.ts';
import type { StudySettings } from '../../app/settings/config.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import { count } from '../../reporters/figures.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';
import { usdText } from './cost-lines.ts';

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

/** What a reasoning model spends before it answers, and whether the token limit leaves room for an answer. */
function thoughtText({ model, thought }: ModelEstimate, { maxTokens }: Pick<StudyEstimate, 'maxTokens'>): string {
  if (thought === 0) return '';
  const first = `${model} thinks before it answers: about ${count(thought)} tokens per call are expected, of a few hundred to tens of thousands.\n`;
  const room =
    thought >= maxTokens
      ? `  With --max-tokens ${maxTokens} most replies would be cut before they answer: raise it, or lower --reasoning-effort.\n`
      : '';
  return `${first}${room}  --calibrate DIR or --output-tokens-per-call N say it better.\n`;
}

function printPower(
  tasks: number,
  comparisons: number,
  rows: NonNullable<StudyEstimate['power']>['rows'],
  io: Io,
): void {
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

/** `mutagree estimate`: calls, tokens and money of a run before it is made. */
export async function estimateScreen(
  { json, ...settings }: StudySettings & EstimateSettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const { maxTokens, ...document } = await estimate(settings, listen(io).use);
  if (json) {
    printJson(io, document);
    return EXIT.done;
  }
  const { models, total, basis, power, batch } = document;
  for (const each of models) {
    printModel(each, io);
    io.stdout(thoughtText(each, { maxTokens }));
  }
  if (models.length > 1) {
    io.stdout(`All models: ${total.usd ? rangeText(total.usd, usdText).join(' / ') : 'a price is missing'}\n`);
  }
  io.stdout(`Lengths by ${basis}. Calls that fail and are made again are not counted.\n`);
  if (batch)
    io.stdout('By batch: low and expected at half the price; worst, if every request had to be asked singly.\n');
  if (power) printPower(power.tasks, power.comparisons, power.rows, io);
  return EXIT.done;
}
