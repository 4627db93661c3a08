import { selectPrograms } from '../../app/select-programs.ts';
import type { SelectSettings } from '../../app/selection/selection-settings.ts';
import { selectionText } from '../../app/texts/selection-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printJson } from '../io.ts';
import { listen } from '../listen.ts';

/** `mutagree select`: a consensus program for every task, from generations that exist. */
export async function selectScreen(
  { json, ...settings }: SelectSettings & { readonly k: readonly number[]; readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const listener = listen(io);
  const document = await selectPrograms(settings, listener.use).finally(listener.finish);
  if (json) printJson(io, document);
  else {
    io.stdout(selectionText(document, settings.k));
    if (settings.output !== undefined) io.stdout(`\nPicked programs: ${settings.output}\n`);
  }
  return EXIT.done;
}
