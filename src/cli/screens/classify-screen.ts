import { type ClassifySettings, classify } from '../../app/classify-failures.ts';
import { classificationText } from '../../app/texts/classification-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

/** `mutagree classify`: ranked bug kinds of failed programs, with evidence. */
export async function classifyScreen(
  { json, ...settings }: ClassifySettings & { readonly json?: true },
  io: Io,
): Promise<ExitCode> {
  const found = await classify(settings, io.use);
  const titles = { failures: settings.failures ?? settings.run ?? '', against: settings.against ?? '' };
  printResult(io, json, found, () => classificationText(found, titles));
  return EXIT.done;
}
