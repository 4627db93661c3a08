import { type MergeSettings, mergeLabels } from '../../app/label-merge.ts';
import { type SheetSettings, sheetOfItems } from '../../app/label-sheet.ts';
import { type SuggestSettings, suggestLabels } from '../../app/label-suggest.ts';
import { mergedText } from '../../app/texts/merged-labels-text.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import { shareText } from '../../reporters/figures.ts';
import { type Io, printResult } from '../io.ts';

type Json = { readonly json?: true };
export type SheetFlags = SheetSettings & Json & { readonly showSuggestions?: true };
export type MergeFlags = MergeSettings & Json;
export type SuggestFlags = SuggestSettings & Json;

/** `mutagree label sheet`: a sheet for one rater. */
export async function labelSheetScreen({ json, showSuggestions, ...settings }: SheetFlags, io: Io): Promise<ExitCode> {
  if (settings.suggestions !== undefined && !showSuggestions) {
    throw new ConfigError('suggestions-hidden', 'a sheet shows suggestions from the beginning or never', {
      mend: 'Add --show-suggestions.',
    });
  }
  const rows = await sheetOfItems(settings, io.use);
  const text = `${settings.out}: ${rows.length} items; labels go into the column "labels", several with ";" between.\n`;
  printResult(io, json, { out: settings.out, items: rows.length }, () => text);
  return EXIT.done;
}

/** `mutagree label merge`: what several raters say together, and how far they agree. */
export async function labelMergeScreen({ json, ...settings }: MergeFlags, io: Io): Promise<ExitCode> {
  const outcome = await mergeLabels(settings, io.use);
  printResult(io, json, outcome, () => mergedText(outcome, settings));
  return EXIT.done;
}

/** `mutagree label suggest` and `label predict`: what a machine says. */
export async function labelSuggestScreen({ json, ...settings }: SuggestFlags, io: Io): Promise<ExitCode> {
  const { suggestions, counts } = await suggestLabels(settings, io.use);
  const by = suggestions[0]?.by ?? 'nobody';
  const rows = counts.map(({ label, count }) => [label, shareText(count, suggestions.length)]);
  const text = `${suggestions.length} items, first label by ${by}\n${table([['label', 'items'], ...rows])}`;
  printResult(io, json, { suggestions, counts }, () => text);
  return EXIT.done;
}
