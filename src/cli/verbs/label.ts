import type { MergeOutcome } from '../../app/label-tasks.ts';
import { mergeSettings, sheetSettings, suggestSettings } from '../../app/settings/verb-settings.ts';
import type { RaterAgreement } from '../../labels/agreement.ts';
import { table } from '../../reporters/columns.ts';
import { shareText } from '../../reporters/figures.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { printResult } from '../io.ts';
import { verb } from '../verb.ts';

const shown = (estimate: Estimate | null) =>
  estimate === null
    ? 'undefined'
    : `${estimate.value.toFixed(2)} [${estimate.low.toFixed(2)}, ${estimate.high.toFixed(2)}]`;

function agreementText({ raters, items, complete, alpha, distance, fleiss, pairs, labels }: RaterAgreement): string {
  const pairRows = pairs.map(({ raters: pair, items: both, same, kappa }) => [
    pair.join(', '),
    String(both),
    same === null ? '-' : `${(100 * same).toFixed(1)} %`,
    shown(kappa),
  ]);
  const labelRows = labels
    .filter(({ given }) => given > 0)
    .map(({ label, given, alpha: own, fleiss: kappa }) => [label, String(given), shown(own), shown(kappa)]);
  return [
    `agreement of ${raters.length} raters on ${items} items (${complete} labelled by all); 95 % bootstrap intervals over items`,
    `  Krippendorff's alpha, ${distance === 'masi' ? 'sets of labels by MASI' : 'nominal'}: ${shown(alpha)}`,
    `  Fleiss' kappa: ${shown(fleiss)}`,
    '',
    table([['raters', 'items', 'same', "Cohen's kappa"], ...pairRows]),
    table([['label', 'given', 'alpha', "Fleiss' kappa"], ...labelRows]),
  ].join('\n');
}

function mergedText({ items, agreement }: MergeOutcome): string {
  const count = (status: string) => items.filter((item) => item.status === status).length;
  const counts = `${count('unanimous')} unanimous, ${count('majority')} by majority, ${count('conflict')} in conflict`;
  return [
    `${items.length} items: ${counts}, ${count('unlabelled')} without a label\n`,
    agreement.raters.length > 1 ? agreementText(agreement) : '',
  ].join('');
}

const sheet = verb({
  name: 'sheet',
  summary: 'Write a CSV sheet for one rater',
  settings: sheetSettings,
  examples: [
    'mutagree label sheet --codebook stage --dataset tasks.jsonl -o ada.csv',
    'mutagree label sheet --codebook bug-kind --failures failures.jsonl -o ada.csv',
  ],
  act: async ({ json, ...settings }, io) => {
    const { sheetOfItems } = await import('../../app/label-tasks.ts');
    const { out } = settings;
    const items = (await sheetOfItems(settings, io.use)).length;
    const text = `${out}: ${items} items; labels go into the column "labels", several with ";" between.\n`;
    printResult(io, json, { out, items }, () => text);
  },
});

const merge = verb({
  name: 'merge',
  summary: 'Merge sheets: majority, conflicts and agreement',
  settings: mergeSettings,
  examples: ['mutagree label merge ada.csv ben.csv cleo.csv --codebook stage -o merged.jsonl'],
  act: async ({ json, ...settings }, io) => {
    const { mergeLabels } = await import('../../app/label-tasks.ts');
    const outcome = await mergeLabels(settings, io.use);
    printResult(io, json, outcome, () => mergedText(outcome));
  },
});

const suggest = verb({
  name: 'suggest',
  summary: 'Suggest labels by machine: stages, or kinds of bug',
  settings: suggestSettings,
  examples: ['mutagree label suggest --codebook stage --dataset tasks.jsonl -o suggestions.jsonl'],
  act: async ({ json, ...settings }, io) => {
    const { suggestLabels } = await import('../../app/label-tasks.ts');
    const found = await suggestLabels(settings, io.use);
    const { suggestions, counts } = found;
    const rows = counts.map(({ label, count }) => [label, shareText(count, suggestions.length)]);
    const by = suggestions[0]?.by ?? 'nobody';
    const text = `${suggestions.length} items, first label by ${by}\n${table([['label', 'items'], ...rows])}`;
    printResult(io, json, found, () => text);
  },
});

export const labelVerb = verb({
  name: 'label',
  summary: 'Label tasks and failures: sheets, agreement, suggestions',
  verbs: [sheet, merge, suggest],
});
