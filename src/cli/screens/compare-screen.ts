import { compare } from '../../app/compare-runs.ts';
import { comparisonsText } from '../../app/texts/comparison-text.ts';
import { EXIT, type ExitCode } from '../../core/errors.ts';
import { type Io, printResult } from '../io.ts';

/** `mutagree compare A [B]`: paired differences of two runs or studies, or of the models of one study. */
export async function compareScreen(
  first: string,
  second: string | undefined,
  { json }: { json?: true },
  io: Io,
): Promise<ExitCode> {
  const { comparisons: compared, refused } = await compare(first, second, io.use);
  const document = { correction: 'holm', comparisons: compared, refused };
  printResult(io, json, document, () => comparisonsText(document));
  return EXIT.done;
}
