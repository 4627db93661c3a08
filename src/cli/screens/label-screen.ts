import { type MergeSettings, mergeLabels } from '../../app/label-merge.ts';
import { type LabelPageSettings, labelPage } from '../../app/label-page.ts';
import { type SheetSettings, sheetOfItems } from '../../app/label-sheet.ts';
import { type SuggestSettings, suggestLabels } from '../../app/label-suggest.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import type { RaterAgreement } from '../../labels/agreement.ts';
import { table } from '../../reporters/columns.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';
import { untilStopped } from '../until-stopped.ts';

type Json = { readonly json?: true };
export type SheetFlags = SheetSettings & Json & { readonly showSuggestions?: true; readonly page?: true };
export type PageFlags = LabelPageSettings & { readonly port: number };
export type MergeFlags = MergeSettings & Json;
export type SuggestFlags = SuggestSettings & Json;

const shown = (estimate: Estimate | null) =>
  estimate === null
    ? 'undefined'
    : `${estimate.value.toFixed(2)} [${estimate.low.toFixed(2)}, ${estimate.high.toFixed(2)}]`;
const share = (count: number, of: number) => `${count}/${of} (${((100 * count) / Math.max(1, of)).toFixed(1)} %)`;

/** `mutagree label sheet`: a sheet for one rater. */
export async function labelSheetScreen({ json, showSuggestions, ...settings }: SheetFlags, io: Io): Promise<ExitCode> {
  if (settings.suggestions !== undefined && !showSuggestions) {
    throw new ConfigError('suggestions-hidden', 'a sheet shows suggestions from the beginning or never', {
      mend: 'Add --show-suggestions, or label with --page, which shows them after each choice.',
    });
  }
  const rows = await sheetOfItems(settings, listen(io).use);
  if (json) printJson(io, { out: settings.out, items: rows.length });
  else
    io.stdout(`${settings.out}: ${rows.length} items; labels go into the column "labels", several with ";" between.\n`);
  return EXIT.done;
}

/** `mutagree label sheet --page`: labels in the browser, until Ctrl-C. */
export async function labelPageScreen(flags: PageFlags & Json, io: Io): Promise<ExitCode> {
  const { url, items, labelled, close } = await labelPage(flags, { port: flags.port, ...listen(io).use });
  try {
    if (flags.json) printJson(io, { url, items, labelled });
    else io.stdout(`${items} items, ${labelled} labelled: ${url}\nLabels are kept in ${flags.out}. Ctrl-C ends it.\n`);
    await untilStopped(io);
  } finally {
    await close();
  }
  return EXIT.done;
}

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

/** `mutagree label merge`: what several raters say together, and how far they agree. */
export async function labelMergeScreen({ json, ...settings }: MergeFlags, io: Io): Promise<ExitCode> {
  const outcome = await mergeLabels(settings, listen(io).use);
  if (json) {
    printJson(io, outcome);
    return EXIT.done;
  }
  const { items, agreement, joinedRecords } = outcome;
  const count = (status: string) => items.filter((item) => item.status === status).length;
  io.stdout(
    `${items.length} items: ${count('unanimous')} unanimous, ${count('majority')} by majority, ${count('settled')} settled, ${count('conflict')} in conflict, ${count('unlabelled')} without a label\n`,
  );
  if (agreement.raters.length > 1) io.stdout(`${agreementText(agreement)}`);
  if (count('conflict') > 0 && settings.conflicts !== undefined) {
    io.stdout(`\n${settings.conflicts}: fill in its column "settled", then merge again with --settled\n`);
  }
  if (joinedRecords !== null) io.stdout(`\n${settings.joined}: ${joinedRecords} records with labels\n`);
  return EXIT.done;
}

/** `mutagree label suggest` and `label predict`: what a machine says. */
export async function labelSuggestScreen({ json, ...settings }: SuggestFlags, io: Io): Promise<ExitCode> {
  const { suggestions, counts } = await suggestLabels(settings, listen(io).use);
  if (json) {
    printJson(io, { suggestions, counts });
    return EXIT.done;
  }
  const by = suggestions[0]?.by ?? 'nobody';
  const rows = counts.map(({ label, count }) => [label, share(count, suggestions.length)]);
  io.stdout(`${suggestions.length} items, first label by ${by}\n${table([['label', 'items'], ...rows])}`);
  return EXIT.done;
}
