import type { MergeOutcome } from '../../app/label-tasks.ts';
import { mergeSettings, sheetSettings, suggestSettings } from '../../app/settings/verb-settings.ts';
import type { RaterAgreement } from '../../labels/agreement.ts';
import { table } from '../../reporters/columns.ts';
import { shareText } from '../../reporters/figures.ts';
import { cellText } from '../../reporters/tables/table.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { useVerb, verb } from '../verb.ts';

const shown = (estimate: Estimate | null) =>
  estimate === null ? 'undefined' : cellText({ ...estimate, unit: 'number' });

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

const sheet = useVerb({
  name: 'sheet',
  summary: 'Write a CSV sheet for one rater',
  settings: sheetSettings,
  examples: [
    'mutagree label sheet --codebook stage --dataset tasks.jsonl -o ada.csv',
    'mutagree label sheet --codebook bug-kind --failures failures.jsonl -o ada.csv',
  ],
  use: async () => (await import('../../app/label-tasks.ts')).sheetOfItems,
  document: (rows, { out }) => ({ out, items: rows.length }),
  text: (rows, { out }) =>
    `${out}: ${rows.length} items; labels go into the column "labels", several with ";" between.\n`,
});

const merge = useVerb({
  name: 'merge',
  summary: 'Merge sheets: majority, conflicts and agreement',
  settings: mergeSettings,
  examples: ['mutagree label merge ada.csv ben.csv cleo.csv --codebook stage -o merged.jsonl'],
  use: async () => (await import('../../app/label-tasks.ts')).mergeLabels,
  text: mergedText,
});

const suggest = useVerb({
  name: 'suggest',
  summary: 'Suggest labels by machine: stages, or kinds of bug',
  settings: suggestSettings,
  examples: ['mutagree label suggest --codebook stage --dataset tasks.jsonl -o suggestions.jsonl'],
  use: async () => (await import('../../app/label-tasks.ts')).suggestLabels,
  text: ({ suggestions, counts }) => {
    const rows = counts.map(({ label, count }) => [label, shareText(count, suggestions.length)]);
    const by = suggestions[0]?.by ?? 'nobody';
    return `${suggestions.length} items, first label by ${by}\n${table([['label', 'items'], ...rows])}`;
  },
});

export const labelVerb = verb({
  name: 'label',
  summary: 'Label tasks and failures: sheets, agreement, suggestions',
  verbs: [sheet, merge, suggest],
});
