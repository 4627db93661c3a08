import type { Range } from '../../analysis/cost/cost-estimate.ts';
import type { ModelEstimate, StudyEstimate } from '../../app/estimate-run.ts';
import { estimateSettings } from '../../app/settings/verb-settings.ts';
import { table } from '../../reporters/columns.ts';
import { count, plural } from '../../reporters/figures.ts';
import { useVerb } from '../verb.ts';
import { studyFlags, usdText } from './run.ts';

function rangeText({ low, expected, worst }: Range, text: (value: number) => string = count): string[] {
  return [text(low), text(expected), text(worst)];
}

function modelText({ model, prices, stages, total, stored, variants }: ModelEstimate, tasks: number): string {
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
  const calls = `${plural(variants, 'prompt')} of ${plural(tasks, 'task')}; ${plural(stored, 'call')} answered already`;
  return `${model}: ${price}\n${calls}\n${table([['', '', 'low', 'expected', 'worst'], ...rows])}\n`;
}

/** Reasoning tokens before the answer, and whether the token limit leaves room for an answer. */
function thoughtText({ model, thought }: ModelEstimate, maxTokens: number): string {
  if (thought === 0) return '';
  const first = `${model} thinks before it answers: about ${count(thought)} tokens per call are expected, of a few hundred to tens of thousands.\n`;
  const room =
    thought >= maxTokens
      ? `  With --max-tokens ${maxTokens} most replies would be cut before they answer: raise it, or lower the reasoning effort (--extra-body).\n`
      : '';
  return `${first}${room}  --calibrate DIR or --output-tokens-per-call N say it better.\n`;
}

function powerText({ tasks, comparisons, rows }: NonNullable<StudyEstimate['power']>): string {
  const points = (value: number | null) => (value === null ? 'none' : `${(100 * value).toFixed(1)} points`);
  const lines = rows.map(({ discordant, alone, corrected }) => [
    `${100 * discordant} %`,
    points(alone),
    points(corrected),
  ]);
  return (
    `Smallest difference of solve rates that ${count(tasks)} tasks show with a power of 80 % (exact McNemar, 5 %),\n` +
    `by the share of tasks on which the two picks disagree; corrected for ${plural(comparisons, 'comparison')}:\n` +
    table([['disagree', 'one comparison', 'corrected'], ...lines])
  );
}

function costEstimateText({ models, tasks, total, basis, power, batch, maxTokens }: StudyEstimate): string {
  return [
    ...models.map((each) => modelText(each, tasks) + thoughtText(each, maxTokens)),
    models.length > 1
      ? `All models: ${total.usd ? rangeText(total.usd, usdText).join(' / ') : 'a price is missing'}\n`
      : '',
    `Lengths by ${basis}. Calls that fail and are made again are not counted.\n`,
    batch ? 'By batch: low and expected at half the price; worst, if every request had to be asked singly.\n' : '',
    power ? powerText(power) : '',
  ].join('');
}

export const estimateVerb = useVerb({
  name: 'estimate',
  summary: 'Estimate calls, tokens and money of a run (flags of run)',
  settings: { ...estimateSettings, ...studyFlags },
  short: true,
  optional: true,
  examples: [
    'mutagree estimate --dataset starter --model gpt-4o-mini --variants 10',
    'mutagree estimate --config mutagree.yaml --calibrate runs/first-tasks',
    'mutagree estimate --dataset tasks.jsonl --model my-model --price-input 0.2 --price-output 0.8 --power',
  ],
  use: async () => (await import('../../app/estimate-run.ts')).estimate,
  document: ({ maxTokens: _, ...document }) => document,
  text: costEstimateText,
});
