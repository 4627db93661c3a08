import { selectPrograms } from '../../app/select-programs.ts';
import type { SelectSettings } from '../../app/selection/selection-settings.ts';
import { selectionText } from '../../app/texts/selection-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';

/** `mutagree select`: a consensus program for every task, from generations that exist. */
export async function selectScreen(
  { json, ...settings }: SelectSettings & { readonly k: readonly number[]; readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const document = await selectPrograms(settings, io.use);
  if (json) printJson(io, document);
  else {
    io.stdout(selectionText(document, settings.k));
    if (settings.output !== undefined) io.stdout(`\nPicked programs: ${settings.output}\n`);
  }
  return EXIT.done;
}
