import { type MergeSettings, mergeLabels } from '../../app/label-merge.ts';
import { type LabelPageSettings, labelPage } from '../../app/label-page.ts';
import { type SheetSettings, sheetOfItems } from '../../app/label-sheet.ts';
import { type SuggestSettings, suggestLabels } from '../../app/label-suggest.ts';
import { mergedText } from '../../app/texts/merged-labels-text.ts';
import { ConfigError, EXIT, type ExitCode } from '../../core/errors.ts';
import { table } from '../../reporters/columns.ts';
import { shareText } from '../../reporters/figures.ts';
import { type Io, printResult } from '../io.ts';
import { listen } from '../listen.ts';
import { untilStopped } from '../until-stopped.ts';

type Json = { readonly json?: true };
export type SheetFlags = SheetSettings & Json & { readonly showSuggestions?: true; readonly page?: true };
export type PageFlags = LabelPageSettings & { readonly port: number };
export type MergeFlags = MergeSettings & Json;
export type SuggestFlags = SuggestSettings & Json;

/** `mutagree label sheet`: a sheet for one rater. */
export async function labelSheetScreen({ json, showSuggestions, ...settings }: SheetFlags, io: Io): Promise<ExitCode> {
  if (settings.suggestions !== undefined && !showSuggestions) {
    throw new ConfigError('suggestions-hidden', 'a sheet shows suggestions from the beginning or never', {
      mend: 'Add --show-suggestions, or label with --page, which shows them after each choice.',
    });
  }
  const rows = await sheetOfItems(settings, listen(io).use);
  const text = `${settings.out}: ${rows.length} items; labels go into the column "labels", several with ";" between.\n`;
  printResult(io, json, { out: settings.out, items: rows.length }, () => text);
  return EXIT.done;
}

/** `mutagree label sheet --page`: labels in the browser, until Ctrl-C. */
export async function labelPageScreen(flags: PageFlags & Json, io: Io): Promise<ExitCode> {
  const { url, items, labelled, close } = await labelPage(flags, { port: flags.port, ...listen(io).use });
  try {
    const text = `${items} items, ${labelled} labelled: ${url}\nLabels are kept in ${flags.out}. Ctrl-C ends it.\n`;
    printResult(io, flags.json, { url, items, labelled }, () => text);
    await untilStopped(io);
  } finally {
    await close();
  }
  return EXIT.done;
}

/** `mutagree label merge`: what several raters say together, and how far they agree. */
export async function labelMergeScreen({ json, ...settings }: MergeFlags, io: Io): Promise<ExitCode> {
  const outcome = await mergeLabels(settings, listen(io).use);
  printResult(io, json, outcome, () => mergedText(outcome, settings));
  return EXIT.done;
}

/** `mutagree label suggest` and `label predict`: what a machine says. */
export async function labelSuggestScreen({ json, ...settings }: SuggestFlags, io: Io): Promise<ExitCode> {
  const { suggestions, counts } = await suggestLabels(settings, listen(io).use);
  const by = suggestions[0]?.by ?? 'nobody';
  const rows = counts.map(({ label, count }) => [label, shareText(count, suggestions.length)]);
  const text = `${suggestions.length} items, first label by ${by}\n${table([['label', 'items'], ...rows])}`;
  printResult(io, json, { suggestions, counts }, () => text);
  return EXIT.done;
}
