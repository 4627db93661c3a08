import type { RaterAgreement } from '../../labels/agreement.ts';
import { table } from '../../reporters/columns.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { MergeOutcome, MergeSettings } from '../label-merge.ts';

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

/** What several raters say together and how far they agree, for people. */
export function mergedText(
  { items, agreement, joinedRecords }: MergeOutcome,
  { conflicts, joined }: Pick<MergeSettings, 'conflicts' | 'joined'>,
): string {
  const count = (status: string) => items.filter((item) => item.status === status).length;
  return [
    `${items.length} items: ${count('unanimous')} unanimous, ${count('majority')} by majority, ${count('settled')} settled, ${count('conflict')} in conflict, ${count('unlabelled')} without a label\n`,
    agreement.raters.length > 1 ? agreementText(agreement) : '',
    count('conflict') > 0 && conflicts !== undefined
      ? `\n${conflicts}: fill in its column "settled", then merge again with --settled\n`
      : '',
    joinedRecords === null ? '' : `\n${joined}: ${joinedRecords} records with labels\n`,
  ].join('');
}
